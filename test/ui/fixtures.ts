import { createData } from '../sandbox/data.ts'
import type { SupportedLookups, Settings } from '../sandbox/settings.ts'
import { type Sandbox, startSandbox } from '../sandbox/service.ts'
import { isWeb, runOptions } from './runOptions.ts'
import { actUntil, until } from './until.ts'
import { openWindow, type Window, type WindowOptions } from './window.ts'
import type { Workbench } from './workbench.ts'

export interface UiOptions extends WindowOptions {
  /** Which lookups the sandbox offers; all without this. */
  lookups?: SupportedLookups
  /** How machines of a deleted pool go; at once without this. */
  drain?: Settings['drain']
  /** Not run by `npm test`: what it shows is shown in part elsewhere, or changes seldom. */
  isNightly?: boolean
}

/** What a suite is given. */
interface Ui {
  readonly workbench: Workbench
  /** Runs in the test's own process; nothing knows of it unless the suite says so. */
  readonly sandbox: Sandbox
  /** Says what all tests of the suite start from. It must stay there after each. */
  setUp(make: () => Promise<void>): void
}

/**
 * A suite in a VS Code and with a sandbox of its own. A test that fails leaves a screenshot, and nothing
 * to the next one, which gets another VS Code.
 */
export function describeUi(title: string, options: UiOptions, define: (ui: Ui) => void): void {
  if (options.isNightly && runOptions.isQuick) return
  describe(title, () => {
    let window: Window | undefined
    let sandbox: Sandbox | undefined
    let make = async () => {}

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
      await make()
    })

    afterEach(async function () {
      const { currentTest } = this
      const isFine = ['passed', 'pending'].includes(currentTest?.state ?? '')
      const name = currentTest?.fullTitle().replaceAll(/[^\w]+/g, '-')
      if (isFine) return
      await window?.workbench.takeScreenshot(`failed-${name}`)
      await end()
    })

    after(end)

    const started = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error('It starts before the first test, not earlier.')
      return value
    }
    define({
      get workbench() {
        return started(window).workbench
      },
      get sandbox() {
        return started(sandbox)
      },
      setUp(run) {
        make = run
      },
    })
  })
}

/**
 * Takes away what a test has left before the next one of its suite: questions, messages, editors, faults, requests, and
 * what it has changed in the service.
 */
async function cleanUp(workbench: Workbench, sandbox: Sandbox): Promise<void> {
  const { dialog, notifications, page, quickInput } = workbench
  const isChanged = JSON.stringify(sandbox.data) !== JSON.stringify(createData())
  sandbox.reset()
  await page.mouse.move(0, 0)
  const asks = async () => (await dialog.isVisible()) || (await quickInput.box.isVisible())
  if (await asks()) {
    await actUntil(
      'nothing asks any more',
      () => page.keyboard.press('Escape'),
      async () => !(await asks()),
    )
  }
  if ((await notifications.texts()).length > 0) {
    await workbench.runCommand('Notifications: Clear All Notifications')
    await until('no message is left', async () => (await notifications.texts()).length === 0)
  }
  if ((await page.locator('.editor-group-container .tab').count()) > 0) {
    await workbench.runCommand('View: Close All Editors')
  }
  if (isChanged) await workbench.runCommand('Poolkeeper: Refresh Machine Pools')
  sandbox.requests.length = 0
}
