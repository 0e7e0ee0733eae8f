// What proves that the 2xx of a deletion is the service’s: a proxy may answer with a status that isn’t, and put an
// error or a page into the body. The service answers without a body (docs/api.md, “Delete a machine pool”), but the
// body is left open. So what proves success is listed here, and any other body leaves open what became of the deletion.

import { isWebPage, withoutInvisible } from './response.ts'

/**
 * Returns whether the body of a 2xx lets the status stand: none, a text that says so, or JSON that is empty or says so,
 * also behind a guard such as `)]}'`.
 */
export function confirmsSuccess(response: Response, body: string): boolean {
  // Some servers announce a page even for a response that has no body by its status.
  if (response.status === 204) return true
  const text = withoutInvisible(body).trim()
  if (isWebPage(response, text) || pageElement.test(text)) return false
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

/**
 * A text such as `OK` or “Machine pool gpu is being deleted”, as a whole: within another text, such words prove
 * nothing.
 */
const successText =
  /^(the )?((request|deletion|(machine |node |worker )?pool)( \S+)? )?((is|was|has been) )?(being )?(successfully )?(ok|okay|success|successful|succeeded|accepted|deleted|deleting|removed|removing|terminating|done|completed)( successfully)?[.!]?$/i

function saysSuccess(text: string): boolean {
  return successText.test(text.trim())
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
    if (!reportName.test(name) || value === null || value === '') return []
    return [isSuccessValue(name, value) ? 'success' : 'other']
  })
}

/**
 * The name of a field in which services and gateways report what came of a request: in lowercase, without separators.
 */
const reportName =
  /^(accepted|code|deleted|description|details?|message|msg|ok|outcome|reason|result|state|status|statuscode|success|title)$/

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
