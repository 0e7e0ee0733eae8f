import type * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import type { Ability, ViewId } from '../../contributions.ts'
import type { TreeNode } from './nodes.ts'
import type { Tooltip } from './tooltips.ts'

/**
 * What a view does with the rows of a kind. The rows themselves are plain data: one that other code makes up brings no
 * behavior.
 */
export interface RowKind<Row> {
  /** Returns an ID that is unique across all connections. */
  id(row: Row): string
  item(row: Row): RowItem
  tooltip(row: Row): Tooltip | string | undefined
  /** Returns what the menus offer. */
  abilities(row: Row): readonly Ability[]
  children?(row: Row): Promise<TreeNode[]>
  /** Loads everything below the row again, when that is shown. */
  reload?(row: Row): void | Promise<void>
  /** Returns the list that has the row itself, if reloading the list with the row is worth its requests. */
  list?(row: Row): TopList | undefined
  /** Returns what Copy Name copies. */
  name?(row: Row): string
  /** Returns what Copy ID copies. */
  copyId?(row: Row): string | undefined
}

/** How a row looks. */
export interface RowItem {
  readonly label: string
  readonly icon?: vscode.ThemeIcon | undefined
  readonly description?: string | undefined
  /**
   * What screen readers say after the label: what the icon or color means, and in full what the row abbreviates. The
   * description by default. Without any, they would read the tooltip.
   */
  readonly spoken?: readonly (string | false | undefined)[]
  readonly state?: vscode.TreeItemCollapsibleState | undefined
  readonly command?: vscode.Command | undefined
}

/** The list that a view has at its top. */
export interface TopList {
  readonly viewId: ViewId
  readonly connection: Connection
  /** Loads the list again at once. */
  readonly reload: () => Promise<unknown>
}

/** What a view does with its rows, by their kinds. */
export type RowKinds<Row extends { readonly kind: string }> = {
  readonly [K in Row['kind']]: RowKind<Extract<Row, { readonly kind: K }>>
}
