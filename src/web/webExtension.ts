import * as vscode from 'vscode'
import { activate as activateAnywhere } from '../extension.ts'

/** Activates the extension in a browser. */
export function activate(context: vscode.ExtensionContext): void {
  activateAnywhere(context, async () => {
    const main = await loadFile(vscode.Uri.joinPath(context.extensionUri, 'dist/main.js'))
    const { start } = main as typeof import('../main.ts')
    return (registered) => start(registered, { isBrowser: true })
  })
}

/**
 * Reads and runs a file of `dist` as VS Code does it with the file that the manifest names: its extension host
 * in a browser has no way to load another one. There, `require` gives VS Code’s own modules alone,
 * `importScripts` is blocked, and ES modules are refused (“not supported in the web worker extension
 * host”: 1.100 and 1.139, extHostExtensionService.ts); one imported by a URL would not find `vscode`.
 */
async function loadFile(file: vscode.Uri): Promise<unknown> {
  const code = new TextDecoder().decode(await vscode.workspace.fs.readFile(file))
  const loaded = { exports: {} }
  // oxlint-disable-next-line no-implied-eval -- our own file, out of the extension's own folder
  new Function('module', 'exports', 'require', code)(loaded, loaded.exports, () => vscode)
  return loaded.exports
}
