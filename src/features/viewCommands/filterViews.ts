import * as vscode from 'vscode'
import { connectionState } from '../../connections/connectionState.ts'
import { commandIds, viewIds, type ViewId } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { setContext } from '../../ui/contextKeys.ts'
import { askText } from '../../ui/prompts/quickInput.ts'
import { hiddenText } from '../../ui/trees/viewFilters.ts'

/** Filter Zones…, Filter Machine Pools…, and Clear Filter. */
export function filterViewsCommands({ viewFilters }: Parts) {
  const ask = async (view: ViewId, title: string, prompt: string, placeholder: string) => {
    const filter = await askText({ title }, { prompt, placeholder, value: viewFilters.of(view) })
    if (typeof filter === 'string') await viewFilters.set(view, filter)
  }
  return {
    [commandIds.filterZones]: () =>
      ask(
        viewIds.zones,
        vscode.l10n.t('Filter Zones'),
        vscode.l10n.t(
          'Enter part of the name of a cloud account or region. Separate alternatives with commas',
        ),
        'production, us-east',
      ),
    [commandIds.filterMachinePools]: () =>
      ask(
        viewIds.machinePools,
        vscode.l10n.t('Filter Machine Pools'),
        vscode.l10n.t(
          'Enter part of the name of a cluster, project, provider, or cloud account. Separate alternatives with commas',
        ),
        'production, staging',
      ),
    [commandIds.clearZonesFilter]: () => viewFilters.set(viewIds.zones, ''),
    [commandIds.clearMachinePoolsFilter]: () => viewFilters.set(viewIds.machinePools, ''),
  }
}

/** Says above each view how many of its items a filter hides, and tells `when` clauses which views have one. */
export function registerFilters(parts: Parts): vscode.Disposable {
  const { connections, apiKeys, viewFilters } = parts
  const { zonesView, zonesTree, machinePoolsView, machinePoolsTree } = parts
  let isReady = false
  let latest = 0
  const views = [
    { id: viewIds.zones, tree: zonesTree, view: zonesView },
    { id: viewIds.machinePools, tree: machinePoolsTree, view: machinePoolsView },
  ]
  // Of one view alone where only that has changed, because it takes a while with many clusters.
  const show = (changed?: ViewId) => {
    for (const { id, tree, view } of views.filter((one) => one.id === (changed ?? one.id))) {
      // Above an empty view, such as one without a key, a message would replace the welcome view.
      const count = isReady ? view.hiddenCount() : undefined
      const text = count === undefined ? '' : hiddenText(visible(viewFilters.of(id)), count)
      if ((tree.message ?? '') !== text) tree.message = text
    }
  }
  const tell = () => {
    const filtered = Object.values(viewIds).filter((id) => viewFilters.of(id) !== '')
    setContext('filtered', filtered)
    show()
  }
  const update = async () => {
    const own = ++latest
    const { state } = await connectionState(connections, apiKeys).catch(() => {
      return { state: 'ready' as const } // the views show the error
    })
    if (own !== latest) return // superseded by a later change
    isReady = state === 'ready'
    show()
  }
  tell()
  void update()
  return vscode.Disposable.from(
    ...[connections, apiKeys].map((one) => one.onDidChange(update)),
    viewFilters.onDidChange(tell),
    viewFilters.onDidApply(show),
    ...views.map(({ id, view }) => view.onDidChangeTreeData(() => show(id))),
  )
}
