import type * as vscode from 'vscode'
import type { Clock } from '../api/clock.ts'
import { activate as activateAnywhere } from '../extension.ts'

/** Activates the extension in Node.js, with network diagnostics. VS Code passes no clock; tests do. */
export function activate(context: vscode.ExtensionContext, clock?: Clock): void {
  activateAnywhere(context, async () => {
    const [{ start }, { networkProbe }] = await Promise.all([
      import('../main.ts'),
      import('./nodeNetworkProbe.ts'),
    ])
    return (registered) => start(registered, { isBrowser: false, networkProbe, clock })
  })
}
