import * as vscode from 'vscode'
import { hostOf } from '../connections/connection.ts'
import { settingIds } from '../contributions.ts'
import type { Inspected } from '../inventory/inspection.ts'
import type { MachinePoolRef } from '../inventory/machinePoolRef.ts'
import { errorText } from '../errorTexts.ts'
import { namedUid, visible } from '../texts.ts'
import { askText } from './quickInput.ts'

const mostListed = 10

/**
 * Asks whether these machine pools are to be deleted, naming each with its whole scope and what the
 * service tells of it. True only where the user said so, and typed what had to be typed.
 */
export async function confirmDeletion(
  pools: readonly Inspected[],
  isUnsure: (pool: MachinePoolRef) => boolean,
): Promise<boolean> {
  const [one] = pools
  if (!one) return false
  return pools.length === 1 ? confirmOne(one, isUnsure(one.pool)) : confirmSeveral(pools)
}

async function confirmOne(one: Inspected, isUnsure: boolean): Promise<boolean> {
  const { pool } = one
  const name = visible(pool.machinePoolName)
  const warning = warningOf(one)
  const detail = [
    ...(warning ? [warning, ''] : []),
    vscode.l10n.t('Machine pool: {0}', name),
    ...scopeLines(one),
    ...factLines(one),
    '',
    vscode.l10n.t('Its machines are drained and removed. This cannot be undone.'),
    isUnsure &&
      vscode.l10n.t('An earlier deletion had no definite answer: it may be gone already.'),
  ]
  const mustType =
    warning !== undefined ||
    vscode.workspace.getConfiguration().get(settingIds.deleteConfirmation) === 'typeName'
  const button = mustType
    ? vscode.l10n.t('Delete Machine Pool…')
    : vscode.l10n.t('Delete Machine Pool')
  const question = vscode.l10n.t('Delete machine pool “{0}”?', name)
  if (!(await pressed(question, detail, button))) return false
  return (
    !mustType ||
    typed(
      vscode.l10n.t('Delete Machine Pool'),
      vscode.l10n.t('Type the name of the machine pool to delete it: {0}', name),
      pool.machinePoolName,
    )
  )
}

async function confirmSeveral(pools: readonly Inspected[]): Promise<boolean> {
  const more = pools.length - mostListed
  const detail = [
    ...listed(pools.slice(0, mostListed)),
    more > 0 && vscode.l10n.t('… and {0} more', more),
    '',
    vscode.l10n.t('Their machines are drained and removed. This cannot be undone.'),
  ]
  const question = vscode.l10n.t('Delete {0} machine pools?', pools.length)
  const button = vscode.l10n.t('Delete {0} Machine Pools…', pools.length)
  if (!(await pressed(question, detail, button))) return false
  return typed(
    vscode.l10n.t('Delete {0} Machine Pools', pools.length),
    vscode.l10n.t('Type how many machine pools are to be deleted: {0}', pools.length),
    String(pools.length),
  )
}

/** The pools under the scope that they share, said once. */
function listed(pools: readonly Inspected[]): string[] {
  const lines: string[] = []
  let scope = ''
  for (const one of pools) {
    const own = scopeLines(one).join('\n')
    if (own !== scope) lines.push(...(scope ? [''] : []), own)
    scope = own
    lines.push(`• ${visible(one.pool.machinePoolName)}`)
  }
  return lines
}

function scopeLines({ pool, projectName }: Inspected): string[] {
  const { connection, provider, configUid, configLabel } = pool
  return [
    vscode.l10n.t('Cloud config: {0}', namedUid(configUid, configLabel)),
    vscode.l10n.t('Provider: {0}', visible(provider)),
    connection.projectUid === undefined
      ? vscode.l10n.t('Project: none set')
      : vscode.l10n.t('Project: {0}', namedUid(connection.projectUid, projectName)),
    vscode.l10n.t('Connection: {0} ({1})', visible(connection.name), hostOf(connection)),
  ]
}

/** What the service tells of the pool now, or that it could not be asked. */
function factLines({ pool, inspection }: Inspected): (string | false)[] {
  if (inspection.kind === 'failed') {
    const why = errorText(inspection.error, pool.connection)
    return ['', vscode.l10n.t('It could not be looked at before: {0}', why)]
  }
  if (inspection.kind !== 'found') return []
  const { cluster, region, nodes } = inspection
  return [
    cluster !== undefined && vscode.l10n.t('Cluster: {0}', visible(cluster)),
    region !== undefined && vscode.l10n.t('Region: {0}', visible(region)),
    nodes !== undefined && vscode.l10n.t('Nodes: {0}', nodes),
  ]
}

/** What makes a deletion graver than others. */
function warningOf({ inspection, isLastWorker }: Inspected): string | undefined {
  if (inspection.kind === 'found' && inspection.isControlPlane) {
    return vscode.l10n.t('This is a control-plane pool: the cluster may stop working without it.')
  }
  if (isLastWorker) {
    return vscode.l10n.t(
      'This is the cluster’s last worker pool: nothing is left to run workloads.',
    )
  }
  return undefined
}

async function pressed(
  question: string,
  detail: readonly (string | false)[],
  button: string,
): Promise<boolean> {
  const lines = detail.filter((line) => line !== false).join('\n')
  const options = { modal: true, detail: lines }
  return (await vscode.window.showWarningMessage(question, options, button)) === button
}

async function typed(title: string, prompt: string, expected: string): Promise<boolean> {
  const answer = await askText(
    { title, step: 1, totalSteps: 1 },
    {
      prompt,
      exact: true,
      validate: (value) =>
        value === expected
          ? undefined
          : vscode.l10n.t('Type exactly: {0}. Nothing is deleted.', visible(expected)),
    },
  )
  return answer === expected
}
