import * as vscode from 'vscode'
import { withTimeout } from '../../api/deadline.ts'
import { ApiError, isUnsupported, needsProject } from '../../api/errors.ts'
import { hostOf, withProject, type Connection } from '../../connections/connection.ts'
import type { ServiceFor } from '../../connections/services.ts'
import { visible } from '../../texts.ts'
import { errorText } from '../../ui/errorTexts.ts'

/** The timeout of the check, in milliseconds. */
const checkTimeoutMs = 10_000

/** The outcome of checking a key before it is stored. */
export type KeyCheck =
  | { readonly kind: 'accepted'; readonly organization: string | undefined }
  /** The service doesn’t support the check. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: ApiError }

/** Checks keys that aren’t stored yet, by asking the service for their owner. Each is sent once. */
export function createKeyCheck(serviceFor: ServiceFor) {
  const outcomes = new Map<string, KeyCheck>()
  return {
    /** Returns why a key can’t be used; undefined if it was accepted or can’t be checked. */
    async problem(connection: Connection, apiKey: string, signal: AbortSignal) {
      const id = idOf(connection, apiKey)
      const outcome = await checkKey(serviceFor, connection, apiKey, signal)
      outcomes.set(id, outcome)
      return outcome.kind === 'failed' ? errorText(outcome.error, connection) : undefined
    },
    of: (connection: Connection, apiKey: string) => outcomes.get(idOf(connection, apiKey)),
  }
}

/** Returns the text for a connection that was added, after the check of its key. */
export function connectedText(connection: Connection, check: KeyCheck | undefined): string {
  const host = hostOf(connection)
  const organization = check?.kind === 'accepted' ? check.organization : undefined
  if (organization) {
    return vscode.l10n.t('Connected to {0} (organization: {1})', host, visible(organization))
  }
  return check?.kind === 'accepted'
    ? vscode.l10n.t('Connected to {0}', host)
    : vscode.l10n.t('Connection “{0}” saved', visible(connection.name))
}

async function checkKey(
  serviceFor: ServiceFor,
  connection: Connection,
  newKey: string,
  signal: AbortSignal,
): Promise<KeyCheck> {
  // Without the project, because access to a project can be denied with a valid key.
  const tenantWide = withProject(connection, undefined)
  try {
    const { organization } = await withTimeout(checkTimeoutMs, signal, async (ends) => {
      const service = await serviceFor(tenantWide, { newKey, isDirect: true })
      return service.whoAmI(ends)
    })
    return { kind: 'accepted', organization }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isUnknown = isUnsupported(error) || needsProject(error) || error.kind === 'forbidden'
    return isUnknown && error.kind !== 'invalidResponse'
      ? { kind: 'unknown' }
      : { kind: 'failed', error }
  }
}

function idOf({ baseUrl }: Connection, apiKey: string): string {
  return JSON.stringify([baseUrl, apiKey])
}
