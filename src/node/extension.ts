import type * as vscode from 'vscode'
import { activate as activateAnywhere } from '../extension.ts'

/** Activates the extension in Node.js. */
export function activate(context: vscode.ExtensionContext): void {
  activateAnywhere(context, () => import('./later.ts'))
}
