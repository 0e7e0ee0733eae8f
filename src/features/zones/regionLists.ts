import * as vscode from 'vscode'
import type { CloudProject, Region } from '../../api/accountSchemas.ts'
import { isComplete, type List } from '../../api/list.ts'
import { supportsList } from '../../api/providers.ts'
import { regionsWithPools } from '../../cloud/zoneUse.ts'
import { collectRegions } from '../../cloud/regions.ts'
import { shownValue } from '../../cache/results.ts'
import type { AccountRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import type { GracePeriod } from '../../ui/trees/gracePeriod.ts'
import { presenceText, pinnedFirst, typeIcon } from '../../ui/trees/items.ts'
import { unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  type AccountNode,
  type CloudProjectNode,
  type RegionNode,
  type ZonesNode,
} from '../../ui/trees/nodes.ts'
import type { RowItem, RowKind } from '../../ui/trees/rows.ts'
import type { TreeState } from '../../ui/trees/tree.ts'

// The rows below a cloud account in the Zones view: the account’s regions, or its Google Cloud
// projects if it has several.

type Sources = Pick<Parts, 'pins' | 'clouds' | 'clusters'>

export function accountId({ connection, provider, cloudAccountUid }: AccountRef): string {
  return nodeId(connection, 'zones', provider, cloudAccountUid)
}

function projectId({ connection, provider, cloudAccountUid, project }: CloudProjectNode): string {
  return nodeId(connection, 'zones', provider, cloudAccountUid, project)
}

/**
 * Defines the rows of the projects that a cloud account has in its cloud (Google Cloud): their appearance, menus, and
 * children.
 */
export function cloudProjectKind(
  sources: Sources,
  { gracePeriod }: TreeState,
): RowKind<CloudProjectNode> {
  return {
    id: projectId,
    item: projectItem,
    tooltip: ({ name, project }) => ({
      title: name,
      facts: [[vscode.l10n.t('Google Cloud project'), project, 'id']],
    }),
    abilities: () => ['compare', 'refresh', 'copyId', 'copyAs'],
    children: (node) => regionRows(node, projectId(node), sources, gracePeriod),
    reload: (node) => sources.clouds.invalidateAccount(node),
    name: ({ name }) => name,
    copyId: ({ project }) => project,
  }
}

function projectItem({ name, project, presence }: CloudProjectNode): RowItem {
  return {
    label: displayText(name),
    state: vscode.TreeItemCollapsibleState.Collapsed,
    icon: typeIcon(presence, 'project'),
    description: joinDescription(
      name !== project && displayText(project),
      presenceText({ isPinned: false, presence }),
    ),
  }
}

/**
 * Loads the rows below an account. On Google Cloud, regions belong to a project: if the account has several projects,
 * the rows are these projects; if it has one, they are the project’s regions. On other clouds, they are the account’s
 * regions.
 */
export async function accountChildren(
  node: AccountNode,
  sources: Sources,
  gracePeriod: GracePeriod,
): Promise<ZonesNode[]> {
  const { pins, clouds } = sources
  const { connection } = node
  const id = accountId(node)
  const projectsId = `${id}/projects`
  const hasPins = pins.regions(node).length > 0
  const loading = clouds.projects.get(node)
  const result = await gracePeriod.waitFor(connection, projectsId, loading, hasPins)
  const listed = shownValue(result)
  const lookups = regionsLookup(node, sources)
  if (!result || ('error' in result && !listed)) {
    return withOutcome(id, regionNodes(node, sources), result, lookups)
  }
  const projects = projectNodes(node, listed, sources)
  const [firstProject] = projects
  let rows: ZonesNode[] = projects
  if (!firstProject) rows = await regionRows(node, id, sources, gracePeriod)
  else if (projects.length === 1) {
    rows = await regionRows(firstProject, projectId(firstProject), sources, gracePeriod)
  }
  const notes = unshownNotes(projectsId, 'projects', listed?.unreadable ?? 0, connection)
  return withOutcome(projectsId, [...rows, ...notes], result, lookups)
}

/** Returns the nodes of an account’s projects: those that the service lists, and those in which regions are pinned. */
function projectNodes(
  account: AccountNode,
  listed: List<CloudProject> | undefined,
  { pins }: Sources,
): CloudProjectNode[] {
  const { connection, provider, cloudAccountUid } = account
  const { items = [] } = listed ?? {}
  const [first] = items
  if (!first) return []
  const ref = { kind: 'cloudProject', connection, provider, cloudAccountUid } as const
  const nodes = new Map<string, CloudProjectNode>()
  for (const { id: project, name } of items) {
    nodes.set(project, { ...ref, project, name, presence: 'listed' })
  }
  const presence = isComplete(listed) ? 'unlisted' : 'unknown'
  for (const { project = first.id } of pins.regions(account)) {
    if (!nodes.has(project)) nodes.set(project, { ...ref, project, name: project, presence })
  }
  return [...nodes.values()]
}

/**
 * Loads the rows of the regions in an account, or in one of its projects. `id` is the ID of the row above the regions.
 */
async function regionRows(
  parent: AccountNode | CloudProjectNode,
  id: string,
  sources: Sources,
  gracePeriod: GracePeriod,
): Promise<ZonesNode[]> {
  const { pins, clouds } = sources
  const hasPins = pins.regions(parent).length > 0
  const loading = clouds.regions.get(parent)
  const result = await gracePeriod.waitFor(parent.connection, id, loading, hasPins)
  if (!result || 'error' in result) {
    const nodes = regionNodes(parent, sources, shownValue(result))
    return withOutcome(id, nodes, result, regionsLookup(parent, sources))
  }
  const nodes = regionNodes(parent, sources)
  const notes = unshownNotes(id, 'regions', result.value?.unreadable ?? 0, parent.connection)
  const isEmpty = nodes.length + notes.length === 0
  if (!isEmpty || !supportsList(parent.provider, 'regions')) return [...nodes, ...notes]
  const name = parent.kind === 'account' ? parent.name : parent.project
  const label = vscode.l10n.t('No regions found for “{0}”.', displayText(name))
  const detail = vscode.l10n.t('Run “List Zones…” to pin one.')
  return [{ kind: 'note', id: `${id}/none`, label, detail }]
}

function regionNodes(
  parent: AccountNode | CloudProjectNode,
  { pins, clouds, clusters }: Sources,
  listed?: List<Region>,
): RegionNode[] {
  const withPools = new Set(regionsWithPools(parent, clusters))
  const regions = collectRegions(parent, pins, clouds, listed)
  // The rows stay in the order of their names: they would move under the pointer while clusters are loaded.
  return pinnedFirst(
    regions.map((region): RegionNode => {
      return { kind: 'region', ...region, hasPools: withPools.has(region.region) }
    }),
  )
}

/** Returns the connection and the function Retry for the error of a list of regions or projects. */
function regionsLookup(parent: AccountNode | CloudProjectNode, { clouds }: Sources) {
  const retry = () => {
    clouds.projects.invalidate(parent)
    clouds.regions.invalidate(parent)
  }
  return { connection: parent.connection, retry }
}
