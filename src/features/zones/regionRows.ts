import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import { isAvailable } from '../../api/zones.ts'
import { shownValue } from '../../inventory/results.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { poolsText } from '../../ui/countTexts.ts'
import { mayHaveZones } from '../../api/providers.ts'
import {
  markText,
  pinning,
  typeIcon,
  unlistedReason,
  warningIcon,
  withAccessibleLabel,
} from '../../ui/trees/items.ts'
import { unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import { nodeId, type RegionNode, type ZoneNode, type ZonesNode } from '../../ui/trees/nodes.ts'
import type { RowKinds } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import { accountId, accountItem, accountTooltip } from './accountRows.ts'

/** Creates what the Zones view does with the rows of regions and zones. */
export function regionKinds({
  clouds,
  poolsByZone,
}: Pick<Parts, 'clouds' | 'poolsByZone'>): RowKinds<RegionNode | ZoneNode> {
  return {
    region: {
      id: (region) => (region.account ? accountId(region.account) : regionId(region)),
      item: regionItem,
      tooltip: regionTooltip,
      readings: (region) => [clouds.zones.peek(region), clouds.regions.peek(region)],
      abilities({ account, isOptedIn, isPinned }) {
        if (account && !mayHaveZones(account)) return ['copyId']
        return [
          // Zones are only in regions that the account has opted in to.
          ...(isOptedIn ? (['compare', 'insert', 'refresh', 'copyAs'] as const) : []),
          pinning({ isPinned }),
          ...(account ? (['copyId'] as const) : []),
        ]
      },
      children: zoneRows,
      reload: (region) => clouds.zones.refresh(region),
      name: ({ account, region }) => account?.name ?? region,
      copyId: ({ account }) => account?.cloudAccountUid,
    },
    zone: {
      id: ({ of, position, name }) =>
        `${regionId(of)}/zone/${position}/${encodeURIComponent(name)}`,
      item: zoneItem,
      tooltip: ({ name, zoneId, state, use }) => ({
        title: name,
        facts: [
          [vscode.l10n.t('Zone ID'), zoneId, 'id'],
          [vscode.l10n.t('State'), stateText(state)],
          [vscode.l10n.t('Machine pools'), use && atLeast(String(use.pools), use.isWhole)],
        ],
      }),
      readings: ({ of }) => [clouds.zones.peek(of)],
      abilities: () => ['insert', 'pools', 'copyId', 'copyAs'],
      name: ({ name }) => name,
      copyId: ({ zoneId }) => zoneId,
    },
  }

  async function zoneRows(region: RegionNode): Promise<ZonesNode[]> {
    const result = await clouds.zones.get(region)
    const id = regionId(region)
    const zones = shownValue(result) ?? []
    const nodes = zones.map((zone, position): ZoneNode => ({
      kind: 'zone',
      of: region,
      position,
      ...zone,
      use: poolsByZone.use(region, zone.name),
    }))
    if ('error' in result) return withOutcome(id, nodes, result, region)
    const notes = unshownNotes(id, 'zones', omittedFrom(result.value), region.connection)
    if (nodes.length + notes.length > 0) return [...nodes, ...notes]
    const place = visible(region.account?.name ?? region.region)
    const label = vscode.l10n.t('No zones found for “{0}”.', place)
    return [{ kind: 'note', id: `${id}/none`, label }]
  }
}

function regionId(node: RegionNode): string {
  const { connection, provider, cloudAccountUid, project = '', region } = node
  return nodeId(connection, 'zones', provider, cloudAccountUid, project, region)
}

function regionItem(node: RegionNode): vscode.TreeItem {
  const { region, account, displayName, isOptedIn, state, mark } = node
  if (account) return accountItem(account)
  const item = new vscode.TreeItem(visible(region), vscode.TreeItemCollapsibleState.Collapsed)
  item.description = joinDescription(
    displayName && visible(displayName),
    !isOptedIn && vscode.l10n.t('not opted in'),
    state && visible(state),
    markText(mark),
  )
  item.iconPath = typeIcon(mark, 'globe', !isOptedIn || state !== undefined)
  return withAccessibleLabel(item)
}

function regionTooltip(node: RegionNode): Tooltip {
  if (node.account) return accountTooltip(node.account)
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
}

function zoneItem({ name, state, zoneId, use }: ZoneNode): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(name))
  const isOdd = state !== undefined && !isAvailable(state)
  item.description = joinDescription(
    isOdd && visible(state),
    zoneId && visible(zoneId),
    use && use.pools > 0 && atLeast(poolsText(use.pools), use.isWhole),
  )
  item.iconPath = stateIcon(state)
  return withAccessibleLabel(item, !isOdd && visible(stateText(state)))
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

/** Marks a count of what is loaded so far, unless that is everything. */
function atLeast(count: string, isWhole: boolean): string {
  return isWhole ? count : vscode.l10n.t('at least {0}', count)
}
