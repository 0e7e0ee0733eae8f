import * as vscode from 'vscode'
import { isSample } from '../../connections/sample.ts'
import {
  clusterState,
  configuredPool,
  hasNoMachines,
  otherConfigName,
  type Inspection,
} from '../../deletion/inspection.ts'
import type { Change } from '../../deletion/reconfirmation.ts'
import type { NodesByZone } from '../../deletion/nodesByZone.ts'
import { losses } from '../../deletion/remainder.ts'
import type { Stage } from '../../deletion/stage.ts'
import { isBeingRepaved, lifecyclePhase, runsWorkloads } from '../../model/poolFacts.ts'
import {
  joinFitting,
  joinDescription,
  joinSentences,
  labeledValue,
  namedUid,
  displayList,
  displayText,
  displayTextInQuotes,
  withoutBreaks,
} from '../../displayTexts.ts'
import {
  asConfigured,
  configuredSizeText,
  instanceTypeText,
  notShown,
  withConfiguredSize,
  unbrokenZonesText,
  zoneText,
} from '../../ui/listTexts.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'
import { changeLines } from './changeTexts.ts'
import { drainTexts, locationText, lossesText } from './consequenceTexts.ts'
import { dangerLines } from './dangerTexts.ts'
import type { TypingReason } from './typingRule.ts'

/** What the dialog says about a pool that is to be deleted. */
export interface DeletionQuestion {
  readonly inspection: Inspection
  /** The name of its project; undefined if unknown. */
  readonly projectName: string | undefined
  /** How far an earlier deletion of it is; undefined if none is pending. */
  readonly earlierStage: Stage['kind'] | undefined
  /** Why the cluster and the pool must be typed; empty if a button is enough. */
  readonly typingReasons: readonly TypingReason[]
  /** The locations in files that describe it. */
  readonly locations: readonly CodeLocation[]
  readonly isForModel: boolean
  /** Which of the selected pools it is, from 1 on; undefined if it was requested alone. */
  readonly batch?: { readonly position: number; readonly count: number } | undefined
  /** What has changed since the previous dialog, which was confirmed; empty for the first dialog. */
  readonly changes: readonly Change[]
}

/** Returns the question, in one sentence. */
export function questionText({ inspection }: DeletionQuestion): string {
  const { pool, config, loaded } = inspection
  const { cluster, isNameShared } = loaded.cached
  const name = displayTextInQuotes(pool.machinePoolName)
  const configName = otherConfigName(inspection)
  if (cluster !== undefined && !isNameShared && configName === undefined) {
    const place = displayTextInQuotes(cluster)
    return vscode.l10n.t('Delete machine pool “{0}” of cluster “{1}”?', name, place)
  }
  const label = configName ?? cluster ?? config?.name ?? pool.configLabel
  const place = displayTextInQuotes(namedUid(pool.configUid, label))
  return vscode.l10n.t('Delete machine pool “{0}” of cloud config “{1}”?', name, place)
}

/**
 * Returns what a person must know to answer: what has changed, the risk, what goes, and what is lost, one paragraph
 * each.
 */
