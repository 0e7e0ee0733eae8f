import { clock, type Wait } from './clock.ts'

/** The end of an exchange, the caller's or the clock's, whichever comes first. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #stopListening: (() => void) | undefined
  readonly #stopClock: () => void
  readonly #endsAt: number
  readonly #atEnd: (() => void)[] = []
  #endedBy: 'cancelled' | 'timeout' | undefined

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#endsAt = clock.elapsed('deadline') + timeoutMs
    this.#stopClock = clock.after(timeoutMs, 'deadline', () => this.#end('timeout'))
    if (!caller) return
    const cancel = () => this.#end('cancelled')
    if (caller.aborted) cancel()
    caller.addEventListener('abort', cancel, { once: true })
    this.#stopListening = () => caller.removeEventListener('abort', cancel)
  }

  /** Aborts at the end. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds until the clock ends it. */
  get leftMs(): number {
    return this.#endsAt - clock.elapsed('deadline')
  }

  /** Who ended it, once it has ended. */
  get endedBy(): 'cancelled' | 'timeout' | undefined {
    return this.#endedBy
  }

  /** Waits for a promise no longer than this allows, whether or not its maker heeds the signal. */
  orEnd<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.atEnd(() => reject(new Error('Aborted')))
      promise.then(resolve, reject)
    })
  }

  /** Does something at the end, or now where that has come already. */
  atEnd(act: () => void): void {
    if (this.#endedBy) act()
    else this.#atEnd.push(act)
  }

  /** Hangs up on what heeds the signal and is still under way. */
  abort(): void {
    this.#controller.abort()
  }

  /** Leaves nothing behind. */
  dispose(): void {
    this.#stopClock()
    this.#stopListening?.()
  }

  #end(by: 'cancelled' | 'timeout'): void {
    this.#endedBy ??= by
    this.#controller.abort()
    for (const act of this.#atEnd.splice(0)) act()
  }
}

/**
 * Runs an exchange within a time and the caller's signal. It leaves no timer behind, and where the
 * exchange fails its signal aborts, so that what is still under way is hung up on.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(timeoutMs, caller)
  try {
    return await run(deadline)
  } catch (error) {
    deadline.abort()
    throw error
  } finally {
    deadline.dispose()
  }
}

/** Waits for a promise no longer than the signal allows, whether or not its maker heeds it. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('Aborted'))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    const end = () => signal.removeEventListener('abort', onAbort)
    promise.then(
      (value) => {
        end()
        resolve(value)
      },
      (error: unknown) => {
        end()
        reject(error)
      },
    )
  })
}

/** Waits so many milliseconds; rejects when the signal aborts before. */
export async function sleep(ms: number, wait: Wait, signal: AbortSignal): Promise<void> {
  let cancel = () => {}
  const elapsed = new Promise<void>((resolve) => {
    cancel = clock.after(ms, wait, resolve)
  })
  await orAbort(elapsed, signal).finally(cancel)
}

/** Whether something ends, well or not, within so many milliseconds. Leaves no timer behind. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let cancel = () => {}
  const slow = new Promise<boolean>((resolve) => {
    cancel = clock.after(ms, 'quick', () => resolve(false))
  })
  const ended = work.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([ended, slow])
  } finally {
    cancel()
  }
}
