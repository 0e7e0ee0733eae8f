import * as v from 'valibot'
import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { PoolOrConfigRef } from '../../inventory/machinePoolRef.ts'
import { ProjectArguments, RegionArguments } from '../../ui/arguments.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { readPlace } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { readMachinePool } from '../../ui/arguments.ts'
import { runAction, showMessage } from '../../ui/messages.ts'
import { isPromptOpen } from '../../ui/prompts/quickInput.ts'
import type {
  CloudConfigNode,
  MachinePoolNode,
  MachinePoolsNode,
  RegionNode,
  ZonesNode,
} from '../../ui/trees/nodes.ts'
import type { KindOf } from '../../ui/trees/rows.ts'

/** The time for each attempt until VS Code has selected the item, in milliseconds. */
const attemptTimeoutsMs = [500, 1_000, 2_000, 4_000]

const Region = v.object({
  ...RegionArguments.entries,
  /** True to expand it, and to leave the focus where it is. */
  preserveFocus: v.optional(v.boolean()),
})

const Cluster = v.object({
  connection: v.optional(v.string()),
  provider: v.string(),
  configUid: v.string(),
  configLabel: v.optional(v.string()),
  project: v.optional(ProjectArguments),
})

/** The views, which their features construct. */
export interface Views {
  readonly zonesView: View<ZonesNode, RegionRef, RegionNode>
  readonly machinePoolsView: View<
    MachinePoolsNode,
    PoolOrConfigRef,
    CloudConfigNode | MachinePoolNode
  >
}

/** The rows of a view. */
interface View<Node, Ref, Found extends Node> {
  getTreeItem(node: Node): vscode.TreeItem
  readonly kindOf: KindOf
  /** Resolves to undefined if no row shows it. */
  find(ref: Ref): Promise<Found | undefined>
}

/** Reveals a machine pool, a cluster, or a region, for the buttons of messages and for other commands. */
export function revealInViewCommands(parts: Parts & Views) {
  const { connections, machinePoolsView, machinePoolsTree, zonesView, zonesTree } = parts
  let latest = 0
  return {
    [commandIds.revealInView]: async (args: unknown) => {
      if (isRegion(args)) return revealRegion(readPlace(Region, args, connections))
      return revealConfig(
        isCluster(args)
          ? readPlace(Cluster, args, connections)
          : readMachinePool(connections, args),
      )
    },
  }

  /** Reveals a cluster, or one of its machine pools. */
  async function revealConfig(of: PoolOrConfigRef | undefined): Promise<void> {
    if (!of) return
    assertActive(of.connection)
    const row = await machinePoolsView.find(of)
    assertActive(of.connection)
    if (!row) {
      const { machinePoolName: pool, configLabel, configUid } = of
      return tellMissing(joinDescription(pool && visible(pool), visible(configLabel ?? configUid)))
    }
    await reveal(machinePoolsTree, machinePoolsView, row, isLatestFrom(++latest))
  }

  async function revealRegion(
    region: (RegionRef & { preserveFocus?: boolean | undefined }) | undefined,
  ): Promise<void> {
    if (!region) return
    assertActive(region.connection)
    const row = await zonesView.find(region)
    assertActive(region.connection)
    if (!row) return tellMissing(visible(region.region || region.cloudAccountUid))
    const options = region.preserveFocus ? { focus: false, expand: true } : undefined
    await reveal(zonesTree, zonesView, row, isLatestFrom(++latest), options)
  }

  /** Returns a function that tells whether nothing else has been revealed since the call of that number. */
  function isLatestFrom(own: number): () => boolean {
    return () => own === latest
  }

  /** Throws if the views show another connection, with a button to switch. */
  function assertActive(connection: Connection): void {
    if (isSameConnection(connection, connections.active)) return
    const name = visible(connection.name)
    const present = connections.find(connection.name)
    throw new CommandError(
      vscode.l10n.t(
        'The views show a different connection. To see this item, switch to “{0}”.',
        name,
      ),
      present
        ? [
            runAction(
              vscode.l10n.t('Switch Connection'),
              commandIds.manageConnections,
              present.name,
            ),
          ]
        : [],
    )
  }
}

/** Doesn’t say that an item isn’t listed: the list may have failed, or have more pages. */
function tellMissing(name: string): void {
  showMessage('warning', vscode.l10n.t('“{0}” isn’t in the view.', name))
}

function isCluster(args: unknown): boolean {
  const { configUid, machinePoolName } = (args ?? {}) as Record<string, unknown>
  return typeof configUid === 'string' && machinePoolName === undefined
}

function isRegion(args: unknown): boolean {
  return typeof (args as { region?: unknown } | null | undefined)?.region === 'string'
}

/**
 * Opens a view and selects a tree item. VS Code does nothing or throws while it fills the view, so the
 * attempt is repeated with longer waits, unless people have turned to something else in the meantime: an
 * attempt would take the focus, and close what they have opened.
 */
async function reveal<N>(
  tree: vscode.TreeView<N>,
  view: Pick<vscode.TreeDataProvider<N>, 'getTreeItem'>,
  row: N,
  isLatest: () => boolean,
  options: { focus: boolean; expand?: boolean } = { focus: true },
): Promise<void> {
  const idOf = (node: N) => (view.getTreeItem(node) as vscode.TreeItem).id
  const id = idOf(row)
  const isSelected = () => tree.selection.some((node) => idOf(node) === id)
  const tell = async () => tree.reveal(row, { select: true, ...options })
  for (const wait of attemptTimeoutsMs) {
    await tell().catch(() => undefined) // a lasting error is thrown below
    const isOpen = tree.visible
    if (await becomesSelected(tree, isSelected, wait)) return
    const isClosed = isOpen && !tree.visible
    const isPrompted = options.focus && isPromptOpen()
    if (!isLatest() || isClosed || isPrompted) return
  }
  await tell()
}

async function becomesSelected<N>(
  view: vscode.TreeView<N>,
  isSelected: () => boolean,
  ms: number,
): Promise<boolean> {
  if (isSelected()) return true
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      subscription.dispose()
      // Also after the time: the event has no row that VS Code was still loading.
      resolve(isSelected())
    }
    const cancel = clock.after(ms, 'reveal', end)
    const subscription = view.onDidChangeSelection(() => isSelected() && end())
  })
}
