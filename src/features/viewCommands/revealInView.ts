import * as v from 'valibot'
import * as vscode from 'vscode'
import { isSameConnection, type Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { PoolOrConfigRef, RegionRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import {
  ProjectArguments,
  readMachinePool,
  readConnectionArguments,
  RegionArguments,
} from '../../ui/arguments.ts'
import { commandAction, showMessage, type Action } from '../../ui/messages.ts'
import { isPromptOpen } from '../../ui/prompts/quickInput.ts'
import type { MachinePoolsNode, TreeNode, ZonesNode } from '../../ui/trees/nodes.ts'
import type { RowKind } from '../../ui/trees/rows.ts'

/** How long each attempt to reveal a row waits until VS Code has selected the row, in milliseconds. */
const attemptTimeoutsMs = [500, 1_000, 2_000, 4_000]

const Region = v.object({
  ...RegionArguments.entries,
  /** True to expand the row and leave the focus where it is. */
  preserveFocus: v.optional(v.boolean()),
})

const Cluster = v.object({
  connection: v.optional(v.string()),
  provider: v.string(),
  configUid: v.string(),
  configLabel: v.optional(v.string()),
  project: v.optional(ProjectArguments),
})

const FirstRow = v.object({ connection: v.string(), firstRowOf: v.literal('zones') })

/** The views that their features create. */
export interface Views {
  readonly zonesView: View<ZonesNode, RegionRef>
  readonly machinePoolsView: View<MachinePoolsNode, PoolOrConfigRef>
}

/** The parts of a view that revealing uses. */
interface View<Node, Ref> {
  getTreeItem(node: Node): vscode.TreeItem
  getChildren(): Promise<Node[]>
  /**
   * Returns the definition of the rows of a kind; undefined for a row of another view. Extensions may call commands
   * with rows that they have made up, so the kind isn’t trusted.
   */
  kindOf<Row extends TreeNode>(row: Row): RowKind<Row> | undefined
  /** Finds the row that shows the reference. Resolves to undefined if the view has no such row. */
  find(ref: Ref): Promise<Node | undefined>
}

/**
 * Registers Reveal in View for a machine pool, a cluster, a region, or the first row of the Zones view. Buttons of
 * messages and other commands run it.
 */
export function registerRevealInView(parts: Parts, views: Views): void {
  const { commands, connections, machinePoolsTree, zonesTree } = parts
  const { machinePoolsView, zonesView } = views
  let latestReveal = 0
  commands.register(commandIds.revealInView, async (args: unknown) => {
    if (v.is(FirstRow, args)) {
      const [row] = await zonesView.getChildren()
      const isShown = connections.active?.name === args.connection
      if (row && isShown) await revealRow(zonesTree, zonesView, row)
      return
    }
    if (areOfRegion(args)) {
      const region = readConnectionArguments(Region, args, connections)
      if (!region) return
      const name = displayText(region.region || region.cloudAccountUid)
      const options = region.preserveFocus ? { focus: false, expand: true } : undefined
      await revealIn(zonesTree, zonesView, region, name, options)
      return
    }
    const ref: PoolOrConfigRef | undefined = areOfCluster(args)
      ? readConnectionArguments(Cluster, args, connections)
      : readMachinePool(connections, args)
    if (!ref) return
    const { machinePoolName, configLabel, configUid } = ref
    const name = joinDescription(
      machinePoolName && displayText(machinePoolName),
      displayText(configLabel ?? configUid),
    )
    await revealIn(machinePoolsTree, machinePoolsView, ref, name)
  })

  /** Reveals the row of a reference, unless another row is to be revealed in the meantime. */
  async function revealIn<Node, Ref extends { readonly connection: Connection }>(
    tree: vscode.TreeView<Node>,
    view: View<Node, Ref>,
    ref: Ref,
    name: string,
    options?: RevealOptions,
  ): Promise<void> {
    assertActive(ref.connection)
    const row = await view.find(ref)
    assertActive(ref.connection)
    if (!row) {
      // The service may still list the item: loading the list may have failed, or the list may have more pages.
      return showMessage('warning', vscode.l10n.t('“{0}” isn’t in the view.', name))
    }
    await revealRow(tree, view, row, options)
  }

  async function revealRow<Node>(
    tree: vscode.TreeView<Node>,
    view: View<Node, never>,
    row: Node,
    options?: RevealOptions,
  ): Promise<void> {
    latestReveal += 1
    const thisReveal = latestReveal
    await reveal(tree, view, row, () => thisReveal === latestReveal, options)
  }

  /**
   * Throws if the views show the rows of another connection. The error has a button that switches to the connection.
   */
  function assertActive(connection: Connection): void {
    if (isSameConnection(connection, connections.active)) return
    const { name } = connection
    const actions: Action[] = []
    if (connections.find(name)) {
      const title = vscode.l10n.t('Switch Connection')
      actions.push(commandAction(title, commandIds.manageConnections, name))
    }
    throw new CommandError(
      vscode.l10n.t(
        'The views show a different connection. To see this item, switch to “{0}”.',
        displayText(name),
      ),
      actions,
    )
  }
}

interface RevealOptions {
  readonly focus: boolean
  readonly expand?: boolean
}

/** Returns whether a command’s arguments refer to a cluster, and not to a machine pool in it. */
function areOfCluster(args: unknown): boolean {
  const { configUid, machinePoolName } = (args ?? {}) as Record<string, unknown>
  return typeof configUid === 'string' && machinePoolName === undefined
}

/** Returns whether a command’s arguments refer to a region. */
function areOfRegion(args: unknown): boolean {
  return typeof (args as { region?: unknown } | null | undefined)?.region === 'string'
}

/**
 * Opens a view and selects a row. While VS Code fills the view, revealing a row throws or has no effect, so it is
 * repeated after longer and longer waits. If the user has closed the view, opened a prompt, or revealed another row
 * meanwhile, it isn’t repeated: it would take the focus and close what the user has opened.
 */
async function reveal<Node>(
  tree: vscode.TreeView<Node>,
  view: Pick<vscode.TreeDataProvider<Node>, 'getTreeItem'>,
  row: Node,
  isLatest: () => boolean,
  options: RevealOptions = { focus: true },
): Promise<void> {
  const idOf = (node: Node) => (view.getTreeItem(node) as vscode.TreeItem).id
  const id = idOf(row)
  const isSelected = () => tree.selection.some((node) => idOf(node) === id)
  const attempt = async () => tree.reveal(row, { select: true, ...options })
  for (const timeoutMs of attemptTimeoutsMs) {
    await attempt().catch(() => undefined) // if the error lasts, the attempt after the loop throws it
    const wasVisible = tree.visible
    if (await becomesSelected(tree, isSelected, timeoutMs)) return
    const isClosed = wasVisible && !tree.visible
    const isPrompted = options.focus && isPromptOpen()
    if (!isLatest() || isClosed || isPrompted) return
  }
  await attempt()
}

async function becomesSelected<Node>(
  tree: vscode.TreeView<Node>,
  isSelected: () => boolean,
  timeoutMs: number,
): Promise<boolean> {
  if (isSelected()) return true
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      subscription.dispose()
      // The selection is also checked after the timeout: VS Code’s event doesn’t mention a row that was still loading.
      resolve(isSelected())
    }
    const timer = setTimeout(end, timeoutMs)
    const subscription = tree.onDidChangeSelection(() => isSelected() && end())
  })
}
