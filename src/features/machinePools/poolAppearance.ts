import * as vscode from 'vscode'
import type { MachinePool } from '../../api/poolSchemas.ts'
import type { KnownPool } from '../../clusters/configs.ts'
import { drainProgress, type DrainProgress, type Stage } from '../../deletion/stage.ts'
import { autoscalingBounds } from '../../model/poolFacts.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import { durationText } from '../../ui/ageTexts.ts'
import {
  asConfigured,
  configuredSizeText,
  configuredZonesText,
  instanceTypeText,
  maxShownZones,
  nodesText,
  withConfiguredSize,
  zoneListText,
} from '../../ui/listTexts.ts'
import { typeIcon, warningIcon } from '../../ui/trees/items.ts'
import type { MachinePoolNode } from '../../ui/trees/nodes.ts'

/** Returns the state and the size of a pool as one line; empty if both are unknown. */
export function poolStatus(node: MachinePoolNode, stage: Stage | undefined): string {
  const { facts, machines, isHybrid } = node
  const hasSize = facts && drainProgress(stage)?.nodesLeft === undefined
  return joinDescription(
    deletionAppearance(stage).text,
    isHybrid && vscode.l10n.t('hybrid pool'),
    hasSize && sizeText(facts, machines),
  )
}

/** Returns a pool’s icon, and its text: first the progress of its deletion, then its facts. */
export function poolAppearance(
  pool: KnownPool & Pick<MachinePoolNode, 'machines'>,
  stage: Stage | undefined,
): { icon: vscode.ThemeIcon; text: string } {
  const { facts, presence } = pool
  const deletion = deletionAppearance(stage)
  // While a pool is being deleted, the text counts the remaining nodes instead of the configured ones.
  const sizedFacts = facts && drainProgress(stage)?.nodesLeft === undefined ? facts : undefined
  const instanceType = facts && instanceTypeText(facts)
  return {
    icon:
      deletion.icon ?? typeIcon(presence, facts?.isControlPlane ? 'server-environment' : 'server'),
    text: joinDescription(
      deletion.text,
      ...kindTexts(pool),
      sizedFacts && sizeText(sizedFacts, pool.machines),
      facts && configuredZonesText(facts),
      instanceType !== undefined && displayText(instanceType),
    ),
  }
}

/**
 * Returns the text for a pool’s row in the narrow side bar: like that of {@link poolAppearance}, but with zones
 * without their region.
 */
export function shortPoolText(
  pool: KnownPool & Pick<MachinePoolNode, 'machines'>,
  stage: Stage | undefined,
): string {
  const { facts, region, machines } = pool
  const hasSize = facts && drainProgress(stage)?.nodesLeft === undefined
  return joinDescription(
    deletionAppearance(stage).text,
    ...kindTexts(pool),
    hasSize && shortSizeText(facts, machines),
    facts && shortZonesText(facts, region),
  )
}

function shortZonesText(
  { zones, unreadableZones = 0 }: MachinePool,
  region: string | undefined,
): string {
  const shown = zones.slice(0, maxShownZones)
  const names = shown.map((zone) => zoneInRegion(zone, region))
  if (unreadableZones > 0 || zones.length > shown.length) names.push('…')
  return zoneListText(shown, names.join(', '))
}

/** Returns the part of a zone’s name after its region, such as `a` for us-east-1a; else the whole name. */
export function zoneInRegion(zone: string, region: string | undefined): string {
  const isInRegion = region !== undefined && zone.startsWith(region)
  const suffix = isInRegion ? zone.slice(region.length).replace(/^-/, '') : ''
  return displayText(suffix || zone)
}

/** Returns what distinguishes a pool from an ordinary worker pool, such as “control plane”. */
export function kindTexts({ isHybrid, facts }: KnownPool): (string | false | undefined)[] {
  return [
    isHybrid && vscode.l10n.t('hybrid pool'),
    facts?.isControlPlane && vscode.l10n.t('control plane'),
    facts?.isSystemPool && vscode.l10n.t('system pool'),
  ]
}

