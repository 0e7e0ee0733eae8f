import * as vscode from 'vscode'
import { hasRegions, mayHaveZones } from '../../api/providers.ts'
import type { Region } from '../../api/lookupEndpoints.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { accountsOf, type KnownAccount } from '../../inventory/accounts.ts'
import { regionsOf } from '../../inventory/regions.ts'
import { shownValue } from '../../inventory/results.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible, shortenedList } from '../../texts.ts'
import { lacksProjectsText } from '../../ui/notShownTexts.ts'
import {
  markText,
  pinnedFirst,
  pinning,
  typeIcon,
  unlistedReason,
  warningIcon,
  withAccessibleLabel,
} from '../../ui/trees/items.ts'
import { truncatedNote, unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  type AccountNode,
  type AccountsList,
  type CloudProjectNode,
  type NoteNode,
  type RegionNode,
  type ZonesNode,
} from '../../ui/trees/nodes.ts'
import type { RowKinds, RowsBelow } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import type { TreeState } from '../../ui/trees/tree.ts'

/** Creates what the Zones view does with its list of cloud accounts, with their rows, and with those of their projects. */
export function accountKinds(
  { tracked, clouds, projects }: Pick<Parts, 'tracked' | 'clouds' | 'projects'>,
  { gracePeriod, show }: TreeState,
): RowKinds<AccountNode | CloudProjectNode> & { accounts: RowsBelow<AccountsList> } {
  return {
    accounts: {
      children: accountRows,
      reload: async ({ connection }) => void (await clouds.accounts.refetchOrThrow(connection)),
      retry: ({ connection }) => clouds.accounts.refresh(connection),
    },
    account: {
      id: accountId,
      item: accountItem,
      tooltip: accountTooltip,
      readings: ({ connection }) => [clouds.accounts.peek(connection)],
      abilities: (account) =>
        mayHaveZones(account)
          ? ['compare', 'refresh', 'refreshInline', pinning(account), 'copyId', 'copyAs']
          : ['copyId'],
      children: regionsOrProjects,
      reload: (account) => clouds.refreshPlace(account),
      retry,
      list: ({ connection }) => ({ kind: 'accounts', connection }),
      name: ({ name }) => name,
      copyId: ({ cloudAccountUid }) => cloudAccountUid,
    },
    cloudProject: {
      id: projectId,
      item: projectItem,
      tooltip: ({ name, project }) => ({
        title: name,
        facts: [[vscode.l10n.t('Google Cloud project'), project, 'id']],
      }),
      abilities: () => ['compare', 'refresh', 'copyId', 'copyAs'],
      children: (place) => regionRows(place, projectId(place)),
      reload: (place) => clouds.refreshPlace(place),
      retry,
      name: ({ name }) => name,
      copyId: ({ project }) => project,
    },
  }

  function retry(place: AccountNode | CloudProjectNode): void {
    clouds.projects.refresh(place)
    clouds.regions.refresh(place)
  }

  async function accountRows({ connection }: AccountsList): Promise<ZonesNode[]> {
    const id = nodeId(connection, 'zones')
    const lookup = clouds.accounts.get(connection)
    const lacksProjects = clouds.lacksProjects(connection)
    const result = await gracePeriod.waitFor(connection, id, lookup, () => true)
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
    const isLacking = list && (await lacksProjects)
    if (isLacking) {
      const label = lacksProjectsText
      notes.push({ kind: 'note', id: `${id}/projects`, label, action: 'selectProject' })
    } else if (list && isLacking === undefined) {
      void projects.lists.get(connection).then(show)
    }
    const outcome = result && 'value' in result && list?.error ? list : result
    const all = [...pinnedFirst(nodes), ...notes]
    return withOutcome(id, all, outcome, { kind: 'accounts', connection })
  }

  /** Returns the regions of an account, or its projects if it has several. */
  async function regionsOrProjects(account: AccountNode): Promise<ZonesNode[]> {
    const { connection, provider, cloudAccountUid } = account
    const id = accountId(account)
    const lookup = clouds.projects.get(account)
    const hasKept = () => tracked.regions(account).length > 0
    const result = await gracePeriod.waitFor(connection, `${id}/projects`, lookup, hasKept)
    const listed = shownValue(result)
    if (!result || ('error' in result && !listed)) {
      return withOutcome(id, regionNodes(account), result, account)
    }
    const ref = { kind: 'cloudProject', connection, provider, cloudAccountUid } as const
    const listedProjects = new Map((listed ?? []).map((one) => [one.id, one])).values()
    const rowsOfProjects = Array.from(
      listedProjects,
      ({ id: project, name }): CloudProjectNode => ({
        ...ref,
        project,
        name,
      }),
    )
    const [only] = rowsOfProjects
    if (only) {
      const uids = new Set(rowsOfProjects.map(({ project }) => project))
      const kept = tracked.regions(account).map(({ project = only.project }) => project)
      for (const project of new Set(kept)) {
        if (uids.has(project)) continue
        const mark = omittedFrom(listed) === 0 ? 'unlisted' : undefined
        rowsOfProjects.push({ ...ref, project, name: project, mark })
      }
    }
    const notes = unshownNotes(`${id}/projects`, 'projects', omittedFrom(listed), connection)
    const one = only ?? account
    const rows =
      rowsOfProjects.length > 1
        ? rowsOfProjects
        : await regionRows(one, one.kind === 'account' ? id : projectId(one))
    return withOutcome(`${id}/projects`, [...rows, ...notes], result, account)
  }

  async function regionRows(
    place: AccountNode | CloudProjectNode,
    id: string,
  ): Promise<ZonesNode[]> {
    const lookup = clouds.regions.get(place)
    const hasKept = () => tracked.regions(place).length > 0
    const result = await gracePeriod.waitFor(place.connection, id, lookup, hasKept)
    if (!result || 'error' in result) {
      return withOutcome(id, regionNodes(place, shownValue(result)), result, place)
    }
    const nodes = regionNodes(place)
    const notes = unshownNotes(id, 'regions', omittedFrom(result.value), place.connection)
    if (nodes.length + notes.length > 0) return [...nodes, ...notes]
    const label = vscode.l10n.t('No regions found. Run “List Zones…” to pin one.')
    return [{ kind: 'note', id: `${id}/none`, label }]
  }

  function regionNodes(
    place: AccountNode | CloudProjectNode,
    listed?: readonly Region[],
  ): RegionNode[] {
    const regions = regionsOf(place, tracked, clouds, listed)
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
  return { kind: 'region', ...ref, isOptedIn: true, isPinned, account }
}

/** For gcp, regions belong to a project. Without one, its projects are listed first. */
export function accountItem(account: KnownAccount): vscode.TreeItem {
  const { provider, name, state, isPinned, mark } = account
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState
  const isWithoutZones = !mayHaveZones(account)
  const item = new vscode.TreeItem(
    visible(name),
    isWithoutZones ? None : isPinned ? Expanded : Collapsed,
  )
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

function projectItem({ name, project, mark }: CloudProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(name), vscode.TreeItemCollapsibleState.Collapsed)
  item.description = joinDescription(name !== project && visible(project), markText(mark))
  item.iconPath = typeIcon(mark, 'project')
  return withAccessibleLabel(item)
}

/** Names the cloud accounts whose provider the service didn’t return. */
function withoutProviderText(accounts: readonly { readonly name: string }[]): string {
  return vscode.l10n.t('Provider unknown: {0}', shortenedList(accounts.map(({ name }) => name)))
}
