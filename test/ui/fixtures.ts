import { createHash } from 'node:crypto'
import type Mocha from 'mocha'
import type { Lookups } from '../sandbox/settings.ts'
import { type Sandbox, startSandbox } from '../sandbox/service.ts'
import { type KindName, kinds } from './kinds.ts'
import { isChosen, isWeb } from './runOptions.ts'
import { tidy } from './windowReset.ts'
import { takeWindow, type Window } from './windows.ts'
import type { Workbench } from './workbench.ts'

export interface UiOptions {
  /** The kind of window. */
  window: KindName
  /** Whether the companion connects it to the sandbox and fills its views. In shared windows alone. */
  filled?: boolean
  /** Whether the window must not have been used before: its suites come first. */
  fresh?: boolean
  /** Whether each test gets a window that is as new, instead of one for all of them. */
  anew?: boolean
  /** Which lookups the sandbox offers; none without this, so that a view shows what a test put in. */
  lookups?: Lookups
  /** User settings on top of the quiet ones; they may be about the sandbox. */
  settings?: Record<string, unknown> | ((sandbox: Sandbox) => Record<string, unknown>)
  /** Files in the folder that is open, besides those of the example; by their paths. */
  files?: Record<string, string>
  /** Only `npm run test:all` runs it: what it shows is shown in part elsewhere, or changes seldom. */
  nightly?: boolean
}

/** What a suite is given. */
export interface Ui {
  readonly workbench: Workbench
  /** Runs in the test's own process; nothing knows of it unless the suite says so. */
  readonly sandbox: Sandbox
  /** The folder that is open. */
  readonly folder: string
  /** Says what all tests of the suite start from, in a window that is as new. It must stay there after each. */
  setUp(make: () => Promise<void>): void
}

const suites = new Map<Mocha.Suite, UiOptions>()

/**
 * A suite in a VS Code window that is as new, with a sandbox of its own. A test that fails leaves a
 * screenshot, and nothing to the next one, which starts in a window that is as new again.
 */
export function describeUi(title: string, options: UiOptions, define: (ui: Ui) => void): void {
  const { nightly = false, window: kind } = options
  if (!isChosen({ kind, nightly })) return
  const suite = describe(title, () => {
    let window: Window | undefined
    let sandbox: Sandbox | undefined
    let make = async () => {}
    let isSetUp = false

    beforeEach(async () => {
      if (window && sandbox && isSetUp) return tidy(window.workbench, sandbox)
      sandbox = await startSandbox({ lookups: options.lookups ?? 'none', cors: isWeb })
      window = await takeWindow(kind, sandbox, options)
      await make()
      isSetUp = true
    })

    afterEach(async function () {
      const { currentTest } = this
      const isFine = ['passed', 'pending'].includes(currentTest?.state ?? '')
      if (!isFine || options.anew) isSetUp = false
      if (isFine) return
      const name = currentTest?.fullTitle().replaceAll(/[^\w]+/g, '-')
      await window?.workbench.shot(`failed-${name}`)
    })

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
      get folder() {
        return started(window).folder
      },
      setUp(run) {
        make = run
      },
    })
  })
  suites.set(suite, options)
}

/** A test that only `npm run test:all` runs. */
export function itNightly(title: string, test: Mocha.AsyncFunc): void {
  if (isChosen({ nightly: true })) it(title, test)
}

/**
 * Suites by the kinds of their windows, those first that want a fresh one. With a seed, the others of a
 * kind come in an order that it decides, and so do the tests within each.
 */
export function inOrder(all: readonly Mocha.Suite[], seed?: string): Mocha.Suite[] {
  if (seed !== undefined) for (const suite of all) shuffle(suite, seed)
  const names = Object.keys(kinds)
  const placeOf = (suite: Mocha.Suite): [kind: number, used: number, rest: string] => {
    const { window = 'plain', fresh = false } = suites.get(suite) ?? {}
    const rest = seed === undefined ? '' : hash(`${seed} ${suite.title}`)
    return [names.indexOf(window), Number(!fresh), rest]
  }
  return all.toSorted((one, other) => {
    const [[kind, used, rest], [kind2, used2, rest2]] = [placeOf(one), placeOf(other)]
    return kind - kind2 || used - used2 || rest.localeCompare(rest2)
  })
}

function shuffle(suite: Mocha.Suite, seed: string): void {
  const place = (one: Mocha.Suite | Mocha.Test) => hash(`${seed} ${one.fullTitle()}`)
  suite.tests.sort((one, other) => place(one).localeCompare(place(other)))
  suite.suites.sort((one, other) => place(one).localeCompare(place(other)))
  for (const inner of suite.suites) shuffle(inner, seed)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
