import * as vscode from 'vscode'
import type { MachinePool } from '../../api/poolSchemas.ts'
import { hostOf } from '../../connections/connection.ts'
import type { Danger } from '../../deletion/guard.ts'
import { configuredPool, type Inspection } from '../../deletion/inspection.ts'
import { autoscalingBounds, runsWorkloads } from '../../model/poolFacts.ts'
import { joinSentences } from '../../displayTexts.ts'
import { errorText } from '../../ui/errorTexts.ts'

const dangerTexts: Record<Exclude<Danger, 'checkFailed' | 'lastWorker'>, string> = {
  controlPlane: vscode.l10n.t(
    'This is a control plane pool. Without it, the cluster may stop working.',
  ),
  lastSystemPool: vscode.l10n.t('This is the cluster’s last system pool. AKS needs at least one.'),
  controlPlaneUnknown: vscode.l10n.t(
    'The service doesn’t report which machine pools are control plane pools. Deleting a control plane pool may stop the cluster.',
  ),
  checkUnsupported: vscode.l10n.t(
    'Couldn’t check for control plane pools and last worker pools because the service doesn’t support this check.',
  ),
}

/** Returns what is dangerous about deleting a pool, and what couldn’t be checked; `textOf` formats an error. */
export function dangerLines(inspection: Inspection, textOf = errorText): string[] {
  return inspection.dangers.flatMap((danger) => dangerText(danger, inspection, textOf) ?? [])
}

/** Returns the text of a danger; undefined if another danger says more. */
function dangerText(
  danger: Danger,
  inspection: Inspection,
  textOf: typeof errorText,
): string | undefined {
  if (danger === 'checkFailed') return checkFailedText(inspection, textOf)
  if (danger !== 'lastWorker') return dangerTexts[danger]
  // Whether this pool is a worker pool may be what the service doesn’t report.
  const isUnknownRole =
    inspection.dangers.includes('controlPlaneUnknown') &&
    configuredPool(inspection.lookup)?.isControlPlane === undefined
  return isUnknownRole ? undefined : lastWorkerText(inspection)
}

/** Returns what the cluster loses with a pool beside which no other worker pool is known to have nodes. */
function lastWorkerText(inspection: Inspection): string {
  const consequence = inspection.config?.hasFargateProfiles
    ? vscode.l10n.t('Without this pool, only Fargate profiles can run workloads.')
    : vscode.l10n.t('Without this pool, the cluster can’t run workloads.')
  switch (otherWorkers(inspection)) {
    case 'none':
      return joinSentences(vscode.l10n.t('This is the cluster’s last worker pool.'), consequence)
    case 'empty':
      return joinSentences(
        vscode.l10n.t('This is the cluster’s last worker pool with nodes.'),
        consequence,
      )
    case 'unknown':
      return vscode.l10n.t(
        'This may be the cluster’s last worker pool with nodes. Other pools may have none.',
      )
  }
}

/** Returns whether a cluster has other pools that run workloads: none, only ones without nodes, or ones of unknown size. */
function otherWorkers(inspection: Inspection): 'none' | 'empty' | 'unknown' {
  const { pool, config, loaded, poolsBeingDeleted } = inspection
  if (!config) {
    // The list of clusters has no names, so this pool is among its pools, as are those that are being deleted.
    const workers = (loaded.cached.listed ?? []).filter(runsWorkloads)
    return workers.length <= poolsBeingDeleted.size + 1 ? 'none' : 'unknown'
  }
  if (config.unreadable + config.hybridPools.length > 0) return 'unknown'
  const siblings = config.pools.filter(({ name }) => {
    return name !== pool.machinePoolName && !poolsBeingDeleted.has(name)
  })
  const workers = siblings.filter(runsWorkloads)
  if (workers.length === 0) return 'none'
  return workers.every(isEmpty) ? 'empty' : 'unknown'
}

/** Returns whether a pool has no nodes, and gets none by itself. */
function isEmpty(pool: MachinePool): boolean {
  return pool.size === 0 && autoscalingBounds(pool) === undefined
}

/** Returns why the check for dangers failed. */
function checkFailedText({ pool, lookup }: Inspection, textOf: typeof errorText): string {
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
