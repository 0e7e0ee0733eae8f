import { AsyncLocalStorage } from 'node:async_hooks'
import type { CommandRun } from './dialogs.ts'
import type { FakeWindow } from './window.ts'

/** The window and the command that code belongs to, however many awaits later. */
export interface CallContext {
  window: FakeWindow
  /** The run of the command; undefined for code of the window alone. */
  run?: CommandRun | undefined
}

/** The context of the code that runs now; none if it belongs to the window of home.ts. */
export const callContexts = new AsyncLocalStorage<CallContext>()

/** Runs code in the context of a window, or of a command in it. */
export function runInWindow<T>(window: FakeWindow, work: () => T, run?: CommandRun): T {
  return callContexts.run({ window, run }, work)
}
