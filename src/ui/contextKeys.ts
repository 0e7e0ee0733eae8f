import * as vscode from 'vscode'
import { contextKeys } from '../contributions.ts'

/** Sets a context key. Nothing waits for it: VS Code handles commands in the order in which they are sent. */
export function setContext(key: keyof typeof contextKeys, value: unknown): void {
  void vscode.commands.executeCommand('setContext', contextKeys[key], value)
}
