import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { viewIds } from '../../contributions.ts'
import { hasRegions, hasZones } from '../../api/providers.ts'
import type { Region } from '../../api/accountSchemas.ts'
import { isComplete, type List } from '../../api/list.ts'
import { accountsOf, type KnownAccount } from '../../cloud/accounts.ts'
import { regionsOf } from '../../cloud/regions.ts'
import { shownValue } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible, shortenedList } from '../../texts.ts'
import { lacksProjectsText } from '../../ui/listTexts.ts'
import {
  presenceText,
  pinnedFirst,
  pinning,
  typeIcon,
  unlistedReason,
  warningIcon,
} from '../../ui/trees/items.ts'
import { truncatedNote, unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  type AccountNode,
  type CloudProjectNode,
  type NoteNode,
  type RegionNode,
  type ZonesNode,
} from '../../ui/trees/nodes.ts'
import type { RowItem, RowKind } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import type { TreeState } from '../../ui/trees/tree.ts'

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState

/** Creates what the Zones view has at its top, and what it does with cloud accounts and their projects. */
export function accountRows(
  { pins, clouds, projects }: Pick<Parts, 'pins' | 'clouds' | 'projects'>,
  { gracePeriod, show }: TreeState,
) {
  const account: RowKind<AccountNode> = {
    id: accountId,
    item: accountItem,
    tooltip: (node) => ({
      ...accountTooltip(node),
      readings: [clouds.accounts.peek(node.connection)],
    }),
    abilities: (node) =>
      hasZones(node.provider)
        ? ['compare', 'refresh', 'refreshInline', pinning(node), 'copyId', 'copyAs']
        : ['copyId'],
    children: regionsOrProjects,
    reload: (node) => clouds.invalidateAccount(node),
    list: ({ connection }) => ({
      viewId: viewIds.zones,
      connection,
      reload: () => clouds.accounts.refresh(connection),
    }),
    name: ({ name }) => name,
    copyId: ({ cloudAccountUid }) => cloudAccountUid,
  }
  const cloudProject: RowKind<CloudProjectNode> = {
    id: projectId,
    item: projectItem,
    tooltip: ({ name, project }) => ({
      title: name,
      facts: [[vscode.l10n.t('Google Cloud project'), project, 'id']],
    }),
    abilities: () => ['compare', 'refresh', 'copyId', 'copyAs'],
    children: (node) => regionRows(node, projectId(node)),
    reload: (node) => clouds.invalidateAccount(node),
    name: ({ name }) => name,
    copyId: ({ project }) => project,
  }
  return { topRows, kinds: { account, cloudProject } }

  /** Returns the lookups of what is below a row. */
  function lookupsOf(place: AccountNode | CloudProjectNode) {
    const retry = () => {
      clouds.projects.invalidate(place)
      clouds.regions.invalidate(place)
    }
    return { connection: place.connection, retry }
  }

  async function topRows(connection: Connection): Promise<ZonesNode[]> {
    const id = nodeId(connection, 'zones')
    const lookup = clouds.accounts.get(connection)
    const lacksProjects = clouds.lacksProjects(connection)
    const result = await gracePeriod.waitFor(connection, id, lookup)
    const list = shownValue(result)
    const nodes = accountsOf(connection, pins, clouds, list)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(accountNode)
    const { unreadable = 0, withoutProvider = [] } = list ?? {}
    const unclear = shortenedList(withoutProvider.map(({ name }) => name))
    const reason = unclear && { detail: vscode.l10n.t('Provider unknown: {0}', unclear) }
    const notes = unshownNotes(id, 'accounts', unreadable, connection).map((one): NoteNode => ({
      ...one,
      ...reason,
    }))
    if (list?.isCut && !list.error) notes.push(truncatedNote(id))
    const isLacking = list && (await lacksProjects)
    if (isLacking) {
      const label = lacksProjectsText
      notes.push({ kind: 'note', id: `${id}/projects`, label, action: 'selectProject' })
    } else if (list && isLacking === undefined) {
      void projects.lists.get(connection).then(show)
    }
    const outcome = result && 'value' in result && list?.error ? list : result
    return withOutcome(id, [...pinnedFirst(nodes), ...notes], outcome, {
      connection,
      isTopList: true,
      retry: (current) => clouds.accounts.invalidate(current),
    })
  }

  /** Returns the regions of an account, or its projects if it has several. */
  async function regionsOrProjects(node: AccountNode): Promise<ZonesNode[]> {
    const { connection, provider, cloudAccountUid } = node
    const id = accountId(node)
    const lookup = clouds.projects.get(node)
    const hasKept = pins.regions(node).length > 0
    const result = await gracePeriod.waitFor(connection, `${id}/projects`, lookup, hasKept)
    const listed = shownValue(result)
    if (!result || ('error' in result && !listed)) {
      return withOutcome(id, regionNodes(node), result, lookupsOf(node))
    }
    const ref = { kind: 'cloudProject', connection, provider, cloudAccountUid } as const
    const found = new Map(
      listed?.items.map(({ id: project, name }): [string, CloudProjectNode] => {
        return [project, { ...ref, project, name, presence: 'listed' }]
      }),
    )
    const [only] = found.values()
    for (const { project = only?.project } of only ? pins.regions(node) : []) {
      if (project === undefined || found.has(project)) continue
      const presence = isComplete(listed) ? 'unlisted' : 'unknown'
      found.set(project, { ...ref, project, name: project, presence })
    }
    const { unreadable = 0 } = listed ?? {}
    const notes = unshownNotes(`${id}/projects`, 'projects', unreadable, connection)
    const one = only ?? node
    const rows =
      found.size > 1
        ? [...found.values()]
        : await regionRows(one, one.kind === 'account' ? id : projectId(one))
    return withOutcome(`${id}/projects`, [...rows, ...notes], result, lookupsOf(node))
  }

  async function regionRows(
    place: AccountNode | CloudProjectNode,
    id: string,
  ): Promise<ZonesNode[]> {
    const lookup = clouds.regions.get(place)
    const hasKept = pins.regions(place).length > 0
    const result = await gracePeriod.waitFor(place.connection, id, lookup, hasKept)
    if (!result || 'error' in result) {
      return withOutcome(id, regionNodes(place, shownValue(result)), result, lookupsOf(place))
    }
    const nodes = regionNodes(place)
    const notes = unshownNotes(id, 'regions', result.value?.unreadable ?? 0, place.connection)
    if (nodes.length + notes.length > 0) return [...nodes, ...notes]
    const label = vscode.l10n.t('No regions found. Run “List Zones…” to pin one.')
    return [{ kind: 'note', id: `${id}/none`, label }]
  }

  function regionNodes(place: AccountNode | CloudProjectNode, listed?: List<Region>): RegionNode[] {
    const regions = regionsOf(place, pins, clouds, listed)
    return pinnedFirst(regions.map((one): RegionNode => ({ kind: 'region', ...one })))
  }
}

