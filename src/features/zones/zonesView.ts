import * as vscode from 'vscode'
import { hasRegions } from '../../api/endpoints.ts'
import type { Region } from '../../api/lookupSchemas.ts'
import { omittedFrom } from '../../api/omitted.ts'
import type { Connection } from '../../connections/connection.ts'
import { accountsOf, type KnownAccount } from '../../inventory/accounts.ts'
import { accountKey, ofZoneProvider, type RegionRef } from '../../inventory/refs.ts'
import { regionsOf } from '../../inventory/regions.ts'
import { shownValue } from '../../inventory/results.ts'
import type { Ground } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { pinnedFirst } from '../../ui/trees/items.ts'
import { lacksProjectsText, withoutProviderText } from '../../ui/notShownTexts.ts'
import { truncatedNote, unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  type AccountNode,
  type CloudProjectNode,
  type NoteNode,
  type RegionNode,
  type ZoneNode,
  type ZonesEntry,
  type ZonesNode,
} from '../../ui/trees/nodes.ts'
import { createTree } from '../../ui/trees/tree.ts'
import { zonesItem, zonesNodeId, zonesTooltip } from './zonesItems.ts'

/** The tree of the Zones view: cloud account → region → availability zone. */
export function createZonesView({ connections, apiKeys, tracked, clouds, poolsByZone }: Ground) {
  /** The parent under which each node was last shown. */
  const parents = new WeakMap<ZonesNode, ZonesEntry>()
  const tree = createTree<ZonesEntry>({
    connections,
    apiKeys,
    changes: [tracked, clouds, poolsByZone],
    top: accountRows,
    hasProblems: true,
    async children(node) {
      const rows = await rowsUnder(node)
      for (const row of rows) parents.set(row, node)
      return rows
    },
    parent: (node) => parents.get(node),
    item: zonesItem,
    tooltip: zonesTooltip,
    readings(node) {
      if (node.kind === 'account') return [clouds.accounts.peek(node.connection)]
      if (node.kind === 'zone') return [clouds.zones.peek(node.of)]
      return node.kind === 'region' ? [clouds.zones.peek(node), clouds.regions.peek(node)] : []
    },
  })
  return { ...tree, find }

  /** Finds the node of a region, and loads its ancestors; undefined if there is none. */
  async function find(of: RegionRef): Promise<RegionNode | undefined> {
    const { project, region } = of
    const key = accountKey(ofZoneProvider(of))
    const rows: ZonesNode[] = []
    for (const account of await tree.getChildren()) {
      if (account.kind !== 'account' && account.kind !== 'region') continue
      if (accountKey(ofZoneProvider(account)) !== key) continue
      if (account.kind === 'region') return account
      rows.push(...(await tree.getChildren(account)))
    }
    for (const row of rows.filter(({ kind }) => kind === 'cloudProject')) {
      if ('project' in row && (project ?? row.project) === row.project) {
        rows.push(...(await tree.getChildren(row)))
      }
    }
    return rows.filter((row) => row.kind === 'region').find((row) => row.region === region)
  }

  async function rowsUnder(node: ZonesEntry): Promise<ZonesNode[]> {
    switch (node.kind) {
      case 'account':
        return regionsOrProjects(node)
      case 'cloudProject':
        return regionRows(node)
      case 'region':
        return zoneRows(node)
      case 'zone':
        return []
    }
  }

  async function accountRows(connection: Connection): Promise<ZonesNode[]> {
    const id = nodeId(connection, 'zones')
    const lookup = clouds.accounts.get(connection)
    const lacksProjects = clouds.lacksProjects(connection)
    const result = await tree.gracePeriod.waitFor(connection, id, lookup, () => true)
    const list = shownValue(result)
    const nodes = accountsOf(connection, tracked, clouds, list)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(accountNode)
    const { unreadable = 0, withoutProvider = [] } = list ?? {}
    const reason = withoutProvider.length > 0 && { detail: withoutProviderText(withoutProvider) }
    const notes = unshownNotes(id, 'accounts', unreadable, connection).map((one): NoteNode => ({
      ...one,
      ...reason,
    }))
    if (list?.isCut && !list.error) notes.push(truncatedNote(id))
    if (list && (await lacksProjects)) {
      const label = lacksProjectsText
      notes.push({ kind: 'note', id: `${id}/projects`, label, action: 'selectProject' })
    } else if (list && !clouds.hasProjects.peek(connection)) {
      void clouds.hasProjects.get(connection).then(tree.show)
    }
    const all = [...pinnedFirst(nodes, ({ isPinned }) => isPinned), ...notes]
    const outcome = result && 'value' in result && list?.error ? list : result
    return withOutcome(id, all, outcome, connection, 'accounts')
  }

  /** Returns the regions of an account, or its projects if it has several. */
  async function regionsOrProjects(account: AccountNode): Promise<ZonesNode[]> {
    const { connection, provider, cloudAccountUid } = account
    const id = zonesNodeId(account)
    const lookup = clouds.projects.get(account)
    const hasKept = () => tracked.regions(account).length > 0
    const result = await tree.gracePeriod.waitFor(connection, `${id}/projects`, lookup, hasKept)
    const listed = shownValue(result)
    if (!result || ('error' in result && !listed)) {
      return withOutcome(id, regionNodes(account), result, connection, account)
    }
    const ref = { kind: 'cloudProject', connection, provider, cloudAccountUid } as const
    const listedProjects = new Map((listed ?? []).map((one) => [one.id, one])).values()
    const projects = Array.from(listedProjects, ({ id: project, name }): CloudProjectNode => ({
      ...ref,
      project,
      name,
    }))
    const [only] = projects
    if (only) {
      const uids = new Set(projects.map(({ project }) => project))
      const kept = tracked.regions(account).map(({ project = only.project }) => project)
      for (const project of new Set(kept)) {
        if (uids.has(project)) continue
        const mark = omittedFrom(listed) === 0 ? 'unlisted' : undefined
        projects.push({ ...ref, project, name: project, mark })
      }
    }
    const notes = unshownNotes(`${id}/projects`, 'projects', omittedFrom(listed), connection)
    const rows = projects.length > 1 ? projects : await regionRows(only ?? account)
    return withOutcome(`${id}/projects`, [...rows, ...notes], result, connection, account)
  }

  async function regionRows(place: AccountNode | CloudProjectNode): Promise<ZonesNode[]> {
    const id = zonesNodeId(place)
    const lookup = clouds.regions.get(place)
    const hasKept = () => tracked.regions(place).length > 0
    const result = await tree.gracePeriod.waitFor(place.connection, id, lookup, hasKept)
    if (!result || 'error' in result) {
      const nodes = regionNodes(place, shownValue(result))
      return withOutcome(id, nodes, result, place.connection, place)
    }
    const nodes = regionNodes(place)
    const notes = unshownNotes(id, 'regions', omittedFrom(result.value), place.connection)
    const none = vscode.l10n.t('No regions found. Run “List Zones…” to pin one.')
    return nodes.length + notes.length > 0 ? [...nodes, ...notes] : [note(`${id}/none`, none)]
  }

  function regionNodes(
    place: AccountNode | CloudProjectNode,
    listed?: readonly Region[],
  ): RegionNode[] {
    const nodes = regionsOf(place, tracked, clouds, listed).map((one): RegionNode => ({
      kind: 'region',
      ...one,
    }))
    return pinnedFirst(nodes, ({ isPinned }) => isPinned)
  }

  async function zoneRows(region: RegionNode): Promise<ZonesNode[]> {
    const result = await clouds.zones.get(region)
    const id = zonesNodeId(region)
    const zones = shownValue(result) ?? []
    const nodes = zones.map((zone, position): ZoneNode => ({
      kind: 'zone',
      of: region,
      position,
      ...zone,
      use: poolsByZone.use(region, zone.name),
    }))
    if ('error' in result) return withOutcome(id, nodes, result, region.connection, region)
    const notes = unshownNotes(id, 'zones', omittedFrom(result.value), region.connection)
    if (nodes.length + notes.length === 0) {
      const none = region.account
        ? vscode.l10n.t('No zones were listed for “{0}”.', visible(region.account.name))
        : vscode.l10n.t('No zones in this region for this account')
      return [note(`${id}/none`, none)]
    }
    return [...nodes, ...notes]
  }
}

/** Returns the node of an account; for a provider without regions, that of its only list of zones. */
function accountNode(account: KnownAccount): AccountNode | RegionNode {
  const { connection, provider, cloudAccountUid, isPinned } = account
  if (hasRegions(provider)) return { kind: 'account', ...account }
  const ref = { connection, provider, cloudAccountUid, region: '' }
  return { kind: 'region', ...ref, isOptedIn: true, isPinned, account }
}

function note(id: string, label: string): NoteNode {
  return { kind: 'note', id, label }
}
