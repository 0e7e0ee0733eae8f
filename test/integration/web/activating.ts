// Takes the place of ../activating.ts where tests run in a browser, which shares no modules: there,
// the entry around the extension calls; see test/host/stage.ts.
import type * as vscode from 'vscode'
import type { Clock } from '../../../src/api/clock.ts'

export function onActivation(
  _extension: unknown,
  call: (context: vscode.ExtensionContext) => Clock,
): void {
  Object.assign(globalThis, { poolkeeperActivates: call })
}
