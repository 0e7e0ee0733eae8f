import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import { mayKeepPools, type Danger } from '../../deletion/guard.ts'
import type { Inspection } from '../../deletion/inspection.ts'
import { joinSentences } from '../../displayTexts.ts'
import { runsWorkloads } from '../../model/poolFacts.ts'
import { errorText } from '../../ui/errorTexts.ts'

const dangerTexts: Record<
  Exclude<Danger, 'checkFailed' | 'checkUnsupported' | 'lastWorker'>,
  string
> = {
  controlPlane: vscode.l10n.t(
    'This is a control plane pool. Without it, the cluster may stop working.',
  ),
  roleUnreadable: vscode.l10n.t(
    'Couldn’t read from the service’s response whether this is a control plane pool or a system pool.',
  ),
  lastSystemPool: vscode.l10n.t(
    'This is the cluster’s last system pool with nodes. AKS needs at least one.',
  ),
  lastSystemPoolUnknown: vscode.l10n.t(
    'This may be the cluster’s last system pool with nodes. AKS needs at least one.',
  ),
  lastWorkerUnknown: vscode.l10n.t(
    'This may be the cluster’s last worker pool with nodes. Other pools may have none.',
  ),
  controlPlaneUnknown: vscode.l10n.t(
    'The service doesn’t report which machine pools are control plane pools. Deleting a control plane pool may stop the cluster.',
  ),
}

/** Returns what is dangerous about deleting a pool, and what couldn’t be checked; `textOf` formats an error. */
export function dangerLines(inspection: Inspection, textOf = errorText): string[] {
  return inspection.dangers.map((danger) => dangerText(danger, inspection, textOf))
}

function dangerText(danger: Danger, inspection: Inspection, textOf: typeof errorText): string {
  if (danger === 'checkFailed') return uncheckedText(failureReasonText(inspection, textOf))
  if (danger === 'checkUnsupported') {
    return uncheckedText(vscode.l10n.t('The service doesn’t support this check.'))
  }
  return danger === 'lastWorker' ? lastWorkerText(inspection) : dangerTexts[danger]
}

/** Returns what the cluster loses with its last worker pool that has nodes. Another pool may be scaled up from none. */
function lastWorkerText({ config, poolsBeingDeleted }: Inspection): string {
  if (mayKeepPools(config?.pools ?? [], poolsBeingDeleted, runsWorkloads)) {
    return vscode.l10n.t(
      'Without the other pools whose deletion was requested, this is the cluster’s last worker pool with nodes.',
    )
  }
  return joinSentences(
    vscode.l10n.t('This is the cluster’s last worker pool with nodes.'),
    config?.hasFargateProfiles
      ? vscode.l10n.t('Without this pool, only Fargate profiles can run workloads.')
      : vscode.l10n.t('Without this pool, no node is left to run workloads.'),
  )
}

/** Returns the line for a pool that couldn’t be checked. */
function uncheckedText(why: string): string {
  return vscode.l10n.t(
    'Couldn’t check whether this is a control plane pool or the last worker pool. {0}',
    why,
  )
}

/** Returns why the check for dangers failed. */
function failureReasonText({ pool, lookup }: Inspection, textOf: typeof errorText): string {
  const { connection } = pool
  if (lookup.kind !== 'failed') {
    return vscode.l10n.t(
      'Some machine pools in the service’s response aren’t in a supported format.',
    )
  }
  const { error } = lookup
  // With an entered UID, a 404 is mostly about the UID.
  return error.kind === 'notFound'
    ? vscode.l10n.t(
        '{0} doesn’t list this cluster, or doesn’t support this check (404).',
        hostOf(connection),
      )
    : textOf(error, connection)
}
