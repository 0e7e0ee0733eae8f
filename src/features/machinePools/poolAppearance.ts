import * as vscode from 'vscode'
import type { MachinePool } from '../../api/poolSchemas.ts'
import type { KnownPool } from '../../clusters/configs.ts'
import type { Stage } from '../../deletion/stage.ts'
import { autoscalingBounds } from '../../model/poolFacts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { durationText } from '../../ui/ageTexts.ts'
import { nodesText } from '../../ui/listTexts.ts'
import { typeIcon, warningIcon } from '../../ui/trees/items.ts'
import type { MachinePoolNode } from '../../ui/trees/nodes.ts'

/** Returns the state and the size of a pool on one line; empty if neither is known. */
export function poolStatus(node: MachinePoolNode, stage: Stage | undefined): string {
  const size = node.facts && nodesLeftOf(stage) === undefined && sizeText(node.facts, node.machines)
  return joinDescription(
    deletionAppearance(stage).text,
    node.isHybrid && vscode.l10n.t('hybrid pool'),
    size,
  )
}

/**
 * Returns the icon of a pool, and what is known of it: how far its deletion is first, then its facts. The text of
 * a `row` is shorter, because a side bar is narrow: it has numbers, and the letters of zones.
 */
export function poolAppearance(
  pool: KnownPool & Pick<MachinePoolNode, 'machines'>,
  stage: Stage | undefined,
): { icon: vscode.ThemeIcon; text: string; row: string } {
  const { facts, presence, region, isHybrid } = pool
  const { icon, text, row = text } = deletionAppearance(stage)
  // While a pool is being deleted, its machines are counted instead.
  const sized = facts && nodesLeftOf(stage) === undefined ? facts : undefined
  return {
    icon: icon ?? typeIcon(presence, facts?.isControlPlane ? 'server-environment' : 'server'),
    text: joinDescription(
      text,
      ...kindTexts(pool),
      sized && sizeText(sized, pool.machines),
      facts?.zones.map(visible).join(', '),
      facts?.instanceType && visible(facts.instanceType),
    ),
    row: joinDescription(
      row,
      isHybrid && vscode.l10n.t('hybrid pool'),
      sized && sizeText(sized, pool.machines, String),
      facts?.zones.map((zone) => zoneInRegion(zone, region)).join(' '),
    ),
  }
}

/** Returns a zone as its region’s rows show it: `a` for us-east-1a. */
export function zoneInRegion(zone: string, region: string | undefined): string {
  const isIn = region !== undefined && zone.startsWith(region)
  return visible((isIn && zone.slice(region.length).replace(/^-/, '')) || zone)
}

/** Returns what distinguishes a pool from most others. */
export function kindTexts({ isHybrid, facts }: KnownPool): (string | false | undefined)[] {
  return [
    isHybrid && vscode.l10n.t('hybrid pool'),
    facts?.isControlPlane && vscode.l10n.t('control plane'),
    facts?.isSystemPool && vscode.l10n.t('system pool'),
  ]
}

/** Returns the number of nodes, or else the configured size or range. */
function sizeText(
  pool: MachinePool,
  machines: number | undefined,
  textOf = nodesText,
): string | false {
  const scaled = autoscalingBounds(pool)
  const bounds = scaled && `${scaled.min}–${scaled.max}`
  const count = machines ?? pool.size
  if (bounds && machines === undefined) {
    return textOf === nodesText ? vscode.l10n.t('{0} nodes', bounds) : bounds
  }
  if (count === undefined) return false
  return bounds ? `${textOf(count)} (${bounds})` : textOf(count)
}

/** Returns the number of nodes that a deletion has left, if known. */
function nodesLeftOf(stage: Stage | undefined): number | undefined {
  return stage && 'nodesLeft' in stage ? stage.nodesLeft : undefined
}

/** Returns how a pool shows its deletion; the text of a `row` is shorter. */
export function deletionAppearance(stage: Stage | undefined): {
  icon?: vscode.ThemeIcon
  text?: string
  row?: string
} {
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
    row: nodesLeft === undefined ? deleting : vscode.l10n.t('deleting, {0} left', nodesLeft),
  }
}

/** Returns a health as a word: services write “UnHealthy”. */
export function healthText(health: string): string {
  return visible(health.replace(/^unhealthy$/i, 'Unhealthy'))
}

/** Returns whether a word is the usual one, or not known. */
export function isUsual(word: string | undefined, usual: string): boolean {
  return word === undefined || word.toLowerCase() === usual
}

/** Returns for how long a drain has made no progress. */
export function stallText(ms: number): string {
  return vscode.l10n.t('stalled for {0}', durationText(ms - (ms % 60_000)))
}

/** Returns the number of nodes that a deletion has left. */
export function nodesLeftText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 node left') : vscode.l10n.t('{0} nodes left', count)
}
