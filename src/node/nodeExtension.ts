import type * as vscode from 'vscode'
import { activate as activateAnywhere } from '../extension.ts'

/** Activates the extension in Node.js, with network diagnostics. */
export function activate(context: vscode.ExtensionContext): void {
  activateAnywhere(context, async () => {
    const [{ start }, { networkProbe }] = await Promise.all([
      import('../main.ts'),
      import('./nodeNetworkProbe.ts'),
    ])
    return (registered) => start(registered, { isBrowser: false, networkProbe })
  })
}
