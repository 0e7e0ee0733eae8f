import type { ApiError } from './errors.ts'
import type { Redact } from './redaction.ts'

/** What a service says of its refusal (lookups.md, “Errors and limits”). */
export interface ServiceWords {
  /** The body's `message`, else its `details`. */
  message?: string
  code?: string
}

const longestMessage = 300
const longestCode = 60
/** A page, also where a gateway put it into a message of its own. */
const isPage = /<(!doctype|html|head|body)\b/i

/**
 * Finds the service's own words in the body of an error: `{code, message, details}` or plain text. An
 * HTML page is not the service speaking.
 */
export function readServiceWords(body: string, contentType: string, redact: Redact): ServiceWords {
  const clean = (value: unknown, longest: number) => {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    // And again, once what kept a key from being found is gone.
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

/** The service's own words with its code, or the code alone; empty if it has none. */
export function serviceWords({ serviceMessage = '', status, code }: ApiError): string {
  // Without a status, the code is the network's or ours.
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
  // Not through the middle of a character.
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** One line without control characters or ones that turn the direction of what follows. */
function plain(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}