/** Returns the number of nodes, with the configured size if it differs; else the configured size alone. */
function sizeText(pool: MachinePool, machines: number | undefined): string | false {
  const expected = configuredSizeText(pool)
  if (machines !== undefined) return withConfiguredSize(machines, pool, nodesText)
  return expected !== undefined && asConfigured(nodesText(expected))
}

/** Like {@link sizeText}, but short, such as “2/5 nodes”: two nodes of a pool with a configured size of five. */
function shortSizeText(pool: MachinePool, machines: number | undefined): string | false {
  const expected = configuredSizeText(pool)
  if (machines === undefined) return expected !== undefined && nodesText(expected)
  if (expected === undefined || expected === String(machines)) return nodesText(machines)
  return autoscalingBounds(pool)
    ? `${nodesText(machines)} (${expected})`
    : nodesText(`${machines}/${expected}`)
}

/** The icon and the text by which a pool’s row shows the progress of its deletion. */
interface DeletionAppearance {
  readonly icon?: vscode.ThemeIcon
  readonly text?: string
}

/**
 * Returns the icon and texts of a pool’s deletion. An empty object if the pool has no deletion, or its deletion has
 * ended.
 */
export function deletionAppearance(stage: Stage | undefined): DeletionAppearance {
  if (!stage || 'isEnd' in stage) return {}
  if (stage.kind === 'sending') return drainingAppearance({})
  const unlisted = stage.isUnlisted && vscode.l10n.t('no longer listed')
  if (stage.kind === 'unknown') {
    const text = joinDescription(vscode.l10n.t('may have been deleted'), unlisted)
    return { icon: warningIcon(), text }
  }
  if (stage.kind === 'draining') return drainingAppearance(stage)
  // It should be gone by now. The row shows since when nothing has happened, or that nothing can be seen.
  const progress = progressText(stage) || vscode.l10n.t('progress unknown')
  const isStalled = stage.stalledMs !== undefined
  const text = unlisted || joinDescription(!isStalled && vscode.l10n.t('deleting…'), progress)
  return { icon: warningIcon(), text }
}

/** Returns the icon and texts of a drain in progress. */
function drainingAppearance(progress: DrainProgress): DeletionAppearance {
  const { stalledMs, isUnlisted } = progress
  if (stalledMs !== undefined) return { icon: warningIcon(), text: progressText(progress) }
  const icon = new vscode.ThemeIcon('loading~spin')
  if (isUnlisted) return { icon, text: vscode.l10n.t('no longer listed') }
  return { icon, text: joinDescription(vscode.l10n.t('deleting…'), progressText(progress)) }
}

/**
 * Returns the text of a drain’s progress: for how long it has stalled, how many nodes are left, whether nodes were
 * added.
 */
export function progressText({ nodesLeft, stalledMs, areNodesAdded }: DrainProgress): string {
  return joinDescription(
    stalledMs !== undefined && stallText(stalledMs),
    nodesLeft !== undefined && vscode.l10n.t('{0} left', nodesText(nodesLeft)),
    // An autoscaler adds nodes for the pods of draining nodes.
    areNodesAdded && vscode.l10n.t('nodes added'),
  )
}

/** Formats a health for display: “UnHealthy”, as services write it, is shown as “Unhealthy”. */
export function healthText(health: string): string {
  return displayText(health.replace(/^unhealthy$/i, 'Unhealthy'))
}

/** Returns whether a state or a health is the usual value, or isn’t known. */
export function isUsual(value: string | undefined, usual: string): boolean {
  return value === undefined || value.toLowerCase() === usual
}

/** Returns the text that says for how long no node of a pool has been drained. */
function stallText(ms: number): string {
  return vscode.l10n.t('stalled for {0}', durationText(ms - (ms % 60_000)))
}
