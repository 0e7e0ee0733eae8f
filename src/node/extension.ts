import type * as vscode from 'vscode'
import { activate as activateAnywhere } from '../extension.ts'
import { networkProbe } from './networkProbe.ts'

/** Activates the extension in Node.js, where it can see more of the network than in a browser. */
export function activate(context: vscode.ExtensionContext): void {
  activateAnywhere(context, networkProbe)
}
