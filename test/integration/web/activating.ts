// Replaces ../activating.ts where tests run in a browser, which has no module cache: there, the code around
// the extension calls back (see test/host/stage.ts).
import type * as vscode from 'vscode'
import type { Clock } from '../../../src/api/clock.ts'

export function interceptActivation(
  _extension: unknown,
  createClock: (context: vscode.ExtensionContext) => Clock,
): void {
  Object.assign(globalThis, { poolkeeperActivates: createClock })
}
