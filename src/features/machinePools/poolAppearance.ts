import * as vscode from 'vscode'
import type { MachinePool } from '../../api/poolSchemas.ts'
import type { KnownPool } from '../../clusters/configs.ts'
import type { Stage } from '../../deletion/stage.ts'
import { autoscalingBounds } from '../../model/poolFacts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { durationText } from '../../ui/ageTexts.ts'
import { instanceTypeText, nodesText } from '../../ui/listTexts.ts'
import { typeIcon, warningIcon } from '../../ui/trees/items.ts'
import type { MachinePoolNode } from '../../ui/trees/nodes.ts'

/** Returns the state and the size of a pool as one line; empty if both are unknown. */
export function poolStatus(node: MachinePoolNode, stage: Stage | undefined): string {
  const { facts, machines, isHybrid } = node
  const hasSize = facts && nodesLeftOf(stage) === undefined
  return joinDescription(
    deletionAppearance(stage).text,
    isHybrid && vscode.l10n.t('hybrid pool'),
    hasSize && sizeText(facts, machines),
  )
}

/**
 * Returns a pool’s icon and texts: first the progress of its deletion, then its facts. `shortText` is for a row of the
 * narrow side bar: it has numbers without units, and zones without their region.
 */
export function poolAppearance(
  pool: KnownPool & Pick<MachinePoolNode, 'machines'>,
  stage: Stage | undefined,
): { icon: vscode.ThemeIcon; text: string; shortText: string } {
  const { facts, presence, region, isHybrid } = pool
  const deletion = deletionAppearance(stage)
  // While a pool is being deleted, the text counts the remaining nodes instead of the configured ones.
  const sizedFacts = facts && nodesLeftOf(stage) === undefined ? facts : undefined
  const instanceType = facts && instanceTypeText(facts)
  return {
    icon:
      deletion.icon ?? typeIcon(presence, facts?.isControlPlane ? 'server-environment' : 'server'),
    text: joinDescription(
      deletion.text,
      ...kindTexts(pool),
      sizedFacts && sizeText(sizedFacts, pool.machines),
      facts?.zones.map(visible).join(', '),
      instanceType !== undefined && visible(instanceType),
    ),
    shortText: joinDescription(
      deletion.shortText ?? deletion.text,
      isHybrid && vscode.l10n.t('hybrid pool'),
      sizedFacts && sizeText(sizedFacts, pool.machines, String),
      facts?.zones.map((zone) => zoneInRegion(zone, region)).join(' '),
    ),
  }
}

/** Returns the part of a zone’s name behind its region, such as `a` for us-east-1a; else the whole name. */
export function zoneInRegion(zone: string, region: string | undefined): string {
  const isInRegion = region !== undefined && zone.startsWith(region)
  const suffix = isInRegion ? zone.slice(region.length).replace(/^-/, '') : ''
  return visible(suffix || zone)
}

/** Returns what distinguishes a pool from an ordinary worker pool, such as “control plane”. */
export function kindTexts({ isHybrid, facts }: KnownPool): (string | false | undefined)[] {
  return [
    isHybrid && vscode.l10n.t('hybrid pool'),
    facts?.isControlPlane && vscode.l10n.t('control plane'),
    facts?.isSystemPool && vscode.l10n.t('system pool'),
  ]
}

/**
 * Returns the number of nodes if it is known, else the configured size or its range, such as “1–3”. `formatCount` adds
 * the unit.
 */
function sizeText(
  pool: MachinePool,
  machines: number | undefined,
  formatCount = nodesText,
): string | false {
  const bounds = autoscalingBounds(pool)
  const range = bounds && `${bounds.min}–${bounds.max}`
  const count = machines ?? pool.size
  if (range && machines === undefined) {
    return formatCount === nodesText ? vscode.l10n.t('{0} nodes', range) : range
  }
  if (count === undefined) return false
  return range ? `${formatCount(count)} (${range})` : formatCount(count)
}

/**
 * Returns how many nodes of a pool that is being deleted are left. Undefined if unknown, or if the pool isn’t being
 * deleted.
 */
function nodesLeftOf(stage: Stage | undefined): number | undefined {
  return stage && 'nodesLeft' in stage ? stage.nodesLeft : undefined
}

/** The icon and the texts by which a pool’s row shows the progress of its deletion. */
interface DeletionAppearance {
  readonly icon?: vscode.ThemeIcon
  readonly text?: string
  /** A shorter text for the row, if there is one. */
  readonly shortText?: string
}

/**
 * Returns how a pool’s row shows the progress of its deletion. Empty if the pool isn’t being deleted, or no longer is.
 */
export function deletionAppearance(stage: Stage | undefined): DeletionAppearance {
  if (!stage || 'isEnd' in stage) return {}
  if (stage.kind === 'unknown') {
    return { icon: warningIcon(), text: vscode.l10n.t('may have been deleted') }
  }
  const nodesLeft = nodesLeftOf(stage)
  const stalledMs = 'stalledMs' in stage ? stage.stalledMs : undefined
  const left = nodesLeft !== undefined && nodesLeftText(nodesLeft)
  const stalled = stalledMs !== undefined && joinDescription(stallText(stalledMs), left)
  if (stage.kind === 'overdue') {
    const text = joinDescription(stalled, vscode.l10n.t('completion not confirmed'))
    return { icon: warningIcon(), text }
  }
  if (stalled) return { icon: warningIcon(), text: stalled }
  const deleting = vscode.l10n.t('deleting…')
  return {
    icon: new vscode.ThemeIcon('loading~spin'),
    text: joinDescription(deleting, left),
    shortText: nodesLeft === undefined ? deleting : vscode.l10n.t('deleting, {0} left', nodesLeft),
  }
}

/** Formats a health for people. Services write, for example, “UnHealthy”. */
export function healthText(health: string): string {
  return visible(health.replace(/^unhealthy$/i, 'Unhealthy'))
}

/** Returns whether a state or a health is the usual one, or unknown. */
export function isUsual(value: string | undefined, usual: string): boolean {
  return value === undefined || value.toLowerCase() === usual
}

/** Returns the text that says for how long no node of a pool has been drained. */
export function stallText(ms: number): string {
  return vscode.l10n.t('stalled for {0}', durationText(ms - (ms % 60_000)))
}

export function nodesLeftText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 node left') : vscode.l10n.t('{0} nodes left', count)
}
