import * as vscode from 'vscode'
import { hiddenByBrowser } from '../api/browser.ts'
import type { ApiError, InputProblem } from '../api/errors.ts'
import { serviceErrorText } from '../api/errorBody.ts'
import { hostOf, type Connection } from '../connections/connection.ts'
import { plain, revealed, visible } from '../texts.ts'
import { inputProblemText } from './problemTexts.ts'

/**
 * What a person is told of a failure: what happened, in the service's words too, and what to do.
 * `quote` makes the parts from outside fit for where the text stands.
 */
export function errorText(
  error: ApiError,
  connection: Connection,
  quote?: (part: string) => string,
): string {
  return withServiceWords(reasonText(error, connection, quote ?? visible), error, quote)
}

/** What happened, and what the service says of it. */
export function withServiceWords(
  reason: string,
  error: ApiError,
  quote: (part: string) => string = revealed, // they are short already
): string {
  const words = serviceErrorText(error)
  return plain(words ? `${reason} ${vscode.l10n.t('It says: {0}', quote(words))}` : reason)
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
      return vscode.l10n.t('Refused')
    case 'rejected':
      return status === 408 ? vscode.l10n.t('Request timed out') : vscode.l10n.t('Refused')
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
      return vscode.l10n.t('Request timed out')
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
      return error.code === 'connectionChanged'
        ? vscode.l10n.t(
            'The request was not sent because connection “{0}” was changed or removed in the meantime.',
            quote(connection.name),
          )
        : vscode.l10n.t(
            'The request was not sent because the value of “{0}” isn’t valid. {1}',
            quote(error.field ?? ''),
            inputProblemText(error.code as InputProblem),
          )
    case 'unauthorized':
      return error.status === undefined
        ? vscode.l10n.t('Connection “{0}” has no API key.', quote(connection.name))
        : vscode.l10n.t('{0} did not accept the API key (401).', host)
    case 'forbidden':
      return error.keyMayBeWrong
        ? vscode.l10n.t(
            '{0} doesn’t accept the API key, or the key has no permissions (403).',
            host,
          )
        : vscode.l10n.t('{0} does not allow this for your API key (403).', host)
    case 'notFound':
      return vscode.l10n.t('{0} does not know this (404).', host)
    case 'conflict':
      return vscode.l10n.t('{0} refused because something else is going on (409).', host)
    case 'rateLimited':
      return wait === undefined
        ? vscode.l10n.t('{0} gets too many requests (429). Try again later.', host)
        : vscode.l10n.t('{0} gets too many requests (429). Try again in {1} seconds.', host, wait)
    case 'rejected':
      return error.status === 408
        ? vscode.l10n.t('The request to {0} timed out (408).', host)
        : vscode.l10n.t('{0} refused the request ({1}).', host, status)
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
        : status === '' // a browser hides it
          ? vscode.l10n.t(
              '{0} redirects, which was not followed. Check the connection’s address.',
              host,
            )
          : vscode.l10n.t(
              '{0} redirects ({1}), which was not followed. Check the connection’s address.',
              host,
              status,
            )
    case 'unreachable':
      if (error.code === hiddenByBrowser) {
        return vscode.l10n.t(
          '{0} cannot be reached, or it does not allow requests from web pages at {1} (CORS): a browser does not say which. Ask who runs the service to allow them, or use VS Code on the desktop.',
          host,
          quote(globalThis.origin),
        )
      }
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
      return vscode.l10n.t('The request to {0} timed out.', host)
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
