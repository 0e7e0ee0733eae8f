import type { ApiError } from './errors.ts'
import type { Redact } from './redaction.ts'

/** The service’s own description of an error (lookups.md, “Errors and limits”). */
export interface ErrorBody {
  /** The body’s `message` or `details`. */
  message: string | undefined
  code: string | undefined
}

const maxMessageLength = 300
const maxCodeLength = 60
/** An HTML page, or a message of a gateway that quotes one. */
const isPage = /<(!doctype|html|head|body)\b/i

/**
 * Parses the body of an error response: `{code, message, details}` or plain text. HTML is ignored, because it
 * isn’t from the service itself.
 */
export function parseErrorBody(body: string, contentType: string, redact: Redact): ErrorBody {
  const clean = (value: unknown, maxLength: number) => {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    // Redacts again, because removing invisible characters may have revealed the key.
    const text = redact(singleLine(redact(String(value))))
    return isPage.test(text) ? undefined : shorten(text, maxLength) || undefined
  }
  const { message, details, code } = errorFields(body, contentType)
  return {
    message: clean(message, maxMessageLength) ?? clean(details, maxMessageLength),
    code: clean(code, maxCodeLength),
  }
}

/** The service’s error message with its code, or the code alone; empty if it sent neither. */
export function serviceErrorText({ serviceMessage = '', status, code }: ApiError): string {
  // Without a status, the code isn’t from the service.
  if (status === undefined || code === undefined || serviceMessage.includes(code))
    return serviceMessage
  return serviceMessage ? `${serviceMessage} (${code})` : code
}

function errorFields(
  body: string,
  contentType: string,
): { message?: unknown; details?: unknown; code?: unknown } {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null) return parsed
    return { message: parsed }
  } catch {
    const isMarkup = /html/i.test(contentType) || /^\s*</.test(body)
    const isJson = /json/i.test(contentType) || /^\s*[[{]/.test(body)
    return isMarkup || isJson ? {} : { message: body }
  }
}

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  // Don’t split a surrogate pair.
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Returns the text on one line, without control and bidirectional characters. */
function singleLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}
