import * as vscode from 'vscode'
import { isSample } from '../../connections/sample.ts'
import type { Inspected } from '../../deletion/inspection.ts'
import { losses, type Loss } from '../../deletion/remainder.ts'
import type { Stage } from '../../deletion/status.ts'
import { autoscaling, runsWorkloads } from '../../model/poolFacts.ts'
import {
  fitting,
  joinDescription,
  joinSentences,
  labeled,
  namedUid,
  shortenedList,
  visible,
  visibleInQuotes,
} from '../../texts.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'
import { drainTexts } from './consequenceTexts.ts'
import { dangerText } from './dangerTexts.ts'
import { locationText } from './locationTexts.ts'
import type { News } from './sendDeletion.ts'

/** A pool that is to be deleted, and what is known beside its inspection. */
export interface PoolToConfirm extends Inspected {
  /** The name of its project, if known. */
  readonly projectName: string | undefined
  /** How far an earlier deletion of it is, if pending. */
  readonly earlier: Stage['kind'] | undefined
  /** The locations in files that describe it. */
  readonly locations: readonly CodeLocation[]
  readonly isForModel: boolean
  /** The reason to ask again; undefined for the first dialog. */
  readonly news: News | undefined
}

/** Returns the question, in one sentence. */
export function questionOf({ pool, config, cluster, isNameShared }: PoolToConfirm): string {
  const name = visibleInQuotes(pool.machinePoolName)
  if (cluster !== undefined && !isNameShared) {
    const place = visibleInQuotes(cluster)
    return vscode.l10n.t('Delete machine pool “{0}” of cluster “{1}”?', name, place)
  }
  const label = cluster ?? config?.name ?? pool.configLabel
  const place = visibleInQuotes(namedUid(pool.configUid, label))
  return vscode.l10n.t('Delete machine pool “{0}” of cloud config “{1}”?', name, place)
}

/** Returns what a person must know to answer: the risk, what goes, and what is lost, one paragraph each. */
export function detailOf(question: PoolToConfirm): string {
  const { pool, locations } = question
  const lost = [lossText(question), locationText(locations), joinSentences(...drainTexts(pool))]
  return [risksOf(question), scopeOf(question), lost]
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** Returns why the dialog appears, if the user hasn’t just run the command, and what is dangerous. */
function risksOf(question: PoolToConfirm): string[] {
  const { pool, isForModel, news, dangers, earlier, poolsBeingDeleted } = question
  const { virtualClusters = [] } = question
  const lines = [
    isSample(pool.connection) && vscode.l10n.t('This is sample data. Nothing real is deleted.'),
    isForModel && vscode.l10n.t('A language model requested this deletion.'),
    news === 'changed' &&
      vscode.l10n.t('The details changed while the dialog was open. Check them again.'),
    news === 'unchecked' &&
      vscode.l10n.t(
        'The details couldn’t be checked again after you confirmed. They may have changed.',
      ),
    ...dangers.map((danger) => dangerText(danger, question)),
    (earlier === 'unknown' || earlier === 'overdue') && earlierTexts[earlier],
    poolsBeingDeleted.size > 0 &&
      vscode.l10n.t('Deletion also requested for: {0}', shortenedList([...poolsBeingDeleted])),
    virtualClusters.length > 0 &&
      vscode.l10n.t('Virtual clusters on this cluster: {0}', shortenedList(virtualClusters)),
  ]
  return lines.filter((line) => line !== false)
}

/** Returns what is known of an earlier deletion of the same pool. */
const earlierTexts = {
  unknown: vscode.l10n.t(
    'The outcome of an earlier delete request is unknown. The machine pool may already have been deleted.',
  ),
  overdue: vscode.l10n.t(
    'The service accepted an earlier delete request. The machines may still be draining.',
  ),
}

/** Returns the facts about the pool, and where it is. */
function scopeOf(question: PoolToConfirm): string[] {
  const { pool, projectName, zones = [], configured } = question
  const { connection, project } = pool
  const projectUid = connection.projectUid ?? project?.uid
  return [
    joinDescription(
      nodesText(question),
      configured?.instanceType && visible(configured.instanceType),
      zones.length > 0 && shortenedList(zones),
    ),
    byZoneText(question),
    configured?.hasOverrides ? overridesText() : '',
    projectUid === undefined
      ? ''
      : labeled(vscode.l10n.t('Project'), visible(projectName ?? projectUid)),
    vscode.l10n.t('Connection: {0}', visible(connection.name)),
  ]
}

/** Returns the numbers of nodes by zone, if there are other nodes, or several zones. */
function byZoneText({
  byZone: { zones, isConfigured } = { zones: [], isConfigured: false },
}: Inspected) {
  if (zones.length < 2 && !zones.some(({ after }) => after > 0)) return ''
  // What changes comes first: a list may be shortened.
  const sorted = zones.toSorted((a, b) => Number(b.after < b.before) - Number(a.after < a.before))
  const all = fitting(
    sorted.map(({ name, before, after }) => `${visible(name)}\u00a0${before}\u00a0→\u00a0${after}`),
  )
  return isConfigured
    ? vscode.l10n.t('Worker nodes by zone, some as configured: {0}', all)
    : vscode.l10n.t('Worker nodes by zone: {0}', all)
}

/** Returns what overrides mean for the facts of a pool. */
export function overridesText(): string {
  return vscode.l10n.t(
    'This pool has Cluster API overrides. The actual values may differ from those shown.',
  )
}

/** Returns the number of machines, or else the configured size, which doesn’t tell the number. */
function nodesText({ machines, configured }: Inspected): string | false {
  if (machines) {
    return machines.isComplete
      ? labeled(vscode.l10n.t('Nodes'), machines.count)
      : vscode.l10n.t('Nodes: at least {0}', machines.count)
  }
  const scaled = configured && autoscaling(configured)
  const expected = scaled ? `${scaled.min}–${scaled.max}` : configured?.size
  return (
    expected !== undefined && vscode.l10n.t('Configured size: {0} (machines not counted)', expected)
  )
}

/** Returns what the cluster loses, unless no other pool that runs workloads stays: then it loses all. */
function lossText({ remainder, config }: Inspected): string {
  const { pools = [] } = remainder ?? {}
  const idle = config?.pools.filter((one) => !runsWorkloads(one)).map(({ name }) => name)
  const hasOthers = pools.some((name) => !idle?.includes(name))
  const own = losses.flatMap((loss) =>
    (remainder?.[loss] ?? []).map((one) => lossTexts[loss](visible(one))),
  )
  return hasOthers && own.length > 0 ? vscode.l10n.t('Only this pool has: {0}', fitting(own)) : ''
}

const lossTexts: Readonly<Record<Loss, (value: string) => string>> = {
  zones: (name) => vscode.l10n.t('workers in {0}', name), // a control plane may be there, too
  os: (name) => vscode.l10n.t('operating system {0}', name),
  architecture: (name) => vscode.l10n.t('architecture {0}', name),
  accelerators: () => vscode.l10n.t('GPUs'), // the only kind so far
  capacityType: (name) => vscode.l10n.t('capacity type {0}', name),
  taints: (name) => vscode.l10n.t('taint {0}', name),
  labels: (name) => vscode.l10n.t('label {0}', name),
}
