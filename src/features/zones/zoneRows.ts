import * as vscode from 'vscode'
import { isAvailable } from '../../api/zones.ts'
import type { Refusal } from '../../cloud/refusals.ts'
import { shownValue } from '../../cache/results.ts'
import { zoneUse } from '../../cloud/zoneUse.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { agoText, timeText } from '../../ui/ageTexts.ts'
import { poolsText } from '../../ui/listTexts.ts'
import { refusedText } from '../../ui/refusalTexts.ts'
import {
  pinning,
  presenceText,
  typeIcon,
  unlistedReason,
  warningIcon,
} from '../../ui/trees/items.ts'
import { unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import { nodeId, type RegionNode, type ZoneNode, type ZonesNode } from '../../ui/trees/nodes.ts'
import type { RowItem, RowKinds } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import { accountId, accountItem, accountTooltip } from './accountRows.ts'

/** Creates what the Zones view does with the rows of regions and zones. */
export function zoneKinds({
  clouds,
  clusters,
  refusals,
}: Pick<Parts, 'clouds' | 'clusters' | 'refusals'>): RowKinds<RegionNode | ZoneNode> {
  return {
    region: {
      id: (region) => (region.account ? accountId(region.account) : regionId(region)),
      item: (region) =>
        region.account ? accountItem(region.account) : regionItem(region, refusals.in(region)()),
      tooltip: (region) => ({
        ...(region.account
          ? accountTooltip(region.account)
          : regionTooltip(region, refusals.in(region)())),
        readings: [clouds.zones.peek(region), clouds.regions.peek(region)],
      }),
      abilities({ account, isOptedIn, isPinned }) {
        return [
          // Zones are only in regions that the account has opted in to.
          ...(isOptedIn ? (['compare', 'insert', 'refresh', 'copyAs'] as const) : []),
          pinning({ isPinned }),
          ...(account ? (['copyId'] as const) : []),
        ]
      },
      children: zoneRows,
      reload: (region) => clouds.zones.invalidate(region),
      name: ({ account, region }) => account?.name ?? region,
      copyId: ({ account }) => account?.cloudAccountUid,
    },
    zone: {
      id: ({ parent, position, name }) =>
        `${regionId(parent)}/zone/${position}/${encodeURIComponent(name)}`,
      item: zoneItem,
      tooltip: ({ parent, name, zoneId, state, use, refusal }) => ({
        title: name,
        facts: [
          [vscode.l10n.t('Zone ID'), zoneId, 'id'],
          [vscode.l10n.t('State'), stateText(state)],
          [vscode.l10n.t('Machine pools'), use && atLeast(String(use.pools), use.isWhole)],
          capacityFact(refusal),
        ],
        readings: [clouds.zones.peek(parent)],
      }),
      abilities: () => ['insert', 'pools', 'copyId', 'copyAs'],
      name: ({ name }) => name,
      copyId: ({ zoneId }) => zoneId,
    },
  }

  async function zoneRows(region: RegionNode): Promise<ZonesNode[]> {
    const result = await clouds.zones.get(region)
    const id = regionId(region)
    const zones = shownValue(result)?.items ?? []
    const useOf = zoneUse(region, clusters)
    const refusalIn = refusals.in(region)
    const nodes = zones.map((zone, position): ZoneNode => ({
      kind: 'zone',
      parent: region,
      position,
      ...zone,
      use: useOf(zone.name),
      refusal: refusalIn(zone.name),
    }))
    const { connection } = region
    const lookup = { connection, retry: () => clouds.zones.invalidate(region) }
    if ('error' in result) return withOutcome(id, nodes, result, lookup)
    const notes = unshownNotes(id, 'zones', result.value.unreadable, connection)
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

function regionItem(node: RegionNode, refusal: Refusal | undefined): RowItem {
  const { region, displayName, isOptedIn, state, presence } = node
  return {
    label: visible(region),
    state: vscode.TreeItemCollapsibleState.Collapsed,
    icon: typeIcon(presence, 'globe', !isOptedIn || state !== undefined),
    description: joinDescription(
      refusal && refusedText(refusal, timeText(refusal.at)),
      displayName && visible(displayName),
      !isOptedIn && vscode.l10n.t('not opted in'),
      state && visible(state),
      presenceText(node),
    ),
  }
}

function regionTooltip(node: RegionNode, refusal: Refusal | undefined): Tooltip {
  return {
    title: node.region,
    facts: [
      [vscode.l10n.t('Name'), node.displayName],
      [vscode.l10n.t('Provider'), node.provider],
      [vscode.l10n.t('Google Cloud project'), node.project, 'id'],
      [vscode.l10n.t('State'), node.state],
      capacityFact(refusal),
    ],
    note: unlistedReason(node),
  }
}

function zoneItem({ name, state, zoneId, use, refusal }: ZoneNode): RowItem {
  const isOdd = state !== undefined && !isAvailable(state)
  const description = joinDescription(
    isOdd && visible(state),
    refusal && refusedText(refusal, timeText(refusal.at)),
    zoneId && visible(zoneId),
    use && use.pools > 0 && atLeast(poolsText(use.pools), use.isWhole),
  )
  const spoken = [!isOdd && visible(stateText(state)), description]
  return { label: visible(name), icon: stateIcon(state), description, spoken }
}

function capacityFact(refusal: Refusal | undefined): Tooltip['facts'][number] {
  return [vscode.l10n.t('Cloud'), refusal && refusedText(refusal, agoText(refusal.at))]
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
