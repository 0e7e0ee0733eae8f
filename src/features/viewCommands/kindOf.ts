import type * as vscode from 'vscode'
import type { PoolOrConfigRef } from '../../inventory/machinePoolRef.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import type {
  AccountsList,
  CloudConfigNode,
  ClustersList,
  MachinePoolNode,
  MachinePoolsNode,
  RegionNode,
  TreeNode,
  ZonesNode,
} from '../../ui/trees/nodes.ts'
import type { KindOf, RowKind } from '../../ui/trees/rows.ts'

/** The views, which their features construct. */
export interface Views {
  zonesView: View<ZonesNode, RegionRef, RegionNode>
  machinePoolsView: View<MachinePoolsNode, PoolOrConfigRef, CloudConfigNode | MachinePoolNode>
}

/** The nodes of a view. */
interface View<Node, Ref, Found extends Node> {
  getTreeItem(node: Node): vscode.TreeItem
  readonly kindOf: KindOf
  /** Resolves to undefined if no node shows it. */
  find(ref: Ref): Promise<Found | undefined>
}

type Row = TreeNode | AccountsList | ClustersList

/** Finds what can be done with a row, which other code may have made up, or with a list of rows. */
export function kindOf<R extends Row>(
  row: R,
  { zonesView, machinePoolsView }: Views,
): RowKind<R> | undefined {
  // Both views have errors, each of its own rows.
  const own: Row | undefined = row.kind === 'failure' ? row.of : row
  return own && (zonesView.kindOf(own) ? zonesView : machinePoolsView).kindOf(row)
}
