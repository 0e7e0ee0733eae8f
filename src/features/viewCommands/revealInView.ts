import * as v from 'valibot'
import * as vscode from 'vscode'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { PoolOrConfigRef, RegionRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import {
  ProjectArguments,
  readMachinePool,
  readConnectionArguments,
  RegionArguments,
} from '../../ui/arguments.ts'
import { commandAction, showMessage } from '../../ui/messages.ts'
import { isPromptOpen } from '../../ui/prompts/quickInput.ts'
import type { MachinePoolsNode, TreeNode, ZonesNode } from '../../ui/trees/nodes.ts'
import type { RowKind } from '../../ui/trees/rows.ts'

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
  readonly zonesView: View<ZonesNode, RegionRef>
  readonly machinePoolsView: View<MachinePoolsNode, PoolOrConfigRef>
}

/** The rows of a view. */
interface View<Node, Ref> {
  getTreeItem(node: Node): vscode.TreeItem
  /** Undefined for a row of another view. Other code may have made it up. */
  kindOf<Row extends TreeNode>(row: Row): RowKind<Row> | undefined
  /** Resolves to undefined if no row shows it. */
  find(ref: Ref): Promise<Node | undefined>
}

/** Reveals a machine pool, a cluster, or a region, for the buttons of messages and for other commands. */
export function registerRevealInView(parts: Parts, views: Views): void {
  const { commands, connections, machinePoolsTree, zonesTree } = parts
  const { machinePoolsView, zonesView } = views
  let latest = 0
  commands.register(commandIds.revealInView, async (args: unknown) => {
    if (isRegion(args)) {
      const region = readConnectionArguments(Region, args, connections)
      if (!region) return
      const name = region.region || region.cloudAccountUid
      const beside = region.preserveFocus ? { focus: false, expand: true } : undefined
      return revealIn(zonesTree, zonesView, region, visible(name), beside)
    }
    const of: PoolOrConfigRef | undefined = isCluster(args)
      ? readConnectionArguments(Cluster, args, connections)
      : readMachinePool(connections, args)
    if (!of) return
    const { machinePoolName: pool, configLabel, configUid } = of
    const name = joinDescription(pool && visible(pool), visible(configLabel ?? configUid))
    await revealIn(machinePoolsTree, machinePoolsView, of, name)
  })

  /** Reveals what a view shows of something, unless something else is revealed in the meantime. */
  async function revealIn<Node, Ref extends { readonly connection: Connection }>(
    tree: vscode.TreeView<Node>,
    view: View<Node, Ref>,
    of: Ref,
    name: string,
    options?: RevealOptions,
  ): Promise<void> {
    assertActive(of.connection)
    const row = await view.find(of)
    assertActive(of.connection)
    if (!row) {
      // It may be listed: the list may have failed, or have more pages.
      return showMessage('warning', vscode.l10n.t('“{0}” isn’t in the view.', name))
    }
    const own = ++latest
    await reveal(tree, view, row, () => own === latest, options)
  }

  /** Throws if the views show another connection, with a button to switch. */
  function assertActive(connection: Connection): void {
    if (isSameConnection(connection, connections.active)) return
    const present = connections.find(connection.name)
    const toSwitch = vscode.l10n.t('Switch Connection')
    throw new CommandError(
      vscode.l10n.t(
        'The views show a different connection. To see this item, switch to “{0}”.',
        visible(connection.name),
      ),
      present ? [commandAction(toSwitch, commandIds.manageConnections, present.name)] : [],
    )
  }
}

interface RevealOptions {
  readonly focus: boolean
  readonly expand?: boolean
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
  options: RevealOptions = { focus: true },
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
      clearTimeout(timer)
      subscription.dispose()
      // Also after the time: the event has no row that VS Code was still loading.
      resolve(isSelected())
    }
    const timer = setTimeout(end, ms)
    const subscription = view.onDidChangeSelection(() => isSelected() && end())
  })
}
