import { replace } from './replace.ts'

/**
 * Lets the waits between two looks at a deletion pass at once; returns what puts them back. A wait
 * resolves a promise and does nothing else, unlike a deadline, which may be as long.
 */
export function hurryFollowing(): () => void {
  const { setTimeout: original } = globalThis
  const hurried = (callback: () => void, ms = 0, ...args: unknown[]) => {
    const isWait = ms >= 2_000 && String(callback).includes('[native code]')
    return original(callback, isWait ? 20 : ms, ...args)
  }
  return replace(globalThis, 'setTimeout', Object.assign(hurried, original))
}

/** Puts the clock forward by so many minutes; returns what puts it back. */
export function putClockForward(minutes: number): () => void {
  const { now } = Date
  return replace(Date, 'now', () => now() + minutes * 60_000)
}
