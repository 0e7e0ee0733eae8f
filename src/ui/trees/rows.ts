import type * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import type { Ability, ViewId } from '../../contributions.ts'
import type { TreeNode } from './nodes.ts'
import type { Tooltip } from './tooltips.ts'

/**
 * Defines the rows of a kind: their appearance, menus, and children. The rows themselves are plain data, so other
 * extensions, which can call commands with rows that they have made up, can’t bring behavior with them.
 */
export interface RowKind<Row> {
  /** Returns an ID that is unique across all connections. */
  id(row: Row): string
  item(row: Row): RowItem
  tooltip(row: Row): Tooltip | string | undefined
  /** Returns the actions that the row’s menus offer. */
  abilities(row: Row): readonly Ability[]
  children?(row: Row): readonly TreeNode[] | Promise<TreeNode[]>
  /** Makes everything below the row load again when it is shown next. */
  reload?(row: Row): void | Promise<void>
  /**
   * Returns the list that contains the row, if Refresh on the row is to load that list again, too. Undefined if that
   * would take too many requests.
   */
  list?(row: Row): TopList | undefined
  /** Returns the text that Copy Name copies. */
  name?(row: Row): string
  /** Returns the text that Copy ID copies. */
  copyId?(row: Row): string | undefined
}

/** The appearance of a row. */
export interface RowItem {
  readonly label: string
  /** The whole label, for screen readers, if `label` is a short one. */
  readonly fullLabel?: string | undefined
  readonly icon?: vscode.ThemeIcon | undefined
  readonly description?: string | undefined
  /**
   * The texts that screen readers say after the label and the description: the meaning of the icon or the color, and
   * what the row has no room for. What is seen is said first, word for word, because people who speak to their computer
   * name a row by what they see (WCAG 2.5.3).
   */
  readonly spoken?: readonly (string | false | undefined)[]
  readonly state?: vscode.TreeItemCollapsibleState | undefined
  readonly command?: vscode.Command | undefined
}

/** A list whose items are the rows at the top of a view. */
export interface TopList {
  readonly viewId: ViewId
  readonly connection: Connection
  /** Loads the list again now, even if it is cached. */
  readonly reload: () => Promise<unknown>
}

/** The definitions of a view’s rows, by the kinds of the rows. */
export type RowKinds<Row extends { readonly kind: string }> = {
  readonly [K in Row['kind']]: RowKind<Extract<Row, { readonly kind: K }>>
}
