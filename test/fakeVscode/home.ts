import type { ExtensionContext } from 'vscode'
import '../../src/main.ts' // here, as it takes its time where it is no bundle
import { activate } from '../../src/node/nodeExtension.ts'
import '../clock.ts'
import { FakeMachine } from './machine.ts'
import { extension as known } from './manifest.ts'
import { FakeWindow } from './window.ts'

/** The machine and the window that code runs in where it runs on behalf of no other. */
export const machine = new FakeMachine()
export const window = new FakeWindow(machine)
machine.windows.push(window)

let isActive = false
let onContext: (context: ExtensionContext) => void = () => {}

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
    onContext(context)
    activate(context)
  },
}

/** Takes the place of that of test/integration/activating.ts. */
export function onActivation(_extension: unknown, call: typeof onContext): void {
  onContext = call
}
