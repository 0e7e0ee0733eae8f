import * as vscode from 'vscode'
import { hiddenByBrowser } from '../api/networkErrors.ts'
import {
  needsProject,
  refusesProject,
  serviceErrorText,
  unusableCode,
  type ApiError,
  type InputProblem,
} from '../api/errors.ts'
import { hostOf, type Connection } from '../connections/connection.ts'
import {
  joinSentences,
  labeledValue,
  escapeLinks,
  escapeInvisible,
  displayText,
} from '../displayTexts.ts'
import { keyExposureAdvice, keyExposureText, inputProblemText } from './problemTexts.ts'

/** Returns the full message for an error: what happened, what to do, and the message of the service. */
export function errorText(error: ApiError, connection: Connection): string {
  const reason = joinSentences(reasonText(error, connection), adviceText(error) ?? '')
  return withServiceMessage(reason, error)
}

/** Returns what happened, and the message of the service, but not what to do. `quote` escapes external texts. */
export function failureText(
  error: ApiError,
  connection: Connection,
  quote?: (part: string) => string,
): string {
  return withServiceMessage(reasonText(error, connection, quote), error, quote)
}

export function withServiceMessage(
  reason: string,
  error: ApiError,
  // The default only escapes, because the message of a service is already limited in length.
  quote: (part: string) => string = escapeInvisible,
): string {
  const message = serviceErrorText(error)
  if (!message) return escapeLinks(reason)
  const report = vscode.l10n.t('The service reported: {0}', quote(message))
  return escapeLinks(joinSentences(reason, report))
}

/** Returns what a 403 of a host means. Some services answer a wrong API key with this status, too. */
export function forbiddenText(host: string): string {
  return vscode.l10n.t(
    '{0} doesn’t accept the API key, or the key has no permission for this (403).',
    host,
  )
}

/** Returns the short title of a tree row that shows an error. */
export function errorTitle(error: ApiError): string {
  const { kind, status } = error
  if (unusableCode(error) === 'incomplete') return vscode.l10n.t('Machine pools not listed')
  const titles: Record<ApiError['kind'], string> = {
    invalidInput: vscode.l10n.t('Invalid input'),
    unauthorized:
      status === undefined ? vscode.l10n.t('No API key') : vscode.l10n.t('API key not accepted'),
    forbidden: vscode.l10n.t('Access denied'),
    notFound: vscode.l10n.t('Not found'),
    conflict: vscode.l10n.t('Request rejected'),
    rejected:
      status === 408 ? vscode.l10n.t('Request timed out') : vscode.l10n.t('Request rejected'),
    rateLimited: vscode.l10n.t('Too many requests'),
    server: vscode.l10n.t('Service error'),
    redirected: vscode.l10n.t('Redirected'),
    unreachable: vscode.l10n.t('Connection failed'),
    tls: vscode.l10n.t('Secure connection failed'),
    timeout: vscode.l10n.t('Request timed out'),
    cancelled: vscode.l10n.t('The operation was canceled.'),
    invalidResponse: vscode.l10n.t('Unexpected response'),
  }
  return titles[kind]
}

/** Returns what to do about an error, in one sentence. Undefined if the text about what happened already says that. */
export function adviceText(error: ApiError): string | undefined {
  const { retryAfterMs = Infinity } = error
  if (needsProject(error)) return vscode.l10n.t('Select a project.')
  switch (error.kind) {
    case 'unauthorized':
      return vscode.l10n.t('Set a valid API key.')
    case 'forbidden':
      return vscode.l10n.t('If the current key is valid, ask an administrator for permissions.')
    case 'notFound':
      return vscode.l10n.t('Check the names and UIDs.')
    case 'rateLimited':
    case 'server':
    case 'conflict':
    case 'timeout':
      // For more than an hour, the text names no time, because nobody waits that long.
      return retryAfterMs > 3_600_000
        ? vscode.l10n.t('Try again later.')
        : vscode.l10n.t('Try again in {0} s.', Math.ceil(retryAfterMs / 1000))
    case 'invalidResponse':
      // The service has responded, so the URL is right.
      if (unusableCode(error)) return vscode.l10n.t('Try again later.')
      return vscode.l10n.t('Check the connection’s URL.')
    case 'redirected':
      return vscode.l10n.t('Check the connection’s URL.')
    case 'unreachable':
      return error.code === hiddenByBrowser
        ? vscode.l10n.t(
            'Ask the service administrator to allow this origin, or use VS Code Desktop.',
          )
        : vscode.l10n.t('Check your network, VPN, firewall, and proxy.')
    case 'tls':
      return insecureAdvice(error)
    case 'rejected':
    case 'invalidInput':
    case 'cancelled':
      return undefined
  }
}

