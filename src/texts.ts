import * as vscode from 'vscode'
import type { ApiError } from './api/client.ts'
import type { InputProblem } from './api/errors.ts'
import { hostOf, type Connection, type ConnectionProblem } from './connections/connection.ts'

/**
 * What a person is told of a failure: what happened, in the service's words too, and what to do.
 * `quote` makes the parts from outside fit for where the text stands.
 */
export function errorText(
  error: ApiError,
  connection: Connection,
  quote?: (part: string) => string,
): string {
  const { serviceMessage } = error
  const words = serviceMessage && (quote ?? revealed)(serviceMessage) // they are short already
  const said = words ? ` ${vscode.l10n.t('It says: {0}', words)}` : ''
  return plain(reasonText(error, connection, quote ?? visible) + said)
}

/** A failure in a few words, for a row of a tree. */
export function errorTitle({ kind, status }: ApiError): string {
  switch (kind) {
    case 'invalidInput':
      return vscode.l10n.t('Cannot be asked for')
    case 'unauthorized':
      return status === undefined
        ? vscode.l10n.t('No API key')
        : vscode.l10n.t('API key not accepted')
    case 'forbidden':
      return vscode.l10n.t('Not allowed')
    case 'notFound':
      return vscode.l10n.t('Not found')
    case 'conflict':
    case 'rejected':
      return vscode.l10n.t('Refused')
    case 'rateLimited':
      return vscode.l10n.t('Too many requests')
    case 'server':
      return vscode.l10n.t('The service failed')
    case 'redirected':
      return vscode.l10n.t('Redirected')
    case 'unreachable':
      return vscode.l10n.t('Cannot be reached')
    case 'tls':
      return vscode.l10n.t('No trusted connection')
    case 'timeout':
      return vscode.l10n.t('No answer in time')
    case 'cancelled':
      return vscode.l10n.t('Cancelled')
    case 'invalidResponse':
      return vscode.l10n.t('Unexpected answer')
  }
}

function reasonText(
  error: ApiError,
  connection: Connection,
  quote: (part: string) => string,
): string {
  const host = quote(hostOf(connection))
  const status = String(error.status ?? '')
  const wait = waitSeconds(error)
  switch (error.kind) {
    case 'invalidInput':
      return vscode.l10n.t('Nothing was sent: {0}.', quote(error.message))
    case 'unauthorized':
      return error.status === undefined
        ? vscode.l10n.t('Connection “{0}” has no API key.', quote(connection.name))
        : vscode.l10n.t('{0} did not accept the API key (401).', host)
    case 'forbidden':
      return vscode.l10n.t('{0} does not allow this for your API key (403).', host)
    case 'notFound':
      return vscode.l10n.t('{0} does not know this (404).', host)
    case 'conflict':
      return vscode.l10n.t('{0} refused because something else is going on (409).', host)
    case 'rateLimited':
      return wait === undefined
        ? vscode.l10n.t('{0} gets too many requests (429). Try again later.', host)
        : vscode.l10n.t('{0} gets too many requests (429). Try again in {1} seconds.', host, wait)
    case 'rejected':
      return vscode.l10n.t('{0} refused the request ({1}).', host, status)
    case 'server':
      return wait === undefined
        ? vscode.l10n.t('{0} failed ({1}).', host, status)
        : vscode.l10n.t('{0} failed ({1}) and asks to wait {2} seconds.', host, status, wait)
    case 'redirected':
      return error.redirectOrigin && error.redirectOrigin !== connection.origin
        ? vscode.l10n.t(
            '{0} redirects to {1}, which was not followed. If that is your service, correct the connection’s address.',
            host,
            quote(error.redirectOrigin),
          )
        : vscode.l10n.t(
            '{0} redirects ({1}), which was not followed. Check the connection’s address.',
            host,
            status,
          )
    case 'unreachable':
      return error.code
        ? vscode.l10n.t(
            '{0} cannot be reached ({1}). Check the address, the network and the proxy.',
            host,
            quote(error.code),
          )
        : vscode.l10n.t(
            '{0} cannot be reached. Check the address, the network and the proxy.',
            host,
          )
    case 'tls':
      return vscode.l10n.t(
        'No trusted connection to {0} can be made ({1}). Check its address and its certificate.',
        host,
        quote(error.code ?? 'TLS'),
      )
    case 'timeout':
      return vscode.l10n.t('{0} did not answer in time.', host)
    case 'cancelled':
      return vscode.l10n.t('Cancelled.')
    case 'invalidResponse':
      return vscode.l10n.t(
        '{0} answered with something that is not this API. Check the connection’s address.',
        host,
      )
  }
}

/** How long the service asks to wait; what is longer than an hour is of no use to anybody. */
function waitSeconds({ retryAfterMs }: ApiError): number | undefined {
  if (retryAfterMs === undefined || retryAfterMs > 3_600_000) return undefined
  return Math.ceil(retryAfterMs / 1000)
}

/** How far the list of clusters has been read. */
export function clustersSoFar(count: number): string {
  return vscode.l10n.t('{0} clusters so far', count)
}

