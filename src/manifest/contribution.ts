import type { Ability, commandIds, ViewId } from '../contributions.ts'

// What a command contributes to package.json, to the texts beside it, and to docs/commands.md.

/** The languages that Poolkeeper speaks beside English, as VS Code names them. */
export const languages = ['de', 'ja', 'zh-cn'] as const

export type Language = (typeof languages)[number]

/** What package.json and docs/commands.md have of a command. */
interface CommandContribution {
  readonly title: Readonly<Record<'en' | Language, string>>
  /** The description in docs/commands.md, in Markdown. */
  readonly description: string
  /** An icon of VS Code, such as `$(add)`, for the places where the command is a button. */
  readonly icon?: string
  /** The `when` clause without which VS Code shows the command disabled. */
  readonly enablement?: string
  /** The `when` clause for the Command Palette, which otherwise always has the command. */
  readonly palette?: string
  readonly menus?: readonly MenuEntry[]
}

/** What commands contribute, by their names: their IDs without `poolkeeper.`. */
export type CommandContributions = Readonly<
  Partial<Record<keyof typeof commandIds, CommandContribution>>
>

/** A menu of VS Code, or the submenu for copies. */
export type Menu =
  | 'view/title'
  | 'editor/title'
  | 'explorer/context'
  | 'editor/context'
  | 'view/item/context'
  | 'poolkeeper.copy'

/** A place of a command in a menu. */
export interface MenuEntry {
  readonly menu: Menu
  readonly when?: string
  /** The group and, after `@`, the position in it. */
  readonly group: string
}

/** The `when` clause that is never met: the command isn’t in the palette. */
export const never = 'false'

/** The setting has a connection, also before anything is loaded: VS Code compares lists as JSON. */
export const withConnection = "config.poolkeeper.connections != '[]'"
export const withoutConnection = "config.poolkeeper.connections == '[]'"

/** The active connection isn’t read-only. */
export const mayDelete = 'poolkeeper.readOnly != true'

/** The active editor shows a report of Check Connection. */
export const inReport = 'resourceScheme == poolkeeper'

/** The active editor is a comparison. */
export const inComparison = "activeWebviewPanelId == 'poolkeeper.comparison'"

const inAnyView = 'view =~ /^poolkeeper\\./'

/** Returns a place in the title of a view, or of both. */
export function inTitle(view: ViewId | 'any', group: string, when = withConnection): MenuEntry {
  const inView = view === 'any' ? inAnyView : `view == ${view}`
  return { menu: 'view/title', when: `${inView} && ${when}`, group }
}

/** Returns a place in the context menu of rows that have an ability, or among the buttons on them. */
export function onRow(ability: Ability, group: string, when?: string): MenuEntry {
  const clauses = [inAnyView, hasAbility(ability)]
  if (when !== undefined) clauses.push(when)
  return { menu: 'view/item/context', when: clauses.join(' && '), group }
}

/** Returns a place in the submenu for copies, for all rows or for those that have an ability. */
export function inCopyMenu(group: string, ability?: Ability): MenuEntry {
  const menu = 'poolkeeper.copy'
  return ability === undefined ? { menu, group } : { menu, when: hasAbility(ability), group }
}

/** The submenu for copies, in the context menu of every row. */
export const copySubmenu = {
  submenu: 'poolkeeper.copy',
  when: `${inAnyView} && viewItem`,
  group: '1_copy@1',
}

/** The context value of a row lists its abilities. */
function hasAbility(ability: Ability): string {
  return `viewItem =~ /\\b${ability}\\b/`
}
