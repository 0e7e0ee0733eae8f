import type * as vscode from 'vscode'
import type { Ability } from '../../contributions.ts'
import type { Result } from '../../inventory/results.ts'
import type { AccountsList, ClustersList, TreeNode } from './nodes.ts'
import type { Tooltip } from './tooltips.ts'

/** What a view does with a list that rows are in, or with the rows below one. */
export interface RowsBelow<Row> {
  children(row: Row): Promise<TreeNode[]>
  /** Loads everything below it again when it is shown, or the list at once. */
  reload(row: Row): void | Promise<void>
  /** Loads again only what has failed; {@link reload} by default. */
  retry?(row: Row): void | Promise<void>
}

/**
 * What a view does with the rows of a kind. The rows themselves are plain data: one that other code makes up brings no
 * behavior.
 */
export interface RowKind<Row> extends Partial<RowsBelow<Row>> {
  /** Unique across all connections. */
  id(row: Row): string
  /** Creates the tree item, but for what the others return. */
  item(row: Row): vscode.TreeItem
  tooltip(row: Row): Tooltip | string | undefined
  /** The cached results whose age the tooltip shows. */
  readings?(row: Row): readonly (Result<unknown> | undefined)[]
  /** What the menus offer. */
  abilities(row: Row): readonly Ability[]
  /** The list that has the row itself, if it is worth to be loaded again with it. */
  list?(row: Row): AccountsList | ClustersList | undefined
  /** What Copy Name copies. */
  name?(row: Row): string
  /** What Copy ID copies. */
  copyId?(row: Row): string | undefined
}

/** What a view does with its rows, by their kinds. */
export type RowKinds<Row extends { readonly kind: string }> = {
  readonly [K in Row['kind']]: RowKind<Extract<Row, { readonly kind: K }>>
}

/** Finds what a view does with a row; undefined for a row of another view. */
export type KindOf = <Row extends TreeNode | AccountsList | ClustersList>(
  row: Row,
) => RowKind<Row> | undefined
