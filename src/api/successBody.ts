// What proves that the 2xx of a deletion is the service’s: a proxy may answer with a status that isn’t, and put an
// error or a page into the body. The service answers without a body (docs/api.md, “Delete a machine pool”), but the
// body is left open. So what proves success is listed here, and any other body leaves open what became of the deletion.

import { isWebPage, withoutInvisible } from './response.ts'

/**
 * Returns whether the body of a 2xx lets the status stand: none, a text that says so, or JSON that is empty or says so,
 * also after a guard such as `)]}'`.
 */
export function confirmsSuccess(response: Response, body: string): boolean {
  if (body === '') return true // some servers announce a page even for a response without a body
  const text = withoutInvisible(body).trim()
  if (isWebPage(response, text) || pageElement.test(text)) return false
  // Bytes that aren’t text are decoded as replacement characters: such a body isn’t empty, and says nothing.
  if (text === '') return !/[\0\ufffd]/.test(body)
  try {
    return provesSuccess(JSON.parse(text.replace(scriptGuard, '')))
  } catch {
    return saysSuccess(text)
  }
}

/** What keeps a body from being run as a script. */
const scriptGuard = /^\s*\)\]\}',?/

/** An element of a web page, anywhere in a text that may be no page as a whole. */
const pageElement = /<(!doctype|html|head|body|title|meta|script|form|iframe|a\s)\b/i

const successWord = '(ok|okay|success|successful|succeeded|accepted|done|completed)'
const deletionWord = '(deleted|deleting|removed|removing|terminating)'

/**
 * The texts that say success, such as `OK` or “Machine pool is being deleted”. They count as a whole: with any other
 * word, such as “not”, they may say the opposite.
 */
const successTexts = [
  new RegExp(`^((the )?(request|deletion) ((is|was|has been) )?)?${successWord}$`),
  new RegExp(
    `^((the )?((machine|node|worker) )?pool ((is|was|has been) )?(being )?)?${deletionWord}$`,
  ),
  /^(successfully (deleted|removed)|(deleted|removed) successfully)$/,
]

function saysSuccess(text: string): boolean {
  const sentence = text.trim().toLowerCase().replace(/[.!]$/, '')
  return successTexts.some((pattern) => pattern.test(sentence))
}

/** Returns whether JSON has nothing to say, or says success and nothing else. */
function provesSuccess(json: unknown): boolean {
  if (json === null || json === true) return true
  if (typeof json === 'string') return saysSuccess(json)
  if (typeof json !== 'object') return false
  const reports = findReports(json)
  if (reports.length === 0) return Object.keys(json).length === 0
  return reports.every((report) => report === 'success')
}

/** What a field of a response says of the request. */
type Report = 'success' | 'other'

/** Returns what the fields of JSON report, at any depth: gateways wrap their reports. */
function findReports(json: object): Report[] {
  return Object.entries(json).flatMap(([fieldName, value]: [string, unknown]): Report[] => {
    const name = fieldName.toLowerCase().replaceAll(/[_-]/g, '')
    if (errorName.test(name)) return saysNoError(value) ? [] : ['other']
    if (typeof value === 'object' && value !== null) return findReports(value)
    if (value === null || value === '') return []
    if (reportName.test(name)) return [isSuccessValue(name, value) ? 'success' : 'other']
    // A flag whose meaning isn’t known may report a failure, as may a text in a list.
    return typeof value === 'boolean' || Array.isArray(json) ? ['other'] : []
  })
}

/**
 * The name of a field in which services and gateways report what came of a request: in lowercase, without separators.
 */
const reportName =
  /^(accepted|body|code|content|data|deleted|description|details?|message|msg|ok|outcome|reason|response|result|state|status|statuscode|success|title)$/

/** The name of a field that has an error, if it has anything. */
const errorName = /^(err|fail|fault|exception)|(error|failure)s?$/

/** Returns whether the value of an error’s field says that there is none. */
function saysNoError(value: unknown): boolean {
  if (!value || value === 'none') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Returns whether the value of a field in {@link reportName} says success. */
function isSuccessValue(name: string, value: unknown): boolean {
  if (value === true) return true
  if (name === 'code' && String(value) === '0') return true
  if (/^(code|status|statuscode)$/.test(name) && /^2\d\d$/.test(String(value))) return true
  return typeof value === 'string' && saysSuccess(value)
}
