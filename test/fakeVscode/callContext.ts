import { AsyncLocalStorage } from 'node:async_hooks'
import type { CommandRun } from './dialogs.ts'
import type { FakeWindow } from './window.ts'

/** On whose behalf code runs, however many awaits later. */
export interface CallContext {
  window: FakeWindow
  /** The command that it belongs to. */
  run?: CommandRun | undefined
}

/** None for code that belongs to the one window that is always there (home.ts). */
export const callContexts = new AsyncLocalStorage<CallContext>()

/** Runs code on behalf of a window, or of a command in it. */
export function runInWindow<T>(window: FakeWindow, work: () => T, run?: CommandRun): T {
  return callContexts.run({ window, run }, work)
}
