// Takes the place of ../activating.ts where tests run in a browser, which shares no modules: there,
// the entry around the extension calls; see test/host/stage.ts.
import type * as vscode from 'vscode'

export function onActivation(
  _extension: unknown,
  call: (context: vscode.ExtensionContext) => void,
): void {
  Object.assign(globalThis, { poolkeeperActivates: call })
}
