import type { ExtensionContext } from 'vscode'
import '../../src/main.ts' // loaded before the first test, since it is slow without a bundle
import { activate } from '../../src/node/nodeExtension.ts'
import '../clock.ts'
import { FakeComputer } from './computer.ts'
import { extension as listedExtension } from './manifest.ts'
import { FakeWindow } from './window.ts'

/** The computer and the window for code that runs outside of other fake windows. */
export const computer = new FakeComputer()
export const window = new FakeWindow(computer)
computer.windows.push(window)

let isActive = false
let handOver: (context: ExtensionContext) => void = () => {}

/** The extension as VS Code lists it. */
export const extension = {
  ...listedExtension,
  get isActive() {
    return isActive
  },
  activate: async () => {
    if (isActive) return
    isActive = true
    const { context } = window
    handOver(context)
    activate(context)
  },
}

/** Replaces the function of test/integration/activating.ts. */
export function interceptActivation(_extension: unknown, call: typeof handOver): void {
  handOver = call
}
