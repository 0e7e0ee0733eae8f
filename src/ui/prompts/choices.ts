import * as vscode from 'vscode'
import { joinDescription, visible, withoutIcons } from '../../texts.ts'

/** An item of a quick pick. */
export interface Choice<T> {
  label: string
  description?: string
  /** A second line, with its external texts escaped. */
  detail?: string | undefined
  /** Can be entered instead of the label. */
  uid?: string
  value: T
  group?: string
  /** A codicon in front of the label. */
  icon?: string
  buttons?: readonly ChoiceButton<T>[]
}

/** A button of an item, with the answer that it gives. */
export interface ChoiceButton<T> {
  icon: string
  tooltip: string
  value: T
}

/** An entered value that isn’t in the list. */
export interface Typed<T> {
  validate: (text: string) => string | undefined
  make: (text: string) => T
}

/** Uses the entered text, or opens an input box. */
export const enterText = Symbol('enterText')
/** Loads more items. */
export const loadMore = Symbol('loadMore')
/** Loads again what has failed. */
export const retry = Symbol('retry')
/** Closes the prompt, and selects a project. */
export const selectProject = Symbol('selectProject')

type Action = typeof enterText | typeof loadMore | typeof retry | typeof selectProject

/** A quick pick item of VS Code; without `value`, it is only a message. */
export interface ChoiceItem<T> extends vscode.QuickPickItem {
  value?: T | Action
  buttons?: readonly (vscode.QuickInputButton & { value?: T })[]
}

/** Yields items with the headings of their groups, after an item of the group `heading`. */
export function* withHeadings<T>(
  choices: readonly Choice<T>[],
  heading?: string,
): Generator<ChoiceItem<T>> {
  for (const choice of choices) {
    if (choice.group !== undefined && choice.group !== heading) yield separator(choice.group)
    heading = choice.group
    yield choiceItem(choice)
  }
}

function choiceItem<T>({ label, icon, value, buttons, ...texts }: Choice<T>): ChoiceItem<T> {
  const description = texts.description && displayLabel(texts.description)
  const detail = texts.detail && withoutIcons(texts.detail)
  return {
    label: displayLabel(label),
    value,
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    ...(description && { description }),
    ...(detail && { detail }),
    ...(buttons && { buttons: buttons.map(quickButton) }),
  }
}

/** Creates a button of VS Code, with its answer. */
export function quickButton<T>({
  icon,
  tooltip,
  value,
}: ChoiceButton<T>): vscode.QuickInputButton & { value: T } {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip, value }
}

/** What an item behind the list says and does. */
interface TailParts {
  icon: string
  texts: readonly (string | undefined)[]
  detail?: string
  value?: Action
}

/**
 * Creates an item that stays behind the list: a message or an action. Its label is an icon alone, because VS Code
 * puts items whose labels match the entered text first, and nothing may come before the matches of the list.
 */
export function tailItem({ icon, texts, detail, value }: TailParts): ChoiceItem<never> {
  return {
    label: `$(${icon})`,
    description: displayLabel(joinDescription(...texts)),
    alwaysShow: true,
    ...(detail !== undefined && { detail: withoutIcons(detail) }),
    ...(value !== undefined && { value }),
  }
}

/** Creates a heading; an empty one isn’t shown. */
export function separator(label: string): ChoiceItem<never> {
  return { label, kind: vscode.QuickPickItemKind.Separator }
}

/** Escapes external text for the label of an item. */
export function displayLabel(text: string): string {
  return withoutIcons(visible(text))
}
