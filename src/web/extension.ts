import * as vscode from 'vscode'
import { host } from '../api/browser.ts'
import { setClock, type Clock } from '../api/clock.ts'
import { activate as activateAnywhere } from '../extension.ts'
import type { Later } from '../later.ts'
import { once } from '../once.ts'

/** Activates the extension in a browser. VS Code gives no clock; tests do. */
export function activate(context: vscode.ExtensionContext, clock?: Clock): void {
  host.isBrowser = true
  if (clock) setClock(clock)
  activateAnywhere(
    context,
    once(() => loadLater(context.extensionUri)),
  )
}

/** This file's own, as it is bundled. */
declare const module: { exports: unknown }

/**
 * Reads and runs the second file. A browser's extension host loads one file only, by reading it and
 * making a function of it; this does the same with the other.
 */
async function loadLater(extensionUri: vscode.Uri): Promise<Later> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist/later.js')
  const code = new TextDecoder().decode(await vscode.workspace.fs.readFile(file))
  const later = { exports: {} }
  const require = (id: string) => (id === 'vscode' ? vscode : module.exports)
  // oxlint-disable-next-line no-implied-eval -- our own file, out of the extension's own folder
  new Function('module', 'exports', 'require', code)(later, later.exports, require)
  return later.exports as Later
}
