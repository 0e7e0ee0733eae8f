// Replaces ../activating.ts where tests run in a browser, which has no module cache: there, the code around
// the extension calls back (see test/host/stage.ts).
import type * as vscode from 'vscode'

export function interceptActivation(
  _extension: unknown,
  handOver: (context: vscode.ExtensionContext) => void,
): void {
  Object.assign(globalThis, { poolkeeperActivates: handOver })
}