export function detailText(question: DeletionQuestion): string {
  const { inspection, locations } = question
  const drainText = joinSentences(...drainTexts(inspection))
  const lost = [onlyHereText(inspection), locationText(locations), drainText]
  return [changeLines(question.changes), riskLines(question), scopeLines(question), lost]
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** Returns why the dialog appears, if the user hasn’t just run the command, and what is dangerous. */
function riskLines(question: DeletionQuestion): string[] {
  const { inspection } = question
  const { poolsBeingDeleted, loaded } = inspection
  const { virtualClusters = [] } = loaded.cached
  const lines = reasonLines(question)
  lines.push(...dangerLines(inspection))
  if (poolsBeingDeleted.size > 0) {
    const names = displayList([...poolsBeingDeleted])
    lines.push(
      vscode.l10n.t('Deletion was also requested for other pools of this cluster: {0}', names),
    )
  }
  if (virtualClusters.length > 0) {
    const names = displayList(virtualClusters)
    lines.push(vscode.l10n.t('Virtual clusters on this cluster: {0}', names))
  }
  return lines
}

/** Returns why the dialog appears, if the user hasn’t just run the command on real data. */
function reasonLines(question: DeletionQuestion): string[] {
  const { inspection, isForModel, batch, typingReasons, earlierStage } = question
  const { connection } = inspection.pool
  const lines: string[] = []
  if (batch && batch.count > 1) {
    lines.push(
      vscode.l10n.t(
        'Machine pool {0} of {1}. If you cancel, no more of the selected pools are deleted.',
        batch.position,
        batch.count,
      ),
    )
  }
  if (isSample(connection)) {
    lines.push(vscode.l10n.t('This is sample data. Nothing real is deleted.'))
  }
  if (typingReasons.includes('connection')) {
    const name = displayTextInQuotes(connection.name)
    lines.push(
      vscode.l10n.t('Type to delete: connection “{0}” requires it for this machine pool.', name),
    )
  }
  if (isForModel) {
    lines.push(vscode.l10n.t('A language model requested this deletion.'))
  }
  // Of a deletion in the history, no more is known than that its outcome is unknown.
  if (typingReasons.includes('earlierDeletion')) {
    lines.push(earlierTexts[earlierStage === 'overdue' ? 'overdue' : 'unknown'])
  }
  return lines
}

/** What is known of an earlier deletion of the same pool, by its stage. */
const earlierTexts = {
  unknown: vscode.l10n.t(
    'The outcome of an earlier delete request is unknown. The machine pool may already have been deleted.',
  ),
  overdue: vscode.l10n.t(
    'The service accepted an earlier delete request. The nodes may still be draining.',
  ),
}

/** Returns the facts about the pool, and where it is. */
function scopeLines({ inspection, projectName }: DeletionQuestion): string[] {
  const { pool, lookup } = inspection
  const configured = configuredPool(lookup)
  const instanceType = configured && instanceTypeText(configured)
  const { connection, project } = pool
  const projectUid = connection.projectUid ?? project?.uid
  return [
    joinDescription(
      sizeText(inspection),
      instanceType !== undefined && displayText(instanceType),
      zonesText(inspection),
    ),
    nodesByZoneText(inspection),
    configured?.hasOverrides ? overridesText() : '',
    clusterStateText(inspection),
    clusterNameText(inspection),
    projectUid === undefined
      ? ''
      : labeledValue(vscode.l10n.t('Project'), displayText(projectName ?? projectUid)),
    vscode.l10n.t('Connection: {0}', displayText(connection.name)),
  ]
}

/** Returns the name in the list of clusters, if the question has another one. */
function clusterNameText(inspection: Inspection): string {
  const { cluster } = inspection.loaded.cached
  const isOther = cluster !== undefined && otherConfigName(inspection) !== undefined
  return isOther ? labeledValue(vscode.l10n.t('Cluster'), displayText(cluster)) : ''
}

/** Returns the state of the cluster, and of a repave that replaces its nodes, unless they are the usual ones. */
function clusterStateText({ loaded }: Inspection): string {
  const state = clusterState(loaded)
  const repave = loaded.clusterStatus?.repave
  const isRunning = lifecyclePhase({ state }) === 'running'
  return joinDescription(
    state !== undefined &&
      !isRunning &&
      labeledValue(vscode.l10n.t('Cluster state'), displayText(state)),
    repave !== undefined &&
      isBeingRepaved(loaded.clusterStatus) &&
      labeledValue(vscode.l10n.t('Cluster repave'), displayText(repave)),
  )
}

/** Returns the zones of a pool, with the number of configured ones that can’t be shown; empty if unknown. */
function zonesText({ zones = [], unreadableZones }: Inspection): string {
  return joinDescription(
    zones.length > 0 && unbrokenZonesText(zones),
    unreadableZones > 0 && notShown.zones(unreadableZones),
  )
}

/**
 * Returns the numbers of nodes by zone, before and after, if any of them changes, and there are other nodes, or several
 * zones.
 */
function nodesByZoneText({ lookup }: Inspection): string {
  if (lookup.kind !== 'listed' || !lookup.nodesByZone) return ''
  const { zones, isConfigured } = lookup.nodesByZone
  if (zones.every(({ before, after }) => after === before)) return ''
  if (zones.length < 2 && !zones.some(({ after }) => after > 0)) return ''
  // The zones that lose nodes come first, because a long list is shortened at its end.
  const changing = zones.filter(({ before, after }) => after < before)
  const unchanged = zones.filter(({ before, after }) => after >= before)
  const all = joinFitting([...changing, ...unchanged].map(nodesInZoneText))
  return isConfigured
    ? vscode.l10n.t('Worker nodes by zone (some as configured): {0}', all)
    : vscode.l10n.t('Worker nodes by zone: {0}', all)
}

/** A word between the numbers, because not every screen reader speaks an arrow. A number that stays is there once. */
function nodesInZoneText({ name, before, after }: NodesByZone['zones'][number]): string {
  const zone = zoneText(name)
  const text =
    after === before
      ? labeledValue(zone, after)
      : vscode.l10n.t('{0}: {1} to {2}', zone, before, after)
  return withoutBreaks(text)
}

/** Returns what overrides of a pool, or of its cluster, mean for the facts about the pool. */
export function overridesText(): string {
  return vscode.l10n.t(
    'Some values of this pool or its cluster are overridden in Cluster API, so the actual ones may differ from those shown.',
  )
}

/** Returns the number of machines beside the configured size, or only that size, which doesn’t tell the number. */
function sizeText({ loaded, lookup }: Inspection): string | false {
  const { machines } = loaded
  const configured = configuredPool(lookup)
  const label = vscode.l10n.t('Nodes')
  if (machines?.isComplete === false) {
    return labeledValue(label, vscode.l10n.t('at least {0}', machines.count))
  }
  if (machines) {
    const count = configured
      ? withConfiguredSize(machines.count, configured)
      : String(machines.count)
    return labeledValue(label, count)
  }
  const expected = configured && configuredSizeText(configured)
  return expected !== undefined && labeledValue(label, asConfigured(expected))
}

/** Returns what only this pool has, unless no other pool that runs workloads remains: then the cluster loses all. */
function onlyHereText({ lookup, config, loaded, zones: poolZones = [] }: Inspection): string {
  if (lookup.kind !== 'listed') return ''
  const { pools = [], losses: lost } = lookup.remainder
  const idlePools = config?.pools.filter((pool) => !runsWorkloads(pool)) ?? []
  const idleNames = new Set(idlePools.map(({ name }) => name))
  const hasOtherWorkers = pools.some((name) => !idleNames.has(name))
  // A pool has no nodes in a zone that is only configured for it.
  const zonesWithNodes = new Set(hasNoMachines(loaded) ? [] : poolZones)
  const values = losses
    .flatMap((loss) => (lost[loss] ?? []).map((value) => ({ loss, value })))
    .filter(({ loss, value }) => loss !== 'zones' || zonesWithNodes.has(value))
  return hasOtherWorkers && values.length > 0 ? lossesText(values) : ''
}
