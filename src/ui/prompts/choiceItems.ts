import * as vscode from 'vscode'
import { visible, withoutIcons } from '../../texts.ts'

/** An entry of a list. */
export interface Choice<T> {
  label: string
  description?: string
  /** What may be typed in place of the label. */
  uid?: string
  value: T
  /** A heading above it, where it is the first of its group. */
  group?: string
}

/** A value that is not in a list, but can be typed. */
export interface Typed<T> {
  /** What choosing it means. */
  describe: string
  validate: (text: string) => string | undefined
  make: (text: string) => T
}

/** Opens a box to type into. */
export const manual = Symbol('manual')
/** Reads more of what the list offers. */
export const readOn = Symbol('readOn')
/** Stops that. */
export const stop = Symbol('stop')

/** An entry as VS Code shows it; without a choice it only tells. */
export interface ChoiceItem<T> extends vscode.QuickPickItem {
  choice?: { value: T | typeof manual | typeof readOn | typeof stop }
  /** Where it is active, it is so for want of another one, not because anybody chose it. */
  isFallback?: boolean
  /** What may be typed in place of its label. */
  uid?: string
  /** Whether it stands for what was typed, which the prompt looks up in its list first. */
  isTyped?: boolean
}

/** Entries under their headings; `heading` is that of what stands before them. */
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

/** One entry. */
export function choiceItem<T>(choice: Choice<T>): ChoiceItem<T> {
  const { label, uid } = choice
  const description = choice.description && shown(choice.description)
  return { label: shown(label), ...(description && { description }), ...(uid && { uid }), choice }
}

/** Takes a place that nothing else may take. */
export function noEntry<T>(): ChoiceItem<T> {
  return separator('')
}

/** What was typed, as an entry of its own; it says why where it is not valid, and that it waits. */
export function typedItem<T>(
  text: string,
  { describe, validate }: Typed<T>,
  isWaiting: boolean,
): ChoiceItem<T> {
  return {
    label: shown(text),
    description: isWaiting ? vscode.l10n.t('waiting for the list…') : (validate(text) ?? describe),
    alwaysShow: true,
    isTyped: true,
  }
}

/** Opens a box to type into: what typing in the list does too, for those who look for it. */
export function manualItem<T>(): ChoiceItem<T> {
  const label = vscode.l10n.t('Enter Manually…')
  return { label, alwaysShow: true, isFallback: true, choice: { value: manual } }
}

/** Says what is wrong with the list; choosing it does nothing. */
export function problemItem<T>(label: string, problem: string): ChoiceItem<T> {
  const detail = withoutIcons(problem)
  return { label: `$(warning) ${label}`, detail, alwaysShow: true, isFallback: true }
}

/** Reads on, or stops that. */
export function actionItem<T>(
  icon: string,
  label: string,
  description: string | undefined,
  value: typeof readOn | typeof stop,
): ChoiceItem<T> {
  return {
    label: `$(${icon}) ${label}`,
    ...(description !== undefined && { description }),
    alwaysShow: true,
    isFallback: value === readOn,
    choice: { value },
  }
}

function separator<T>(label: string): ChoiceItem<T> {
  return { label, kind: vscode.QuickPickItemKind.Separator }
}

/** A text from outside as the label of an entry. */
export function shown(text: string): string {
  return withoutIcons(visible(text))
}
