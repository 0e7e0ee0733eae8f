// What proves that the 2xx of a deletion is the service’s: a proxy may answer with a status that isn’t, and put an error or
// a page into the body. The service answers without a body (docs/api.md, “Delete a machine pool”), but the body is left
// open. So what proves success is listed here, and any other body leaves open what became of the deletion.

import { isErrorCode, isWebPage, withoutInvisible } from './response.ts'

/**
 * Returns whether the body of a 2xx lets the status stand: an empty one, a text that says so, or JSON without an error, also
 * behind a guard such as `)]}'`.
 */
export function confirmsSuccess(response: Response, body: string): boolean {
  const text = withoutInvisible(body).trim()
  if (isWebPage(response, text) || pageElement.test(text)) return false
  if (text === '') return true
  try {
    return isSuccess(JSON.parse(text.replace(scriptGuard, '')))
  } catch {
    // Malformed JSON, or cut: the rest may be an error.
    return !/^[[{]/.test(text.replace(scriptGuard, '').trim()) && saysSuccess(text)
  }
}

/** What keeps a body from being run as a script. */
const scriptGuard = /^\s*\)\]\}',?/

/** An element of a web page, anywhere in a text that may be no page as a whole. */
const pageElement = /<(!doctype|html|head|body|title|meta|script|form|iframe|a\s)\b/i

const successWords =
  /\b(ok|okay|success\w*|succeeded|accepted|delet(ed|ing|ion)|remov(ed|ing|al)|done|completed?|scheduled|started|queued)\b/i

/** What turns a text around in which something was accepted or deleted. */
const failureWords =
  /\b(not|no|never|cannot|unable|unless|error\w*|exception|fail\w*|fault|den(y|ied)|forbidden|unauthori[sz]ed|unavailable|refus\w*|reject\w*|abort\w*|invalid|bad|expired?|exceed\w*|reset|disconnect\w*|time(d|s)?[ -]?out)\b|n['’]t\b/i

/** Returns whether a text says that something succeeded, and nothing else. */
function saysSuccess(text: string): boolean {
  return successWords.test(text) && !failureWords.test(text)
}

function isSuccess(json: unknown): boolean {
  if (json === null || json === true) return true
  if (typeof json === 'string') return saysSuccess(json)
  if (typeof json !== 'object') return false
  // Gateways wrap what they report: into a list, or into a field such as `response`.
  const candidates = [json, ...Object.values(json)]
  return !candidates.some(reportsFailure) && !hasError(json)
}

/** Returns whether JSON has an error anywhere. */
function hasError(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  return Object.entries(json).some(([name, value]) => {
    return (errorName.test(name) && !isHarmless(value)) || hasError(value)
  })
}

/** The name of a field that has an error, if it has anything. */
const errorName = /^(error|fault|exception)|errors?$/i

/** Returns whether the value of an error’s field says that there is none. */
function isHarmless(value: unknown): boolean {
  if (!value) return true
  if (typeof value === 'object') return Object.keys(value).length === 0
  return isSuccessCode(value) || value === 'none'
}

/** Returns whether an object reports that what was requested has failed, or reports it in words that don’t say success. */
function reportsFailure(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false
  return Object.entries(json).some(([name, value]) => {
    return reportFields.some(({ names, isFailure }) => {
      return names.includes(name.toLowerCase().replaceAll(/[_-]/g, '')) && isFailure(value)
    })
  })
}

/** The fields in which services and gateways report what came of a request. */
const reportFields: readonly {
  /** In lowercase, without separators. */
  readonly names: readonly string[]
  readonly isFailure: (value: unknown) => boolean
}[] = [
  { names: ['code'], isFailure: (code) => isErrorCode(code) && !isSuccessCode(code) },
  { names: ['success', 'ok'], isFailure: (value) => value === false },
  {
    names: ['status', 'statuscode', 'httpstatus', 'httpcode', 'result', 'outcome'],
    isFailure: (value) => Number(value) >= 400 || isText(value, (text) => failureWords.test(text)),
  },
  {
    names: ['message', 'msg', 'detail', 'details', 'reason', 'title'],
    isFailure: (value) => isText(value, (text) => !saysSuccess(text)),
  },
]

/** Returns whether a value is a text with words, and is as wanted. */
function isText(value: unknown, isWanted: (text: string) => boolean): boolean {
  return typeof value === 'string' && value.trim() !== '' && isWanted(value)
}

/** Returns whether a code, which gateways also put into successes, says that something succeeded. */
function isSuccessCode(code: unknown): boolean {
  return /^(0|2\d\d|ok|success)$/i.test(String(code))
}
