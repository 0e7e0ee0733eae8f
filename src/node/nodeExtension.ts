import type * as vscode from 'vscode'
import { activate as activateAnywhere } from '../extension.ts'

/** Activates the extension in Node.js, with network diagnostics and fast reading of files. */
export function activate(context: vscode.ExtensionContext): void {
  activateAnywhere(context, async () => {
    const [{ start }, { networkProbe }, { readLocalFile }] = await Promise.all([
      import('../main.ts'),
      import('./nodeNetworkProbe.ts'),
      import('./nodeFiles.ts'),
    ])
    return (registered) => start(registered, { isBrowser: false, networkProbe, readLocalFile })
  })
}