/** Returns what happened, without the message of the service. `quote` escapes external texts. */
export function reasonText(
  error: ApiError,
  connection: Connection,
  quote: (part: string) => string = displayText,
): string {
  const host = quote(hostOf(connection))
  if (refusesProject(error)) return projectText(connection, quote)
  switch (error.kind) {
    case 'invalidInput':
      return invalidInputText(error, connection, quote)
    case 'unauthorized':
      return error.status === undefined
        ? vscode.l10n.t('Connection “{0}” has no API key.', quote(connection.name))
        : vscode.l10n.t('{0} didn’t accept the API key ({1}).', host, statusText(error))
    case 'forbidden':
      return forbiddenText(host)
    case 'notFound':
      return vscode.l10n.t('{0} couldn’t find this item (404).', host)
    case 'conflict':
      return vscode.l10n.t(
        '{0} rejected the request because of a conflict (409). Another operation may be in progress.',
        host,
      )
    case 'rateLimited':
      return vscode.l10n.t('Too many requests to {0} (429).', host)
    case 'rejected':
      return error.status === 408
        ? vscode.l10n.t('The request to {0} timed out.', host)
        : vscode.l10n.t('{0} rejected the request ({1}).', host, statusText(error))
    case 'server':
      return vscode.l10n.t('{0} reported a server error ({1}).', host, statusText(error))
    case 'redirected':
      return redirectText(error, connection, quote)
    case 'unreachable':
      return unreachableText(error, connection, quote)
    case 'tls':
      return insecureText(error, host, quote)
    case 'timeout':
      return vscode.l10n.t('The request to {0} timed out.', host)
    case 'cancelled':
      return vscode.l10n.t('The operation was canceled.')
    case 'invalidResponse':
      return invalidResponseText(error, host)
  }
}

function invalidResponseText(error: ApiError, host: string): string {
  switch (unusableCode(error)) {
    case 'incomplete':
      return vscode.l10n.t('{0} returned a cluster without machine pools.', host)
    case 'otherItem':
      return vscode.l10n.t('{0} returned a different cluster than the requested one.', host)
    case undefined:
      return vscode.l10n.t('{0} returned an unexpected response.', host)
  }
}

/** Returns the text about a connection that isn’t secure: it failed, or the environment prevents it. */
function insecureText(
  { code = 'TLS' }: ApiError,
  host: string,
  quote: (part: string) => string,
): string {
  return (
    keyExposureText(code, host) ??
    vscode.l10n.t('Couldn’t establish a secure connection to {0} ({1}).', host, quote(code))
  )
}

function insecureAdvice({ code }: ApiError): string {
  return keyExposureAdvice(code) ?? vscode.l10n.t('Check the service’s certificate.')
}

function statusText({ status }: ApiError): string {
  return String(status ?? '')
}

function invalidInputText(
  error: ApiError,
  connection: Connection,
  quote: (part: string) => string,
): string {
  if (error.code === 'connectionChanged') {
    return vscode.l10n.t(
      'Nothing was sent or changed because connection “{0}” was changed or removed in the meantime. Try again.',
      quote(connection.name),
    )
  }
  return vscode.l10n.t(
    'The request was not sent because a value isn’t valid. {0}',
    invalidValueText(error),
  )
}

/**
 * Returns the text about a redirect, which is never followed. The text names its target only if that is another origin.
 */
function redirectText(
  { redirectOrigin }: ApiError,
  connection: Connection,
  quote: (part: string) => string,
): string {
  const host = quote(hostOf(connection))
  if (!redirectOrigin || redirectOrigin === connection.origin) {
    return vscode.l10n.t(
      '{0} redirected the request, but Poolkeeper doesn’t follow redirects.',
      host,
    )
  }
  return vscode.l10n.t(
    '{0} redirected the request to {1}, but Poolkeeper doesn’t follow redirects.',
    host,
    quote(redirectOrigin),
  )
}

function unreachableText(
  { code }: ApiError,
  connection: Connection,
  quote: (part: string) => string,
): string {
  const host = quote(hostOf(connection))
  if (code === hiddenByBrowser) {
    return vscode.l10n.t(
      'The connection to {0} failed, or the service doesn’t allow requests from {1} (CORS). Browsers don’t report which.',
      host,
      quote(globalThis.origin),
    )
  }
  return vscode.l10n.t(
    'The connection to {0} failed ({1}).',
    host,
    quote(code ?? vscode.l10n.t('unknown')),
  )
}

/** Returns the text about an invalid value, which begins with the value’s name, such as “Project UID: …”. */
function invalidValueText({ field = '', code }: ApiError): string {
  const names: Record<string, string> = {
    provider: vscode.l10n.t('Provider'),
    region: vscode.l10n.t('Region'),
    cloudAccountUid: vscode.l10n.t('Cloud account'),
    project: vscode.l10n.t('Google Cloud project'),
    projectUid: vscode.l10n.t('Project'),
    uid: vscode.l10n.t('Cluster'),
    configUid: vscode.l10n.t('Cloud config'),
    machinePoolName: vscode.l10n.t('Machine pool'),
    apiKey: vscode.l10n.t('API key'),
  }
  const problem = inputProblemText(code as InputProblem)
  const name = names[field]
  return name === undefined ? problem : labeledValue(name, problem)
}

/**
 * Returns the text about the project of a request. If the connection has no project, the request named the project of
 * the cluster.
 */
function projectText({ projectUid }: Connection, quote: (part: string) => string): string {
  return projectUid === undefined
    ? vscode.l10n.t(
        'The API key has no access to the project of this cluster, or the project doesn’t exist.',
      )
    : vscode.l10n.t(
        'The API key has no access to project {0}, or the project doesn’t exist.',
        quote(projectUid),
      )
}
