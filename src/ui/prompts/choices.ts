import * as vscode from 'vscode'
import { displayText, escapeIcons } from '../../displayTexts.ts'
import type { Note } from './itemSource.ts'

/** A value that the user can select in a prompt, with the texts that show it. */
export interface Choice<T> {
  label: string
  description?: string | undefined
  /** The second line. External texts in it are escaped already. */
  detail?: string | undefined
  /** A UID that the user can enter instead of the label. */
  uid?: string | undefined
  value: T
  group?: string | undefined
  /** The name of the icon before the label, such as `globe`. */
  icon?: string | undefined
  buttons?: readonly ChoiceButton<T>[]
}

/** A button in a prompt’s title, with the answer that it gives to the prompt. */
export interface ChoiceButton<T> {
  icon: string
  tooltip: string
  value: T
}

/** A button of VS Code with the function that it runs. */
export interface RunButton extends vscode.QuickInputButton {
  run?: () => void
}

/** An item of a quick pick with the function that selecting it runs. An item without `run` is only a message. */
export interface ChoiceItem extends vscode.QuickPickItem {
  run?: (() => void) | undefined
}

/** Creates the item for a choice. Selecting the item calls `accept` with the choice’s value. */
export function choiceItem<T>(choice: Choice<T>, accept: (value: T) => void): ChoiceItem {
  const { label, icon, value, buttons = [], description, detail } = choice
  const item: ChoiceItem = {
    label: displayLabel(label),
    run: () => accept(value),
    buttons: runButtons(buttons, accept),
  }
  if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon)
  if (description) item.description = displayLabel(description)
  if (detail) item.detail = escapeIcons(detail)
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
 * Creates a message or an action that stays at the end of the list. It has no label, and its text is the description:
 * VS Code moves items whose labels match the entered text to the top, and there only choices may be. An icon in the
 * label would be spoken.
 */
export function tailItem(icon: string, text: string, run?: () => void, detail = ''): ChoiceItem {
  const item: ChoiceItem = {
    label: '',
    iconPath: new vscode.ThemeIcon(icon),
    description: displayLabel(text),
    alwaysShow: true,
    run,
  }
  if (detail) item.detail = escapeIcons(detail)
  return item
}

/** Creates the item for a note. If the note has a command, selecting the item closes the prompt and runs it. */
export function noteItem(note: Note, closePrompt: () => void): ChoiceItem {
  const { title, detail, icon = 'warning', command } = note
  if (!command) return tailItem(icon, title, undefined, detail)
  const run = () => {
    closePrompt()
    void vscode.commands.executeCommand(command)
  }
  return tailItem(icon, title, run, detail)
}

/** Creates a heading between groups of items. With an empty label, VS Code shows only a line above the next item. */
export function separator(label: string): ChoiceItem {
  return { label, kind: vscode.QuickPickItemKind.Separator }
}

/** Escapes external text for the label of an item, in which VS Code renders icons. */
export function displayLabel(text: string): string {
  return escapeIcons(displayText(text))
}
