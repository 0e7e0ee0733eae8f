import type { ApiError } from './errors.ts'
import type { Redact } from './redaction.ts'

/** The service’s own description of an error (lookups.md, “Errors and limits”). */
export interface ServiceWords {
  /** The body’s `message` or `details`. */
  message?: string
  code?: string
}

const longestMessage = 300
const longestCode = 60
/** An HTML page, or a message of a gateway that quotes one. */
const isPage = /<(!doctype|html|head|body)\b/i

/**
 * Parses the body of an error response: `{code, message, details}` or plain text. HTML is ignored, because it
 * isn’t from the service itself.
 */
export function readServiceWords(body: string, contentType: string, redact: Redact): ServiceWords {
  const clean = (value: unknown, longest: number) => {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    // Redacts again, because removing invisible characters may have revealed the key.
    const text = redact(plain(redact(String(value))))
    return isPage.test(text) ? undefined : shorten(text, longest) || undefined
  }
  const { message, details, code } = parts(body, contentType)
  const words: ServiceWords = {}
  const cleanMessage = clean(message, longestMessage) ?? clean(details, longestMessage)
  const cleanCode = clean(code, longestCode)
  if (cleanMessage !== undefined) words.message = cleanMessage
  if (cleanCode !== undefined) words.code = cleanCode
  return words
}

/** The service’s error message with its code, or the code alone; empty if it sent neither. */
export function serviceWords({ serviceMessage = '', status, code }: ApiError): string {
  // Without a status, the code isn’t from the service.
  if (status === undefined || code === undefined || serviceMessage.includes(code))
    return serviceMessage
  return serviceMessage ? `${serviceMessage} (${code})` : code
}

function parts(
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

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text
  // Don’t split a surrogate pair.
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Returns the text on one line, without control and bidirectional characters. */
function plain(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}
