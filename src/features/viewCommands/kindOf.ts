import type { Views } from '../../parts.ts'
import type { AccountsList, ClustersList, TreeNode } from '../../ui/trees/nodes.ts'
import type { RowKind } from '../../ui/trees/rows.ts'

type Row = TreeNode | AccountsList | ClustersList

/** Finds what can be done with a row, which other code may have made up, or with a list of rows. */
export function kindOf<R extends Row>(
  row: R,
  { zonesView, machinePoolsView }: Pick<Views, 'zonesView' | 'machinePoolsView'>,
): RowKind<R> | undefined {
  // Both views have errors, each of its own rows.
  const own: Row | undefined = row.kind === 'failure' ? row.of : row
  return own && (zonesView.kindOf(own) ? zonesView : machinePoolsView).kindOf(row)
}
