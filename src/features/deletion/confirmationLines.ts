import * as vscode from 'vscode'
import { isSample } from '../../connections/sample.ts'
import type { Inspected } from '../../inventory/deletion/inspection.ts'
import type { Stage } from '../../inventory/deletion/status.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import {
  joinDescription,
  joinSentences,
  labeled,
  namedUid,
  revealed,
  shortenedList,
  visible,
} from '../../texts.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'
import { drainTexts } from './consequenceTexts.ts'
import { dangerText } from './dangerTexts.ts'
import type { News } from './inspectionNews.ts'
import { locationText } from './locationTexts.ts'
import { lossTexts, virtualClustersText } from './remainderTexts.ts'

/** The maximum number of pools that are listed: the dialog must fit a small screen. */
const maxListed = 5
/** The maximum number of pools whose locations in code are shown. */
const maxLocations = 2

/** A pool that is to be deleted, and what is known beside its inspection. */
interface PoolToConfirm extends Inspected {
  /** The name of its project, if known. */
  readonly projectName: string | undefined
  /** How far an earlier deletion of it is, if pending. */
  readonly earlier: Stage['kind'] | undefined
  /** The locations in files that describe it. */
  readonly locations: readonly CodeLocation[]
}

/** The pools of a cluster that are to be deleted together. */
export interface PoolsToConfirm {
  readonly pools: readonly [PoolToConfirm, ...PoolToConfirm[]]
  readonly isForModel: boolean
  /** The reason to ask again; undefined for the first dialog. */
  readonly news: News | undefined
}

/**
 * Returns what stands for a pool’s cluster where it is typed, in full: its name, if the list of clusters has it once, else the
 * UID of its cloud config. Anyone can choose a label, and cloud configs may share a name.
 */
export function clusterText({ pool, cluster, isNameShared }: Inspected): string {
  return revealed(isNameShared ? pool.configUid : (cluster ?? pool.configUid))
}

/** Returns the question, in one sentence. */
export function questionOf({ pools }: PoolsToConfirm): string {
  const [{ pool, config, cluster, isNameShared }] = pools
  const name = visible(pool.machinePoolName)
  const place = namedUid(pool.configUid, cluster ?? config?.name ?? pool.configLabel)
  const isListed = cluster !== undefined && !isNameShared
  if (pools.length === 1) {
    return isListed
      ? vscode.l10n.t('Delete machine pool “{0}” of cluster “{1}”?', name, visible(cluster))
      : vscode.l10n.t('Delete machine pool “{0}” of cloud config “{1}”?', name, place)
  }
  return isListed
    ? vscode.l10n.t('Delete {0} machine pools of cluster “{1}”?', pools.length, visible(cluster))
    : vscode.l10n.t('Delete {0} machine pools of cloud config “{1}”?', pools.length, place)
}

/** Returns what a person must know to answer: the risk, what goes, and what is lost, one paragraph each. */
export function detailOf(question: PoolsToConfirm): string {
  const { pools } = question
  const [{ remainder }] = pools
  const lost = [
    ...(remainder ? lossTexts(remainder, pools.length) : []),
    ...locationsOf(question),
    joinSentences(...drainTexts(pools.map(({ pool }) => pool))),
  ]
  return [risksOf(question), scopeOf(question), lost]
    .map((lines) => lines.join('\n'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** Returns why the dialog appears, if the user hasn’t just run the command, and what is dangerous. */
function risksOf(question: PoolsToConfirm): string[] {
  const { pools, isForModel, news } = question
  const [{ pool, poolsBeingDeleted, remainder }] = pools
  const lines = [
    isSample(pool.connection) && vscode.l10n.t('This is sample data. Nothing real is deleted.'),
    isForModel && vscode.l10n.t('A language model requested this deletion.'),
    news === 'changed' &&
      vscode.l10n.t('The details changed while the dialog was open. Check them again.'),
    news === 'unchecked' &&
      vscode.l10n.t(
        'The details couldn’t be checked again after you confirmed. They may have changed.',
      ),
    ...pools.flatMap((one) => [
      ...one.dangers.map((danger) => dangerText(danger, one)),
      pools.length === 1 && earlierText(one.earlier),
    ]),
    poolsBeingDeleted.size > 0 &&
      vscode.l10n.t('Deletion also requested: {0}', shortenedList([...poolsBeingDeleted])),
    remainder && virtualClustersText(remainder),
  ]
  return [...new Set(lines.filter((line) => typeof line === 'string'))]
}

/** Returns the pools with their facts, and where they are. */
function scopeOf({ pools }: PoolsToConfirm): string[] {
  const [one] = pools
  const { connection, project } = one.pool
  const projectUid = connection.projectUid ?? project?.uid
  const more = pools.length - maxListed
  return [
    ...(pools.length === 1 ? factsOf(one) : pools.slice(0, maxListed).flatMap(poolLines)),
    more > 0 && vscode.l10n.t('… and {0} more', more),
    projectUid !== undefined &&
      labeled(vscode.l10n.t('Project'), visible(one.projectName ?? projectUid)),
    vscode.l10n.t('Connection: {0}', visible(connection.name)),
  ].filter((line) => line !== false)
}

/** Returns the lines for a pool. Facts are on lines of their own, because a name could imitate them. */
function poolLines(one: PoolToConfirm): string[] {
  const facts = [...factsOf(one), earlierText(one.earlier)]
  const told = facts.filter((line) => line !== false).map((line) => `   ${line}`)
  return [`• ${visible(one.pool.machinePoolName)}`, ...told]
}

function factsOf(one: Inspected): string[] {
  const { zones = [], configured } = one
  const facts = joinDescription(
    nodesText(one),
    configured?.instanceType && visible(configured.instanceType),
    zones.length > 0 && shortenedList(zones),
  )
  return [facts, configured?.hasOverrides && overridesText()].filter(
    (line) => typeof line === 'string' && line !== '',
  ) as string[]
}

/** Returns what overrides mean for the facts of a pool. */
export function overridesText(): string {
  return vscode.l10n.t(
    'This pool has Cluster API overrides. The actual values may differ from those shown.',
  )
}

/** Returns the number of machines, or else the configured size, which doesn’t tell the number. */
function nodesText({ machines, configured }: Inspected): string | false {
  const nodes = machines?.count
  const size = configured?.size
  const scaled = configured && autoscaling(configured)
  const expected = scaled ? `${scaled.min}–${scaled.max}` : size
  if (nodes === undefined) {
    return (
      expected !== undefined &&
      vscode.l10n.t('Configured size: {0} (machines not counted)', expected)
    )
  }
  const { min = nodes, max = nodes } = scaled ?? { min: size, max: size }
  return expected === undefined || (min <= nodes && nodes <= max)
    ? labeled(vscode.l10n.t('Nodes'), nodes)
    : vscode.l10n.t('Nodes: {0} (configured: {1})', nodes, expected)
}

/** Returns the lines on where code describes the pools. */
function locationsOf({ pools }: PoolsToConfirm): string[] {
  const found = pools.filter(({ locations }) => locations.length > 0)
  const lines = found.slice(0, maxLocations).map(({ pool, locations }) => {
    const text = locationText(locations)
    return pools.length === 1 ? text : `${visible(pool.machinePoolName)}: ${text}`
  })
  const more = found.length - lines.length
  return more > 0 ? [...lines, vscode.l10n.t('… and {0} more', more)] : lines
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
function earlierText(stage: Stage['kind'] | undefined): string | false {
  return (stage === 'unknown' || stage === 'overdue') && earlierTexts[stage]
}
