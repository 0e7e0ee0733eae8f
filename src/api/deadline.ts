import { clock, type Wait } from './clock.ts'

/** Why a deadline has ended. */
type EndReason = 'cancelled' | 'timeout'

/** A time limit combined with the caller’s signal, whichever ends first. */
export class Deadline {
  /** Why the deadline has ended; undefined until then. */
  endReason: EndReason | undefined
  readonly #controller = new AbortController()
  readonly #endsAt: number
  readonly #ended: Promise<never>
  #reject: (error: Error) => void = () => {}

  constructor(timeoutMs: number) {
    this.#endsAt = clock.elapsed('deadline') + timeoutMs
    this.#ended = new Promise((_, reject) => (this.#reject = reject))
    this.#ended.catch(() => {}) // it may end while nothing waits for it
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds until the timeout. */
  get remainingMs(): number {
    return this.#endsAt - clock.elapsed('deadline')
  }

  /** Settles with `promise`, or rejects when the deadline ends, even if the operation ignores the signal. */
  race<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#ended])
  }

  end(reason: EndReason): void {
    this.endReason ??= reason
    this.abort()
  }

  /** Aborts what still listens to the signal. */
  abort(): void {
    this.#controller.abort()
    this.#reject(new Error('Aborted'))
  }
}

/** Runs `run` with a deadline, and aborts its signal if it fails. No timer or listener outlives the run. */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(timeoutMs)
  const cancel = () => deadline.end('cancelled')
  const stopClock = clock.after(timeoutMs, 'deadline', () => deadline.end('timeout'))
  caller?.addEventListener('abort', cancel, { once: true })
  if (caller?.aborted) cancel()
  try {
    return await run(deadline)
  } catch (error) {
    deadline.abort()
    throw error
  } finally {
    stopClock()
    caller?.removeEventListener('abort', cancel)
  }
}

/** Settles with `promise`, or rejects when the signal aborts, even if the operation ignores it. */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Error('Aborted'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
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
  const ended = Promise.allSettled([work]).then(() => true)
  return Promise.race([ended, slow]).finally(cancel)
}
