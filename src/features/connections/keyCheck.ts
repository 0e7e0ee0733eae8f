import * as vscode from 'vscode'
import { withTimeout } from '../../api/deadline.ts'
import { ApiError, isUnsupported, needsProject } from '../../api/errors.ts'
import { withProject, type Connection } from '../../connections/connection.ts'
import type { ServiceFor } from '../../connections/services.ts'
import { displayText } from '../../displayTexts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { checkConnectionAction, editConnectionsAction, showMessage } from '../../ui/messages.ts'

/** The timeout of the check, in milliseconds. */
const checkTimeoutMs = 10_000

/** The outcome of checking a key before it is stored. */
export interface KeyCheck {
  readonly isAccepted: boolean
  readonly organization?: string | undefined
  /** Why the service doesn’t accept it. */
  readonly refusal?: string
  /** Why the key couldn’t be checked; undefined if the service doesn’t support checks. */
  readonly failure?: string | undefined
  /** True if a web page came back: the URL isn’t that of the service’s API. */
  readonly isPage?: boolean
}

/** Checks a key that isn’t stored yet, by asking the service for its owner. */
export async function checkKey(
  serviceFor: ServiceFor,
  connection: Connection,
  newKey: string,
  signal: AbortSignal,
): Promise<KeyCheck> {
  // Without the project, because access to a project can be denied with a valid key.
  const tenantWide = withProject(connection, undefined)
  try {
    const { organization } = await withTimeout(checkTimeoutMs, signal, async (deadline) => {
      const service = await serviceFor(tenantWide, { newKey, isDirect: true })
      return service.whoAmI(deadline)
    })
    return { isAccepted: true, organization }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const text = errorText(error, connection)
    if (error.kind === 'unauthorized') return { isAccepted: false, refusal: text }
    const failure = isCheckUnsupported(error) ? undefined : text
    return { isAccepted: false, failure, isPage: error.isPage === true }
  }
}

/**
 * Returns whether an error only means that the service doesn’t support “who am I”, or doesn’t allow it for this key.
 */
function isCheckUnsupported(error: ApiError): boolean {
  if (error.kind === 'invalidResponse') return false
  return isUnsupported(error) || needsProject(error) || error.kind === 'forbidden'
}

/** Warns that a key was saved although it couldn’t be checked. */
export function notifyUncheckedKey(connection: Connection, failure: string): void {
  const text = vscode.l10n.t(
    'The API key for “{0}” was saved, but couldn’t be checked. {1}',
    displayText(connection.name),
    failure,
  )
  showMessage('warning', text, [checkConnectionAction(connection), editConnectionsAction()])
}
