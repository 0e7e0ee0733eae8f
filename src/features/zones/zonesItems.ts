import * as vscode from 'vscode'
import { isAvailable } from '../../api/zoneState.ts'
import type { ZoneUse } from '../../inventory/zonePools.ts'
import { joinDescription, visible } from '../../texts.ts'
import { atLeast, nodesText, poolsText } from '../../ui/countTexts.ts'
import { mayHaveZones } from '../../ui/prompts/askProvider.ts'
import { contextValueOf } from '../../ui/trees/abilities.ts'
import {
  markText,
  typeIcon,
  unlistedReason,
  warningIcon,
  withAccessibleLabel,
} from '../../ui/trees/items.ts'
import {
  nodeId,
  type AccountNode,
  type CloudProjectNode,
  type RegionNode,
  type ZoneNode,
  type ZonesEntry,
} from '../../ui/trees/nodes.ts'
import type { Fact, Tooltip } from '../../ui/trees/tooltips.ts'

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState

/** Creates the tree item of a node of the Zones view. */
export function zonesItem(node: ZonesEntry): vscode.TreeItem {
  switch (node.kind) {
    case 'account':
      return accountItem(node)
    case 'cloudProject':
      return projectItem(node)
    case 'region':
      return regionItem(node)
    case 'zone':
      return zoneItem(node)
  }
}

/** Returns the ID of a node with children. */
export function zonesNodeId(node: AccountNode | CloudProjectNode | RegionNode): string {
  const { connection, provider, cloudAccountUid } = node
  const project = node.kind === 'account' ? '' : (node.project ?? '')
  const region = node.kind === 'region' ? [node.region] : []
  const path = node.kind === 'account' ? [] : [project, ...region]
  return nodeId(connection, 'zones', provider, cloudAccountUid, ...path)
}

function accountItem(node: AccountNode): vscode.TreeItem {
  const { provider, name, state, isPinned, mark } = node
  const item = new vscode.TreeItem(visible(name), isPinned ? Expanded : Collapsed)
  item.id = zonesNodeId(node)
  item.contextValue = contextValueOf(node)
  const isWithoutZones = !mayHaveZones(node)
  if (isWithoutZones) item.collapsibleState = None
  // The normal state isn’t shown.
  const isOdd = state !== undefined && state !== 'active'
  item.description = joinDescription(
    isOdd && visible(state),
    isWithoutZones ? vscode.l10n.t('no zones') : visible(provider),
    markText(mark),
  )
  item.iconPath = isOdd ? warningIcon() : typeIcon(mark, 'cloud', isWithoutZones)
  return withAccessibleLabel(item)
}

function projectItem(node: CloudProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(node.name), Collapsed)
  item.id = zonesNodeId(node)
  item.contextValue = contextValueOf(node)
  item.description = joinDescription(
    node.name !== node.project && visible(node.project),
    markText(node.mark),
  )
  item.iconPath = typeIcon(node.mark, 'project')
  return withAccessibleLabel(item)
}

function regionItem(node: RegionNode): vscode.TreeItem {
  const { region, account, displayName, isOptedIn, state, mark } = node
  const item = account
    ? accountItem({ kind: 'account', ...account })
    : new vscode.TreeItem(visible(region), Collapsed)
  item.contextValue = contextValueOf(node)
  if (account) return item
  item.id = zonesNodeId(node)
  item.description = joinDescription(
    displayName && visible(displayName),
    !isOptedIn && vscode.l10n.t('not opted in'),
    state && visible(state),
    markText(mark),
  )
  item.iconPath = typeIcon(mark, 'globe', !isOptedIn || state !== undefined)
  return withAccessibleLabel(item)
}

function zoneItem(node: ZoneNode): vscode.TreeItem {
  const { of, position, name, state, zoneId, use } = node
  const item = new vscode.TreeItem(visible(name), None)
  item.id = `${zonesNodeId(of)}/zone/${position}/${encodeURIComponent(name)}`
  item.contextValue = contextValueOf(node)
  const isOdd = state !== undefined && !isAvailable(state)
  item.description = joinDescription(
    isOdd && visible(state),
    zoneId && visible(zoneId),
    use && use.pools > 0 && atLeast(poolsText(use.pools), use.isWhole),
    use && use.nodes > 0 && atLeast(nodesText(use.nodes), hasAllNodes(use)),
  )
  item.iconPath = stateIcon(state)
  return withAccessibleLabel(item, !isOdd && visible(stateText(state)))
}

/** Returns the tooltip of a node of the Zones view. */
export function zonesTooltip(node: ZonesEntry): Tooltip {
  switch (node.kind) {
    case 'account':
      return {
        title: node.name,
        facts: [
          [vscode.l10n.t('Cloud account'), node.cloudAccountUid, 'id'],
          [vscode.l10n.t('Provider'), node.provider],
          [vscode.l10n.t('State'), node.state],
        ],
        note: unlistedReason(node),
      }
    case 'cloudProject':
      return {
        title: node.name,
        facts: [[vscode.l10n.t('Google Cloud project'), node.project, 'id']],
      }
    case 'region':
      if (node.account) return zonesTooltip({ kind: 'account', ...node.account })
      return {
        title: node.region,
        facts: [
          [vscode.l10n.t('Name'), node.displayName],
          [vscode.l10n.t('Provider'), node.provider],
          [vscode.l10n.t('Google Cloud project'), node.project, 'id'],
          [vscode.l10n.t('State'), node.state],
        ],
        note: unlistedReason(node),
      }
    case 'zone':
      return {
        title: node.name,
        facts: [
          [vscode.l10n.t('Zone ID'), node.zoneId, 'id'],
          [vscode.l10n.t('State'), stateText(node.state)],
          ...(node.use ? useFacts(node.use) : []),
        ],
      }
  }
}

function useFacts(use: ZoneUse): Fact[] {
  const { pools, nodes, isWhole } = use
  return [
    [vscode.l10n.t('Machine pools'), atLeast(String(pools), isWhole)],
    [
      vscode.l10n.t('Nodes'),
      (nodes > 0 || hasAllNodes(use)) && atLeast(String(nodes), hasAllNodes(use)),
    ],
  ]
}

function hasAllNodes({ isWhole, hasAllNodes: isKnown }: ZoneUse): boolean {
  return isWhole && isKnown
}

function stateText(state: string | undefined): string {
  return state ?? vscode.l10n.t('unknown state')
}

/** Returns the icon of a zone’s state: a check for available, a warning for another, none if unknown. */
function stateIcon(state: string | undefined): vscode.ThemeIcon {
  if (state === undefined) return new vscode.ThemeIcon('circle-outline')
  return isAvailable(state)
    ? new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'))
    : warningIcon()
}
