import type { Ability, commandIds, ViewId } from '../contributions.ts'

// The types of what each command adds to package.json, to its texts (package.nls.*.json), and to docs/commands.md.

/** The display languages of Poolkeeper besides English, by VS Code’s names for them. */
export const languages = ['de', 'ja', 'zh-cn'] as const

export type Language = (typeof languages)[number]

/** What package.json and docs/commands.md say about a command. */
interface CommandContribution {
  readonly title: Readonly<Record<'en' | Language, string>>
  /** The command’s description in docs/commands.md, in Markdown. */
  readonly description: string
  /** The command’s icon, such as `$(add)`. VS Code shows it where the command is a button. */
  readonly icon?: string
  /** The `when` clause that enables the command. If it isn’t met, VS Code shows the command, but disabled. */
  readonly enablement?: string
  /**
   * The `when` clause under which the Command Palette has the command. Without this field, the palette always has it.
   */
  readonly palette?: string
  readonly menus?: readonly MenuEntry[]
}

/** The contributions of commands, by the name of the command, which is the command’s ID without `poolkeeper.`. */
export type CommandContributions = Readonly<
  Partial<Record<keyof typeof commandIds, CommandContribution>>
>

/** The ID of a menu of VS Code, or of the submenu Copy. */
export type Menu =
  | 'view/title'
  | 'editor/title'
  | 'explorer/context'
  | 'editor/context'
  | 'view/item/context'
  | 'poolkeeper.copy'

/** An entry of a command in a menu. */
export interface MenuEntry {
  readonly menu: Menu
  readonly when?: string
  /** The menu’s group and, after `@`, the position in that group, such as `inline@1`. */
  readonly group: string
}

/** A `when` clause that is never met. As `palette`, it keeps a command out of the Command Palette. */
export const never = 'false'

/**
 * The `when` clause for a setting with connections. It works before the extension is activated. VS Code compares the
 * setting as JSON text.
 */
export const withConnection = "config.poolkeeper.connections != '[]'"
export const withoutConnection = "config.poolkeeper.connections == '[]'"

/** The `when` clause for an active connection that doesn’t block deletions. */
export const mayDelete = 'poolkeeper.deletionBlocked != true'

/** The `when` clause for an active editor with a report of Check Connection. */
export const inReport = 'resourceScheme == poolkeeper'

/** The `when` clause for an active editor with a comparison of zones. */
export const inComparison = "activeWebviewPanelId == 'poolkeeper.comparison'"

/**
 * The title of the commands that load something again where a menu shows what: a row, a comparison, or the Zones view.
 * The Command Palette has it only for an open comparison.
 */
export const refreshTitle = {
  en: 'Refresh',
  de: 'Aktualisieren',
  ja: '最新の情報に更新',
  'zh-cn': '刷新',
}

const inAnyView = 'view =~ /^poolkeeper\\./'

/** Returns a menu entry in the title of a view, or of both views. */
export function inTitle(view: ViewId | 'any', group: string, when = withConnection): MenuEntry {
  const inView = view === 'any' ? inAnyView : `view == ${view}`
  return { menu: 'view/title', when: `${inView} && ${when}`, group }
}

/**
 * Returns a menu entry for rows that have an ability: in their context menu, or as a button on the row if `group` is
 * `inline`.
 */
export function onRow(ability: Ability, group: string, when?: string): MenuEntry {
  const clauses = [inAnyView, hasAbility(ability)]
  if (when !== undefined) clauses.push(when)
  return { menu: 'view/item/context', when: clauses.join(' && '), group }
}

/** Returns an entry in the submenu Copy, for all rows or for rows that have an ability. */
export function inCopyMenu(group: string, ability?: Ability): MenuEntry {
  const menu = 'poolkeeper.copy'
  return ability === undefined ? { menu, group } : { menu, when: hasAbility(ability), group }
}

/** The submenu Copy, in the context menu of every row. */
export const copySubmenu = {
  submenu: 'poolkeeper.copy',
  when: `${inAnyView} && viewItem`,
  group: '1_copy@1',
}

/**
 * Returns the `when` clause for rows that have an ability. A row’s context value lists its abilities, separated by
 * semicolons.
 */
function hasAbility(ability: Ability): string {
  return `viewItem =~ /\\b${ability}\\b/`
}
