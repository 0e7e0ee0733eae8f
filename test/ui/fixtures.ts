import { createData } from '../sandbox/data.ts'
import type { SupportedLookups, Settings } from '../sandbox/settings.ts'
import { type Sandbox, startSandbox } from '../sandbox/service.ts'
import { isWeb } from './runOptions.ts'
import { actUntil, until } from './until.ts'
import { openWindow, type Window, type WindowOptions } from './window.ts'
import type { Workbench } from './workbench.ts'

export interface UiOptions extends WindowOptions {
  /** The lookups that the sandbox supports; all by default. */
  lookups?: SupportedLookups
  /** How deleted pools are drained; at once by default. */
  drain?: Settings['drain']
}

/** The parts of the fixture that a suite uses. */
interface Ui {
  readonly workbench: Workbench
  /** Runs in the process of the tests. Poolkeeper has no connection to it unless the suite adds one. */
  readonly sandbox: Sandbox
  /** Registers what creates the initial state of all tests. Each test must leave this state. */
  setUp(prepare: () => Promise<void>): void
}

/**
 * Defines a suite with its own VS Code and sandbox. If a test fails, it leaves a screenshot, and the next test gets
 * another VS Code.
 */
export function describeUi(title: string, options: UiOptions, define: (ui: Ui) => void): void {
  describe(title, () => {
    let window: Window | undefined
    let sandbox: Sandbox | undefined
    let prepare = async () => {}

    const end = async () => {
      await window?.close()
      await sandbox?.close()
      window = undefined
      sandbox = undefined
    }

    beforeEach(async () => {
      if (window && sandbox) return cleanUp(window.workbench, sandbox)
      const { lookups = 'all', drain = 'instant' } = options
      sandbox = await startSandbox({ lookups, drain, cors: isWeb() })
      window = await openWindow(options)
      await prepare()
    })

    afterEach(async function () {
      const { currentTest } = this
      const hasPassed = ['passed', 'pending'].includes(currentTest?.state ?? '')
      const name = currentTest?.fullTitle().replaceAll(/[^\w]+/g, '-')
      if (hasPassed) return
      await window?.workbench.takeScreenshot(`failed-${name}`)
      await end()
    })

    after(end)

    const requireStarted = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error('It starts before the first test, not earlier.')
      return value
    }
    define({
      get workbench() {
        return requireStarted(window).workbench
      },
      get sandbox() {
        return requireStarted(sandbox)
      },
      setUp(create) {
        prepare = create
      },
    })
  })
}

/**
 * Removes what a test has left before the next test of its suite: dialogs, prompts, notifications, editors, faults,
 * requests, and changes in the sandbox.
 */
async function cleanUp(workbench: Workbench, sandbox: Sandbox): Promise<void> {
  const { dialog, notifications, page, quickInput } = workbench
  const isChanged = JSON.stringify(sandbox.data) !== JSON.stringify(createData())
  sandbox.reset()
  await page.mouse.move(0, 0)
  const isPrompting = async () => (await dialog.isVisible()) || (await quickInput.box.isVisible())
  if (await isPrompting()) {
    await actUntil(
      'there is no prompt',
      () => page.keyboard.press('Escape'),
      async () => !(await isPrompting()),
    )
  }
  if ((await notifications.texts()).length > 0) {
    await workbench.runCommand('Notifications: Clear All Notifications')
    await until('there is no notification', async () => (await notifications.texts()).length === 0)
  }
  if ((await page.locator('.editor-group-container .tab').count()) > 0) {
    await workbench.runCommand('View: Close All Editors')
  }
  if (isChanged) await workbench.runCommand('Poolkeeper: Refresh Machine Pools')
  sandbox.requests.length = 0
}
