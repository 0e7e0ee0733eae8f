import * as vscode from 'vscode'
import { isAvailable } from '../../api/zones.ts'
import type { CapacityRefusal } from '../../cloud/capacityRefusals.ts'
import { shownValue } from '../../cache/results.ts'
import { createZoneUse } from '../../cloud/zoneUse.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import { agoText, timeText } from '../../ui/ageTexts.ts'
import { poolsText } from '../../ui/listTexts.ts'
import { refusedText } from '../../ui/refusalTexts.ts'
import {
  pinAbility,
  presenceText,
  typeIcon,
  unlistedReason,
  warningIcon,
} from '../../ui/trees/items.ts'
import { unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  zonesRefOf,
  type RegionNode,
  type RegionlessAccountNode,
  type ZoneNode,
  type ZonesNode,
  type ZonesParentNode,
} from '../../ui/trees/nodes.ts'
import type { RowItem, RowKinds } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import { accountItem, accountTooltip } from './accountRows.ts'
import { accountId } from './regionLists.ts'

/** Defines the rows of regions and zones in the Zones view: their appearance, menus, and children. */
export function zoneKinds({
  clouds,
  clusters,
  capacityRefusals,
}: Pick<Parts, 'clouds' | 'clusters' | 'capacityRefusals'>): RowKinds<
  RegionNode | RegionlessAccountNode | ZoneNode
> {
  return {
    region: {
      id: zonesParentId,
      item: (region) => regionItem(region, capacityRefusals.createRefusalFinder(region)()),
      tooltip: (region) => ({
        ...regionTooltip(region, capacityRefusals.createRefusalFinder(region)()),
        results: [clouds.zones.peek(region), clouds.regions.peek(region)],
      }),
      abilities(region) {
        // The cloud returns zones only for regions that the account has opted in to.
        if (!region.isOptedIn) return [pinAbility(region)]
        return ['compare', 'insert', 'refresh', 'copyAs', pinAbility(region)]
      },
      children: zoneRows,
      reload: (region) => clouds.zones.invalidate(region),
      name: ({ region }) => region,
    },
    regionlessAccount: {
      id: accountId,
      item: accountItem,
      tooltip: (account) => ({
        ...accountTooltip(account),
        results: [clouds.zones.peek(zonesRefOf(account))],
      }),
      abilities: (account) => [
        'compare',
        'insert',
        'refresh',
        'copyAs',
        pinAbility(account),
        'copyId',
      ],
      children: zoneRows,
      reload: (account) => clouds.zones.invalidate(zonesRefOf(account)),
      name: ({ name }) => name,
      copyId: ({ cloudAccountUid }) => cloudAccountUid,
    },
    zone: {
      id: ({ parent, position, name }) =>
        `${zonesParentId(parent)}/zone/${position}/${encodeURIComponent(name)}`,
      item: zoneItem,
      tooltip: ({ parent, name, zoneId, state, use, refusal }) => ({
        title: name,
        facts: [
          [vscode.l10n.t('Zone ID'), zoneId, 'id'],
          [vscode.l10n.t('State'), stateText(state)],
          [vscode.l10n.t('Machine pools'), use && atLeast(String(use.pools), use.isComplete)],
          capacityFact(refusal),
        ],
        results: [clouds.zones.peek(zonesRefOf(parent))],
      }),
      abilities: () => ['insert', 'pools', 'copyId', 'copyAs'],
      name: ({ name }) => name,
      copyId: ({ zoneId }) => zoneId,
    },
  }

  async function zoneRows(parent: ZonesParentNode): Promise<ZonesNode[]> {
    const region = zonesRefOf(parent)
    const result = await clouds.zones.get(region)
    const id = zonesParentId(parent)
    const zones = shownValue(result)?.items ?? []
    const useOf = createZoneUse(region, clusters)
    const findRefusal = capacityRefusals.createRefusalFinder(region)
    const nodes = zones.map((zone, position): ZoneNode => ({
      kind: 'zone',
      parent,
      position,
      ...zone,
      use: useOf(zone.name),
      refusal: findRefusal(zone.name),
    }))
    const { connection } = region
    const lookup = { connection, retry: () => clouds.zones.invalidate(region) }
    if ('error' in result) return withOutcome(id, nodes, result, lookup)
    const notes = unshownNotes(id, 'zones', result.value.unreadable, connection)
    if (nodes.length + notes.length > 0) return [...nodes, ...notes]
    const name = parent.kind === 'region' ? parent.region : parent.name
    const label = vscode.l10n.t('No zones found for “{0}”.', displayText(name))
    return [{ kind: 'note', id: `${id}/none`, label }]
  }
}

