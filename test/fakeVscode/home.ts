import type { ExtensionContext } from 'vscode'
import '../../src/main.ts' // here, as it takes its time where it is no bundle
import { activate } from '../../src/node/nodeExtension.ts'
import '../clock.ts'
import { FakeComputer } from './computer.ts'
import { extension as known } from './manifest.ts'
import { FakeWindow } from './window.ts'

/** The machine and the window that code runs in where it runs on behalf of no other. */
export const computer = new FakeComputer()
export const window = new FakeWindow(computer)
computer.windows.push(window)

let isActive = false
let handOver: (context: ExtensionContext) => void = () => {}

/** The extension as VS Code lists it. */
export const extension = {
  ...known,
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

/** Takes the place of that of test/integration/activating.ts. */
export function interceptActivation(_extension: unknown, call: typeof handOver): void {
  handOver = call
}
