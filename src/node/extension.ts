import type * as vscode from 'vscode'
import { host } from '../api/browser.ts'
import { setClock, type Clock } from '../api/clock.ts'
import { activate as activateAnywhere } from '../extension.ts'
import { once } from '../once.ts'

/**
 * Activates the extension in Node.js, where it can see more of the network than in a browser. VS Code
 * gives no clock; tests do.
 */
export function activate(context: vscode.ExtensionContext, clock?: Clock): void {
  host.isBrowser = false
  if (clock) setClock(clock)
  activateAnywhere(
    context,
    once(async () => {
      const [later, { networkProbe }] = await Promise.all([
        import('../later.ts'),
        import('./networkProbe.ts'),
      ])
      return { ...later, createActions: (parts) => later.createActions(parts, networkProbe) }
    }),
  )
}