/**
 * Returns the ID of the row above zones: a region, or an account without regions. The IDs of the zones’ rows begin with
 * it.
 */
function zonesParentId(parent: ZonesParentNode): string {
  const { connection, provider, cloudAccountUid, project = '', region } = zonesRefOf(parent)
  return nodeId(connection, 'zones', provider, cloudAccountUid, project, region)
}

function regionItem(node: RegionNode, refusal: CapacityRefusal | undefined): RowItem {
  const { region, displayName, isOptedIn, state, presence, hasPools } = node
  return {
    label: displayText(region),
    state: vscode.TreeItemCollapsibleState.Collapsed,
    icon: typeIcon(presence, 'globe', { isDim: !isOptedIn || state !== undefined }),
    description: joinDescription(
      refusal && refusedText(refusal, timeText(refusal.at)),
      hasPools && vscode.l10n.t('with machine pools'),
      displayName && displayText(displayName),
      !isOptedIn && vscode.l10n.t('not opted in'),
      state && displayText(state),
      presenceText(node),
    ),
  }
}

function regionTooltip(node: RegionNode, refusal: CapacityRefusal | undefined): Tooltip {
  return {
    title: node.region,
    facts: [
      [vscode.l10n.t('Name'), node.displayName],
      [vscode.l10n.t('Provider'), node.provider],
      [vscode.l10n.t('Google Cloud project'), node.project, 'id'],
      [
        vscode.l10n.t('State'),
        [!node.isOptedIn && vscode.l10n.t('not opted in'), node.state].filter(Boolean).join(', '),
      ],
      capacityFact(refusal),
    ],
    note: unlistedReason(node),
  }
}

function zoneItem({ name, state, zoneId, use, refusal }: ZoneNode): RowItem {
  const isUnusual = state !== undefined && !isAvailable(state)
  const description = joinDescription(
    isUnusual && displayText(state),
    refusal && refusedText(refusal, timeText(refusal.at)),
    zoneId && displayText(zoneId),
    use && use.pools > 0 && atLeast(poolsText(use.pools), use.isComplete),
  )
  const spoken = [!isUnusual && displayText(stateText(state))]
  return { label: displayText(name), icon: stateIcon(state), description, spoken }
}

function capacityFact(refusal: CapacityRefusal | undefined): Tooltip['facts'][number] {
  return [vscode.l10n.t('Capacity'), refusal && refusedText(refusal, agoText(refusal.at))]
}

function stateText(state: string | undefined): string {
  return state ?? vscode.l10n.t('unknown state')
}

/**
 * Returns the icon for a zone’s state: a check mark for “available”, a warning for any other state, a circle if the
 * state is unknown.
 */
function stateIcon(state: string | undefined): vscode.ThemeIcon {
  if (state === undefined) return new vscode.ThemeIcon('circle-outline')
  return isAvailable(state)
    ? new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'))
    : warningIcon()
}

/** Formats a count: “at least {count}” if not everything that it counts is loaded. */
function atLeast(count: string, isComplete: boolean): string {
  return isComplete ? count : vscode.l10n.t('at least {0}', count)
}
