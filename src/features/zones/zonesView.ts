import * as vscode from 'vscode'
import type { Region } from '../../api/lookupSchemas.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { zoneProvider } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import type { RegionRef } from '../../inventory/clouds.ts'
import type { TrackedAccount, TrackedRegion } from '../../inventory/tracked.ts'
import type { Parts } from '../../parts.ts'
import { titleOf } from '../../texts.ts'
import type { Unshown } from '../../ui/notShownTexts.ts'
import { cutNote, withOutcome } from '../../ui/trees/items.ts'
import {
  nodeId,
  type AccountNode,
  type CloudProjectNode,
  type NoteNode,
  type RegionNode,
  type ZoneNode,
  type ZonesNode,
} from '../../ui/trees/nodes.ts'
import { createTree } from '../../ui/trees/tree.ts'
import { unshownNotes } from '../../ui/trees/unshownNotes.ts'
import { zonesItem, zonesNodeId } from './zonesItems.ts'

/** The tree of the Zones view: cloud account → region → availability zone. */
export function createZonesView({
  connections,
  apiKeys,
  tracked,
  clouds,
}: Pick<Parts, 'connections' | 'apiKeys' | 'tracked' | 'clouds'>) {
  /** What each row was last shown under. */
  const parents = new WeakMap<ZonesNode, ZonesNode>()
  const tree = createTree<ZonesNode>({
    connections,
    apiKeys,
    changes: [tracked, clouds],
    top: accountRows,
    async children(node) {
      const rows = await rowsUnder(node)
      for (const row of rows) parents.set(row, node)
      return rows
    },
    parent: (node) => parents.get(node),
    item: zonesItem,
    readings(node) {
      if (node.kind === 'account') return [clouds.accounts.peek(node.connection)]
      return node.kind === 'region'
        ? [clouds.zones.peek(node), clouds.regions.peek(node)]
        : undefined
    },
  })
  return { ...tree, find }

  /** The row of a region, for which what stands above it is read; undefined where there is none. */
  async function find(of: RegionRef): Promise<RegionNode | undefined> {
    const { cloudAccountUid: uid, project, region } = of
    const key = keyOf({ provider: of.provider, uid })
    const rows: ZonesNode[] = []
    for (const account of await tree.getChildren()) {
      if (account.kind !== 'account') continue
      const { provider, cloudAccountUid } = account
      if (keyOf({ provider, uid: cloudAccountUid }) === key) {
        rows.push(...(await tree.getChildren(account)))
      }
    }
    for (const row of rows.filter(({ kind }) => kind === 'cloudProject')) {
      if ('project' in row && (project ?? row.project) === row.project) {
        rows.push(...(await tree.getChildren(row)))
      }
    }
    return rows.filter((row) => row.kind === 'region').find((row) => row.region === region)
  }

  async function rowsUnder(node: ZonesNode): Promise<ZonesNode[]> {
    switch (node.kind) {
      case 'account':
        return regionsOrProjects(node)
      case 'cloudProject':
        return regionRows(node)
      case 'region':
        return zoneRows(node)
      case 'zone':
      case 'failure':
      case 'note':
        return []
    }
  }

  /** What the service lists and what the user keeps, each account once. */
  async function accountRows(connection: Connection): Promise<ZonesNode[]> {
    const id = nodeId(connection, 'zones')
    const lookup = clouds.accounts.get(connection)
    const hasKept = tracked.accounts(connection.name).length > 0
    const result = await tree.patience.wait(connection, id, lookup, hasKept)
    const kept = new Map(tracked.accounts(connection.name).map((one) => [keyOf(one), one]))
    const list = result && 'value' in result ? result.value : undefined
    const nodes = (list?.accounts ?? []).map(({ provider, uid, name, state }): AccountNode => {
      const own = kept.get(keyOf({ provider, uid }))
      kept.delete(keyOf({ provider, uid }))
      const isTracked = own !== undefined
      return {
        kind: 'account',
        connection,
        provider: own?.provider ?? provider,
        cloudAccountUid: uid,
        name: titleOf(own, name) ?? name,
        state,
        isTracked,
        mark: isTracked ? 'pinned' : undefined,
      }
    })
    const isComplete = list && !list.isCut && list.unreadable === 0
    for (const own of kept.values()) {
      const { provider, uid } = own
      const ref = { connection, provider, cloudAccountUid: uid }
      nodes.push({
        kind: 'account',
        ...ref,
        name: titleOf(own) ?? uid,
        isTracked: true,
        mark: isComplete && !clouds.hasRead(ref) ? 'unlisted' : undefined,
      })
    }
    nodes.sort((a, b) => a.name.localeCompare(b.name))
    const { unreadable = 0 } = list ?? {}
    const notes = unshownNotes(id, 'accounts', unreadable, connection)
    if (list?.isCut && !list.error) notes.push(cutNote(id))
    const all = [...nodes, ...notes]
    return withOutcome(id, all, list?.error ? list : result, connection, 'accounts')
  }

  /** An account's regions; under its projects, where it has several in its cloud. */
  async function regionsOrProjects(account: AccountNode): Promise<ZonesNode[]> {
    const { connection, provider, cloudAccountUid } = account
    const id = zonesNodeId(account)
    const lookup = clouds.projects.get(account)
    const hasKept = keptRegions(account).length > 0
    const result = await tree.patience.wait(connection, `${id}/projects`, lookup, hasKept)
    if (!result || 'error' in result) {
      return withOutcome(id, regionNodes(account), result, connection, account)
    }
    const ref = { kind: 'cloudProject', connection, provider, cloudAccountUid } as const
    const listedProjects = new Map((result.value ?? []).map((one) => [one.id, one])).values()
    const projects = Array.from(listedProjects, ({ id: project, name }): CloudProjectNode => ({
      ...ref,
      project,
      name,
    }))
    const [only] = projects
    if (only) {
      const listed = new Set(projects.map(({ project }) => project))
      const kept = new Set(keptRegions(account).map(({ project = only.project }) => project))
      for (const project of kept) {
        if (listed.has(project)) continue
        const mark = omittedFrom(result.value) === 0 ? 'unlisted' : undefined
        projects.push({ ...ref, project, name: project, mark })
      }
    }
    const notes = omittedNotes(`${id}/projects`, 'projects', result.value, connection)
    if (projects.length > 1) return [...projects, ...notes]
    return [...(await regionRows(only ?? account)), ...notes]
  }

  async function regionRows(place: AccountNode | CloudProjectNode): Promise<ZonesNode[]> {
    const id = zonesNodeId(place)
    const lookup = clouds.regions.get({ ...place, project: projectOf(place) })
    const hasKept = keptRegions(place).length > 0
    const result = await tree.patience.wait(place.connection, id, lookup, hasKept)
    if (!result || 'error' in result) {
      return withOutcome(id, regionNodes(place), result, place.connection, place)
    }
    const nodes = regionNodes(place, result.value)
    const notes = omittedNotes(id, 'regions', result.value, place.connection)
    const none = vscode.l10n.t('No regions are listed. Run List Zones… to add one.')
    return nodes.length + notes.length > 0 ? [...nodes, ...notes] : [note(`${id}/none`, none)]
  }

  /** What the service lists and what the user keeps, each region once; not opted in to come last. */
  function regionNodes(
    place: AccountNode | CloudProjectNode,
    listed?: readonly Region[],
  ): RegionNode[] {
    const { connection, provider, cloudAccountUid } = place
    const kept = keptRegions(place)
    const ref = { kind: 'region', connection, provider, cloudAccountUid } as const
    const nodes = eachOnce(listed ?? []).map(({ name, displayName, isOptedIn }): RegionNode => {
      const project = projectOf(place)
      const isTracked = kept.some((one) => one.name === name)
      const mark = isTracked ? 'pinned' : undefined
      return { ...ref, project, region: name, displayName, isOptedIn, isTracked, mark }
    })
    const names = new Set(nodes.map(({ region }) => region))
    const isComplete = listed && omittedFrom(listed) === 0
    for (const { name, project } of kept) {
      if (names.has(name)) continue
      const region = { ...ref, project, region: name }
      const read = clouds.zones.peek(region)
      const mark = read && 'value' in read ? 'pinned' : isComplete && 'unlisted'
      nodes.push({
        ...region,
        isOptedIn: true,
        isTracked: true,
        mark: (listed && mark) || undefined,
      })
    }
    return nodes.sort(
      (a, b) => Number(b.isOptedIn) - Number(a.isOptedIn) || a.region.localeCompare(b.region),
    )
  }

  /** The regions kept for an account; for one of its projects, those that may belong to it. */
  function keptRegions(place: AccountNode | CloudProjectNode): readonly TrackedRegion[] {
    const { connection, provider, cloudAccountUid: uid } = place
    return tracked.regions(connection.name, { provider, uid }, projectOf(place))
  }

  function omittedNotes(
    id: string,
    what: Unshown,
    list: readonly unknown[] | undefined,
    connection: Connection,
  ): NoteNode[] {
    return unshownNotes(id, what, omittedFrom(list), connection)
  }

  async function zoneRows(region: RegionNode): Promise<ZonesNode[]> {
    const result = await clouds.zones.get(region)
    const id = zonesNodeId(region)
    if ('error' in result) return withOutcome(id, [], result, region.connection, region)
    const notes = omittedNotes(id, 'zones', result.value, region.connection)
    if (result.value.length + notes.length === 0) {
      return [note(`${id}/none`, vscode.l10n.t('No zones in this region for this account'))]
    }
    const nodes = result.value.map((zone, position): ZoneNode => ({
      kind: 'zone',
      of: region,
      position,
      ...zone,
    }))
    return [...nodes, ...notes]
  }
}

/** Two rows of one name would have one id, and VS Code then shows none at all. */
function eachOnce(regions: readonly Region[]): Region[] {
  return [...new Map(regions.map((one) => [one.name, one])).values()]
}

function projectOf(place: AccountNode | CloudProjectNode): string | undefined {
  return place.kind === 'cloudProject' ? place.project : undefined
}

/** One account under two providers that share their accounts is one. */
function keyOf({ provider, uid }: Pick<TrackedAccount, 'provider' | 'uid'>): string {
  return JSON.stringify([zoneProvider(provider), uid])
}

function note(id: string, label: string): NoteNode {
  return { kind: 'note', id, label }
}
