import * as vscode from 'vscode'
import type { Clock } from '../api/clock.ts'
import { activate as activateAnywhere } from '../extension.ts'

/** Activates the extension in a browser. VS Code passes no clock; tests do. */
export function activate(context: vscode.ExtensionContext, clock?: Clock): void {
  activateAnywhere(context, async () => {
    const { start } = await loadMain(context.extensionUri)
    return (registered) => start(registered, { isBrowser: true, clock })
  })
}

/**
 * Reads and runs `main.js` as VS Code does it with the file that the manifest names: its extension host
 * in a browser has no way to load another one. There, `require` gives VS Code’s own modules alone,
 * `importScripts` is blocked, and ES modules are refused (“not supported in the web worker extension
 * host”: 1.100 and 1.139, extHostExtensionService.ts); one imported by a URL would not find `vscode`.
 */
async function loadMain(extensionUri: vscode.Uri): Promise<typeof import('../main.ts')> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist/main.js')
  const code = new TextDecoder().decode(await vscode.workspace.fs.readFile(file))
  const main = { exports: {} }
  // oxlint-disable-next-line no-implied-eval -- our own file, out of the extension's own folder
  new Function('module', 'exports', 'require', code)(main, main.exports, () => vscode)
  return main.exports as typeof import('../main.ts')
}
