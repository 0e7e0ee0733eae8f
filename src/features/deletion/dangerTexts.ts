import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import type { Danger } from '../../deletion/guard.ts'
import type { Inspection } from '../../deletion/inspection.ts'
import { errorText } from '../../ui/errorTexts.ts'

const dangerTexts: Record<Exclude<Danger, 'checkFailed'>, string> = {
  controlPlane: vscode.l10n.t(
    'This is a control plane pool. Without it, the cluster may stop working.',
  ),
  lastWorker: vscode.l10n.t(
    'This is the cluster’s last worker pool. Without it, the cluster can’t run workloads.',
  ),
  lastSystemPool: vscode.l10n.t('This is the cluster’s last system pool. AKS needs at least one.'),
  controlPlaneUnknown: vscode.l10n.t(
    'The service doesn’t report which machine pools are control plane pools. Deleting a control plane pool may stop the cluster.',
  ),
  checkUnsupported: vscode.l10n.t(
    'Couldn’t check for control plane pools and last worker pools because the service doesn’t support this check.',
  ),
}

/** Returns what is dangerous about deleting a pool, or why it couldn’t be checked; `textOf` formats an error. */
export function dangerText(
  danger: Danger,
  { pool, lookup }: Inspection,
  textOf = errorText,
): string {
  if (danger !== 'checkFailed') return dangerTexts[danger]
  const { connection } = pool
  let why = vscode.l10n.t(
    'Some machine pools in the service’s response aren’t in a supported format.',
  )
  if (lookup.kind === 'failed') {
    const { error } = lookup
    // With an entered UID, a 404 is mostly about the UID.
    why =
      error.kind === 'notFound'
        ? vscode.l10n.t(
            '{0} doesn’t list this cloud config, or doesn’t support this check (404).',
            hostOf(connection),
          )
        : textOf(error, connection)
  }
  return vscode.l10n.t(
    'Couldn’t check whether this is a control plane pool or the last worker pool. {0}',
    why,
  )
}
