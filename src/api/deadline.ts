import { clock, type Wait } from './clock.ts'

/** A time limit combined with the caller’s signal, whichever ends first. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #stopListening: (() => void) | undefined
  readonly #stopClock: () => void
  readonly #endsAt: number
  readonly #endListeners: (() => void)[] = []
  #endReason: 'cancelled' | 'timeout' | undefined

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#endsAt = clock.elapsed('deadline') + timeoutMs
    this.#stopClock = clock.after(timeoutMs, 'deadline', () => this.#end('timeout'))
    if (!caller) return
    const cancel = () => this.#end('cancelled')
    if (caller.aborted) cancel()
    caller.addEventListener('abort', cancel, { once: true })
    this.#stopListening = () => caller.removeEventListener('abort', cancel)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds until the timeout. */
  get remainingMs(): number {
    return this.#endsAt - clock.elapsed('deadline')
  }

  /** Why the deadline has ended; undefined until then. */
  get endReason(): 'cancelled' | 'timeout' | undefined {
    return this.#endReason
  }

  /** Settles with `promise`, or rejects when the deadline ends, even if the operation ignores the signal. */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onEnd(() => reject(new Error('Aborted')))
      promise.then(resolve, reject)
    })
  }

  /** Calls `act` when the deadline ends; at once if it has ended. */
  onEnd(act: () => void): void {
    if (this.#endReason) act()
    else this.#endListeners.push(act)
  }

  /** Aborts whatever still listens to the signal. */
  abort(): void {
    this.#controller.abort()
  }

  dispose(): void {
    this.#stopClock()
    this.#stopListening?.()
  }

  #end(by: 'cancelled' | 'timeout'): void {
    this.#endReason ??= by
    this.#controller.abort()
    for (const act of this.#endListeners.splice(0)) act()
  }
}

/** Runs `run` with a deadline, and aborts its signal if it fails. No timer or listener outlives the run. */
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

/** Settles with `promise`, or rejects when the signal aborts, even if the operation ignores it. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
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

/** Resolves after `ms` milliseconds; rejects if the signal aborts first. */
export async function sleep(ms: number, wait: Wait, signal: AbortSignal): Promise<void> {
  let cancel = () => {}
  const elapsed = new Promise<void>((resolve) => {
    cancel = clock.after(ms, wait, resolve)
  })
  await raceAbort(elapsed, signal).finally(cancel)
}

/** Resolves to whether `work` settles, either way, within `ms` milliseconds. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
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
