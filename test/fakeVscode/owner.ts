import { AsyncLocalStorage } from 'node:async_hooks'
import type { Run } from './dialogs.ts'
import type { FakeWindow } from './window.ts'

/** On whose behalf code runs, however many awaits later. */
export interface Owner {
  window: FakeWindow
  /** The command that it belongs to. */
  run?: Run | undefined
}

/** None for code that belongs to the one window that is always there (home.ts). */
export const owners = new AsyncLocalStorage<Owner>()

/** Runs code on behalf of a window, or of a command in it. */
export function onBehalfOf<T>(window: FakeWindow, work: () => T, run?: Run): T {
  return owners.run({ window, run }, work)
}