export function accountId({ connection, provider, cloudAccountUid }: KnownAccount): string {
  return nodeId(connection, 'zones', provider, cloudAccountUid)
}

function projectId({ connection, provider, cloudAccountUid, project }: CloudProjectNode): string {
  return nodeId(connection, 'zones', provider, cloudAccountUid, project)
}

/** Returns the node of an account; for a provider without regions, that of its only list of zones. */
function accountNode(account: KnownAccount): AccountNode | RegionNode {
  const { connection, provider, cloudAccountUid, isPinned } = account
  if (hasRegions(provider)) return { kind: 'account', ...account }
  const ref = { connection, provider, cloudAccountUid, region: '' }
  return { kind: 'region', ...ref, isOptedIn: true, isPinned, presence: account.presence, account }
}

/** For gcp, regions belong to a project. Without one, its projects are listed first. */
export function accountItem(account: KnownAccount): RowItem {
  const { provider, name, state, isPinned, presence } = account
  const isWithoutZones = !hasZones(provider)
  // The normal state isn’t shown.
  const isOdd = state !== undefined && state !== 'active'
  return {
    label: visible(name),
    state: isWithoutZones ? undefined : isPinned ? Expanded : Collapsed,
    icon: isOdd ? warningIcon() : typeIcon(presence, 'cloud', isWithoutZones),
    description: joinDescription(
      isOdd && visible(state),
      isWithoutZones ? vscode.l10n.t('no zones') : visible(provider),
      presenceText(account),
    ),
  }
}

export function accountTooltip(account: KnownAccount): Tooltip {
  return {
    title: account.name,
    facts: [
      [vscode.l10n.t('Cloud account'), account.cloudAccountUid, 'id'],
      [vscode.l10n.t('Provider'), account.provider],
      [vscode.l10n.t('State'), account.state],
    ],
    note: unlistedReason(account),
  }
}

function projectItem({ name, project, presence }: CloudProjectNode): RowItem {
  return {
    label: visible(name),
    state: Collapsed,
    icon: typeIcon(presence, 'project'),
    description: joinDescription(
      name !== project && visible(project),
      presenceText({ isPinned: false, presence }),
    ),
  }
}
