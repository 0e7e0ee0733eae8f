import * as vscode from 'vscode'
import { joinDescription, visible, withoutIcons } from '../../texts.ts'
import { lacksProjectsText } from '../notShownTexts.ts'

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
  describe: string
  validate: (text: string) => string | undefined
  make: (text: string) => T
}

/** Opens an input box. */
export const enterManually = Symbol('manual')
/** Loads more items. */
export const loadMore = Symbol('loadMore')
/** Stops loading. */
export const stopLoading = Symbol('stop')
/** Closes the prompt, and selects a project. */
export const selectProject = Symbol('selectProject')

/** A quick pick item of VS Code; without `choice`, it is only a message. */
export interface ChoiceItem<T> extends vscode.QuickPickItem {
  choice?: {
    value: T | typeof enterManually | typeof loadMore | typeof stopLoading | typeof selectProject
  }
  /** True for the item with the entered text, for which the prompt searches the list first. */
  isTyped?: boolean
  /** True for a message or an action behind the list. */
  isTail?: boolean
  /** The item that had this index in an earlier list. */
  was?: ChoiceItem<T>
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

export function choiceItem<T>(choice: Choice<T>): ChoiceItem<T> {
  const { label, icon, buttons } = choice
  const description = choice.description && displayLabel(choice.description)
  const detail = choice.detail && withoutIcons(choice.detail)
  return {
    label: displayLabel(label),
    alwaysShow: true, // the list has only what matches
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    ...(description && { description }),
    ...(detail && { detail }),
    ...(buttons && { buttons: buttons.map(quickButton) }),
    choice,
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

/** Creates the item for entered text, with the reason if it isn’t valid or has to wait. */
export function typedItem<T>(
  text: string,
  { describe, validate }: Typed<T>,
  isWaiting: boolean,
): ChoiceItem<T> {
  return {
    label: displayLabel(text),
    description: isWaiting ? vscode.l10n.t('waiting for the list…') : (validate(text) ?? describe),
    alwaysShow: true,
    isTail: true,
    isTyped: true,
  }
}

/** Creates the item that opens an input box, for people who don’t expect to type in a list. */
export function manualItem<T>(): ChoiceItem<T> {
  const label = vscode.l10n.t('Enter Manually…')
  return { label, alwaysShow: true, isTail: true, choice: { value: enterManually } }
}

/** Creates the item for an answer that isn’t in the list. */
export function lastItem<T>(choice: Choice<T>): ChoiceItem<T> {
  return { ...choiceItem(choice), isTail: true }
}

/** Creates the item that selects a project, whose accounts aren’t listed otherwise. */
export function projectItem<T>(): ChoiceItem<T> {
  return {
    label: lacksProjectsText,
    iconPath: new vscode.ThemeIcon('project'),
    alwaysShow: true,
    isTail: true,
    choice: { value: selectProject },
  }
}

/** Creates the item for a problem of the list. */
export function problemItem<T>(label: string, problem: string): ChoiceItem<T> {
  const detail = withoutIcons(problem)
  return { label: `$(warning) ${label}`, detail, alwaysShow: true, isTail: true }
}

/** Creates the item that stands for those of a long list that aren’t shown. */
export function moreItem<T>(): ChoiceItem<T> {
  const label = `$(ellipsis) ${vscode.l10n.t('More items are available')}`
  const description = vscode.l10n.t('Enter text to find them')
  return { label, description, alwaysShow: true, isTail: true }
}

/** Creates the item that loads more items or stops loading. */
export function actionItem<T>(
  icon: string,
  label: string,
  description: string | undefined,
  value: typeof loadMore | typeof stopLoading,
): ChoiceItem<T> {
  return {
    label: `$(${icon}) ${label}`,
    ...(description !== undefined && { description }),
    alwaysShow: true,
    isTail: true,
    choice: { value },
  }
}

/**
 * Returns a trailing item with nothing but an icon for a label: VS Code puts items whose labels match the
 * entered text first, and nothing may come before the matches of the list.
 */
export function behindMatches<T>(item: ChoiceItem<T>): ChoiceItem<T> {
  const [, icon = '$(edit)', text] = /^(\$\([a-z-]+\) )?(.*)$/s.exec(item.label) ?? []
  return { ...item, label: icon.trim(), description: joinDescription(text, item.description) }
}

/** Creates a heading; an empty one isn’t shown. */
export function separator<T>(label: string): ChoiceItem<T> {
  return { label, kind: vscode.QuickPickItemKind.Separator }
}

/** Escapes external text for the label of an item. */
export function displayLabel(text: string): string {
  return withoutIcons(visible(text))
}
