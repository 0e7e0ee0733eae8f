import * as vscode from 'vscode'
import { isAvailable } from '../../api/zoneState.ts'
import { contextValues } from '../../contributions.ts'
import { visible } from '../../texts.ts'
import {
  joinDescription,
  failureItem,
  tooltipText,
  markIcon,
  unlistedReason,
  unlistedText,
  noteItem,
  pinnedText,
  withAccessibleLabel,
  warningIcon,
} from '../../ui/trees/items.ts'
import {
  nodeId,
  type AccountNode,
  type CloudProjectNode,
  type RegionNode,
  type ZoneNode,
  type ZonesNode,
} from '../../ui/trees/nodes.ts'

const { Collapsed, None } = vscode.TreeItemCollapsibleState

/** Creates the tree item of a node of the Zones view. */
export function zonesItem(node: ZonesNode): vscode.TreeItem {
  switch (node.kind) {
    case 'account':
      return accountItem(node)
    case 'cloudProject':
      return projectItem(node)
    case 'region':
      return regionItem(node)
    case 'zone':
      return zoneItem(node)
    case 'failure':
      return failureItem(node)
    case 'note':
      return noteItem(node)
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
  const { provider, cloudAccountUid, name, state, isTracked, mark } = node
  const item = new vscode.TreeItem(
    visible(name),
    isTracked ? vscode.TreeItemCollapsibleState.Expanded : Collapsed,
  )
  item.id = zonesNodeId(node)
  item.contextValue = isTracked ? contextValues.accountTracked : contextValues.account
  // The normal state isn’t shown.
  const isOdd = state !== undefined && state !== 'active'
  item.description = joinDescription(isOdd && visible(state), visible(provider), unlistedText(mark))
  item.iconPath = isOdd ? warningIcon() : markIcon(mark, 'cloud')
  item.tooltip = tooltipText(
    name,
    vscode.l10n.t('Cloud account: {0}', cloudAccountUid),
    vscode.l10n.t('Provider: {0}', provider),
    state && vscode.l10n.t('State: {0}', state),
    unlistedReason(node),
  )
  return withAccessibleLabel(item, pinnedText(mark))
}

function projectItem(node: CloudProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(node.name), Collapsed)
  item.id = zonesNodeId(node)
  item.contextValue = contextValues.cloudProject
  item.description = joinDescription(
    node.name !== node.project && visible(node.project),
    unlistedText(node.mark),
  )
  item.iconPath = markIcon(node.mark, 'project')
  item.tooltip = tooltipText(node.name, vscode.l10n.t('Google Cloud project: {0}', node.project))
  return withAccessibleLabel(item)
}

function regionItem(node: RegionNode): vscode.TreeItem {
  const { region, displayName, isOptedIn, isTracked, mark } = node
  const item = new vscode.TreeItem(visible(region), Collapsed)
  item.id = zonesNodeId(node)
  item.contextValue = isTracked ? contextValues.regionTracked : contextValues.region
  item.description = joinDescription(
    displayName && visible(displayName),
    !isOptedIn && vscode.l10n.t('not opted in'),
    unlistedText(mark),
  )
  const grey = isOptedIn ? undefined : new vscode.ThemeColor('disabledForeground')
  item.iconPath = markIcon(mark, 'globe', grey)
  item.tooltip = tooltipText(region, displayName)
  return withAccessibleLabel(item, pinnedText(mark))
}

function zoneItem({ of, position, name, state, zoneId }: ZoneNode): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(name), None)
  item.id = `${zonesNodeId(of)}/zone/${position}/${encodeURIComponent(name)}`
  item.contextValue = contextValues.zone
  const isOdd = state !== undefined && !isAvailable(state)
  item.description = joinDescription(isOdd && visible(state), zoneId && visible(zoneId))
  item.iconPath = stateIcon(state)
  const stateText = state ?? vscode.l10n.t('unknown state')
  item.tooltip = tooltipText(name, zoneId, stateText)
  return withAccessibleLabel(item, !isOdd && visible(stateText))
}

/** Returns the icon of a zone’s state: a check for available, a warning for another, none if unknown. */
function stateIcon(state: string | undefined): vscode.ThemeIcon {
  if (state === undefined) return new vscode.ThemeIcon('circle-outline')
  return isAvailable(state)
    ? new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'))
    : warningIcon()
}