/** What is said of a list whose pages never end. */
export function cutTitle(): string {
  return vscode.l10n.t('There may be more')
}

/** Why there may be. */
export function cutText(): string {
  return vscode.l10n.t('The service’s list could not be read to its end.')
}

/** What is wrong with a value that was typed or pasted. */
export function inputProblemText(problem: InputProblem | 'form' | 'duplicate'): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter a value.')
    case 'dots':
      return vscode.l10n.t('“.” and “..” cannot be names.')
    case 'control':
      return vscode.l10n.t('It has a control character, such as a tab or a line end.')
    case 'malformed':
      return vscode.l10n.t('It is not well-formed text.')
    case 'provider':
      return vscode.l10n.t(
        'Enter one lower-case word, such as aws, or cloudTypes/ and the name of a custom cloud.',
      )
    case 'addressForm':
      return vscode.l10n.t('Enter an address that starts with https://.')
    case 'addressInsecure':
      return vscode.l10n.t(
        'The address must start with https://. Only a service on this machine may use http://.',
      )
    case 'addressCredentials':
      return vscode.l10n.t('The address must not carry a user name or password.')
    case 'addressQuery':
      return vscode.l10n.t('The address must not carry a query (?) or a fragment (#).')
    case 'header':
      return vscode.l10n.t(
        'It has characters that cannot be sent. Copy it again, without anything around it.',
      )
    case 'timeout':
      return vscode.l10n.t('The time is out of range.')
    case 'form':
      return vscode.l10n.t('It has not the form that the setting describes.')
    case 'duplicate':
      return vscode.l10n.t('Another connection has this name.')
  }
}

/** Which entry of the setting is broken, and why. */
export function connectionProblemText(problem: ConnectionProblem): { entry: string; why: string } {
  const { name, position } = problem
  const entry = name === undefined ? vscode.l10n.t('Connection {0}', position) : visible(name)
  const why = inputProblemText(problem.problem)
  return { entry, why: problem.field === 'entry' ? why : `${problem.field}: ${why}` }
}

/**
 * A text from outside, fit for one line that people read; see {@link revealed}. A long one loses its
 * middle and tells how much that is: what stands after it must still be seen, and its end is where
 * names differ.
 */
export function visible(text: string): string {
  const all = revealed(text)
  if (all.length <= longest) return all
  // Not through the middle of a character or of a code.
  const head = all.slice(0, 120).replace(/(\\u\{[^}]*|\\u?|[\uD800-\uDBFF])$/, '')
  const tail = all.slice(-60).replace(/^(\\?u?\{?[\da-f]*\}|[\uDC00-\uDFFF])/, '')
  return `${head}…+${all.length - head.length - tail.length}…${tail}`
}

/** The longest name that is shown whole: a dialog with several must fit a small screen. */
const longest = 200

/**
 * A text from outside in which what is invisible or turns the direction of writing stands as its
 * code, so that none passes for another one.
 */
export function revealed(text: string): string {
  if (/^[!-~·]+( [!-~·]+)*$/.test(text)) return text // most are, and lists are long
  const pattern = text === text.normalize('NFC') ? unseen : unseenOrComposed
  return text.replace(pattern, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`)
}

/** What shows nothing of its own, or looks like a space; and spaces that VS Code may not show. */
const unseen =
  /[\p{C}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|^ | $|(?<= ) |(?!\ufe0f)\p{DI}|(?<!\p{Extended_Pictographic})\ufe0f/gu

/** In a text that looks the same in another spelling, also what may be composed. */
const unseenOrComposed = new RegExp(
  `${unseen.source}|[\\p{M}\\u1100-\\u11ff\\u212a\\u212b\\u2126]`,
  'gu',
)

/** A uid, and before it what the thing is called, where that is known. */
export function namedUid(uid: string, name: string | undefined): string {
  return name === undefined ? visible(uid) : `${visible(name)} (${visible(uid)})`
}

/** What to call a thing: its user's own label, else what the service calls it now, else did last. */
export function titleOf(
  { label, lastName }: { label?: string | undefined; lastName?: string | undefined } = {},
  name?: string,
): string | undefined {
  return label ?? name ?? lastName
}

/** A message whose parts come from outside: VS Code would make links, even to commands, of `[…](…)`. */
export function plain(message: string): string {
  return message.replaceAll('](', '] (')
}

/** A label whose text comes from outside: VS Code would make an icon of `$(…)`. */
export function withoutIcons(label: string): string {
  return label.replaceAll('$(', '\\$(')
}

/** How long ago, in words, where that is longer than a minute. */
export function ageText(at: number): string | undefined {
  const minutes = Math.floor((Date.now() - at) / 60_000)
  if (minutes < 1) return undefined
  if (minutes === 1) return vscode.l10n.t('1 minute ago')
  if (minutes < 60) return vscode.l10n.t('{0} minutes ago', minutes)
  const hours = Math.floor(minutes / 60)
  return hours === 1 ? vscode.l10n.t('1 hour ago') : vscode.l10n.t('{0} hours ago', hours)
}
