import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import type { Inspected } from '../../inventory/inspection.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { DeletionState } from '../../inventory/poolDeleter.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { joinDescription, namedUid, visible } from '../../texts.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'
import { locationText } from './locationTexts.ts'
import { fitted, remainderLines, type FittedLines } from './remainderTexts.ts'

const maxListed = 10
/** The maximum number of rows on what a deletion leaves: the dialog must fit a small screen. */
const maxRows = 7
/** The maximum number of pools whose locations in code are shown. */
const maxLocations = 2

/** The pools that are to be deleted, and what is known beside their inspections. */
export interface PoolsToConfirm {
  readonly pools: readonly Inspected[]
  /** Returns the name of a pool’s project by its UID, if known. */
  projectName(pool: MachinePoolRef): string | undefined
  /** Returns the state of an earlier deletion of the pool, if pending. */
  earlier(pool: MachinePoolRef): DeletionState['kind'] | undefined
  /** The locations in files that describe the pools. */
  readonly locations: ReadonlyMap<Inspected, readonly CodeLocation[]>
}

/** Returns the name of a pool, its scope, the facts about it, and what its deletion leaves. */
export function linesForOne(one: Inspected, question: PoolsToConfirm): FittedLines {
  const left = leftLines([one], question, maxRows)
  const lines = [
    vscode.l10n.t('Machine pool: {0}', visible(one.pool.machinePoolName)),
    ...scopeLines(one, question),
    ...factLines(one),
    ...(left.lines.length > 0 ? ['', ...left.lines] : []),
  ]
  return { lines, isCut: left.isCut }
}

/** Returns every scope with the number of its pools, the names of the first ones, and what is left of it. */
export function linesForSeveral(question: PoolsToConfirm): FittedLines {
  const scopes = new Map<string, Inspected[]>()
  for (const one of question.pools) {
    const scope = scopeLines(one, question).join('\n')
    scopes.set(scope, [...(scopes.get(scope) ?? []), one])
  }
  const most = Math.max(1, Math.floor(maxListed / scopes.size))
  let isCut = false
  const lines = [...scopes].flatMap(([scope, pools], index) => {
    const more = pools.length - most
    const left = leftLines(pools, question, Math.max(1, Math.floor(maxRows / scopes.size)))
    isCut ||= left.isCut
    return [
      ...(index > 0 ? [''] : []),
      ...(scopes.size > 1 ? [vscode.l10n.t('Machine pools: {0}', pools.length)] : []),
      scope,
      ...pools.slice(0, most).flatMap((one) => poolLines(one, question)),
      ...(more > 0 ? [vscode.l10n.t('… and {0} more', more)] : []),
      ...(left.lines.length > 0 ? ['', ...left.lines] : []),
    ]
  })
  return { lines, isCut }
}

/** Returns the lines on what is known of the rest of a cluster, and of the pools in files. */
function leftLines(
  pools: readonly Inspected[],
  { locations }: PoolsToConfirm,
  rows: number,
): FittedLines {
  const found = pools.filter((one) => locations.get(one)?.length)
  const inCode = found.slice(0, maxLocations).map((one) => {
    const text = locationText(locations.get(one) ?? [])
    return pools.length === 1 ? text : `${visible(one.pool.machinePoolName)}: ${text}`
  })
  const more = found.length - inCode.length
  if (more > 0) inCode.push(vscode.l10n.t('… and {0} more', more))
  const [{ remainder } = {}] = pools // the same for all that are deleted together
  const rest = remainder ? remainderLines(remainder) : { lines: [], isCut: false }
  const { lines, isCut } = fitted([...inCode, ...rest.lines], rows)
  const hasOthers = more > 0 || found.some((one) => (locations.get(one)?.length ?? 0) > 1)
  return { lines, isCut: isCut || rest.isCut || hasOthers }
}

/** Returns the lines for a pool. Facts are on lines of their own, because a name could imitate them. */
function poolLines(one: Inspected, question: PoolsToConfirm): string[] {
  const { pool } = one
  const told = joinDescription(nodesText(one), earlierText(question.earlier(pool)))
  return [`• ${visible(pool.machinePoolName)}`, ...(told ? [`   ${told}`] : [])]
}

function scopeLines(
  { pool, configName, cluster, region }: Inspected,
  question: PoolsToConfirm,
): string[] {
  const { connection, provider, configUid, configLabel = configName } = pool
  // Anyone can choose a label. If the list doesn’t tell the cluster, the config’s own name does.
  const isOwn = cluster !== undefined || configName === configLabel
  const label = joinDescription(configLabel, !isOwn && configName) || undefined
  const projectUid = connection.projectUid ?? pool.project?.uid
  return [
    vscode.l10n.t('Cloud config: {0}', namedUid(configUid, label)),
    vscode.l10n.t('Provider: {0}', visible(provider)),
    projectUid === undefined
      ? vscode.l10n.t('Project: Not set')
      : vscode.l10n.t('Project: {0}', namedUid(projectUid, question.projectName(pool))),
    vscode.l10n.t('Connection: {0} ({1})', visible(connection.name), hostOf(connection)),
    cluster !== configLabel && cluster && vscode.l10n.t('Cluster: {0}', visible(cluster)),
    region !== undefined && vscode.l10n.t('Region: {0}', visible(region)),
  ].filter((line) => typeof line === 'string' && line !== '') as string[]
}

function factLines(one: Inspected): string[] {
  const { poolsBeingDeleted } = one
  const names = [...poolsBeingDeleted].slice(0, maxListed).map(visible)
  if (poolsBeingDeleted.size > maxListed) names.push('…')
  return [
    nodesText(one),
    poolsBeingDeleted.size > 0 && vscode.l10n.t('Deletion also requested: {0}', names.join(', ')),
  ].filter((line) => line !== false)
}

/** Returns the number of machines, or else the configured size, which doesn’t tell the number. */
function nodesText({ nodes, configured = {} }: Inspected): string | false {
  const scaled = autoscaling(configured)
  const range = scaled && `${scaled.min}–${scaled.max}`
  if (nodes !== undefined) {
    return range
      ? vscode.l10n.t('Nodes: {0} (autoscaling: {1})', nodes, range)
      : vscode.l10n.t('Nodes: {0}', nodes)
  }
  const configuredSize = range ?? configured.size
  return (
    configuredSize !== undefined &&
    vscode.l10n.t('Configured size: {0} (machines not counted)', configuredSize)
  )
}

const earlierTexts = {
  unknown: vscode.l10n.t(
    'The outcome of an earlier delete request is unknown. The machine pool may already have been deleted.',
  ),
  overdue: vscode.l10n.t(
    'The service accepted an earlier delete request. The machines may still be draining.',
  ),
}

/** Returns what is known of an earlier deletion of the same pool. */
export function earlierText(state: DeletionState['kind'] | undefined): string | false {
  return state !== undefined && state !== 'deleting' && earlierTexts[state]
}
