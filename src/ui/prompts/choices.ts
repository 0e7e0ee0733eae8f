import * as vscode from 'vscode'
import { visible, withoutIcons } from '../../texts.ts'

/** An item of a quick pick. */
export interface Choice<T> {
  label: string
  description?: string | undefined
  /** A second line, with its external texts escaped. */
  detail?: string | undefined
  /** Can be entered instead of the label. */
  uid?: string | undefined
  value: T
  group?: string | undefined
  /** A codicon in front of the label. */
  icon?: string
  buttons?: readonly ChoiceButton<T>[]
}

/** A button, with the answer that it gives. */
export interface ChoiceButton<T> {
  icon: string
  tooltip: string
  value: T
}

/** A button of VS Code that brings what it does. */
export interface RunButton extends vscode.QuickInputButton {
  run?: () => void
}

/** A quick pick item of VS Code that brings what it does; without `run`, it is only a message. */
export interface ChoiceItem extends vscode.QuickPickItem {
  run?: (() => void) | undefined
}

/** Creates the item of a choice, which `accept` takes the value of. */
export function choiceItem<T>(choice: Choice<T>, accept: (value: T) => void): ChoiceItem {
  const { label, icon, value, buttons = [], description, detail } = choice
  const item: ChoiceItem = {
    label: displayLabel(label),
    run: () => accept(value),
    buttons: runButtons(buttons, accept),
  }
  if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon)
  if (description) item.description = displayLabel(description)
  if (detail) item.detail = withoutIcons(detail)
  return item
}

export function runButtons<T>(
  buttons: readonly ChoiceButton<T>[],
  accept: (value: T) => void,
): RunButton[] {
  return buttons.map(({ icon, tooltip, value }) => ({
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
    run: () => accept(value),
  }))
}

/**
 * Creates an item that stays behind the list: a message or an action. Its label is an icon alone, because VS Code
 * puts items whose labels match the entered text first, and nothing may come before the matches of the list.
 */
export function tailItem(icon: string, text: string, run?: () => void, detail = ''): ChoiceItem {
  const item: ChoiceItem = {
    label: `$(${icon})`,
    description: displayLabel(text),
    alwaysShow: true,
    run,
  }
  if (detail) item.detail = withoutIcons(detail)
  return item
}

/** Creates a heading; an empty one isn’t shown. */
export function separator(label: string): ChoiceItem {
  return { label, kind: vscode.QuickPickItemKind.Separator }
}

/** Escapes external text for the label of an item. */
export function displayLabel(text: string): string {
  return withoutIcons(visible(text))
}
