import { replace } from './replace.ts'

const clientDeadlineMs = 30_000

/** The time of one check of a connection. */
export const checkDeadlineMs = 10_000

/** Lets a deadline, the client's by default, pass at once; returns what puts it back. */
export function shortenDeadline(deadlineMs = clientDeadlineMs): () => void {
  const { setTimeout: original } = globalThis
  const hurried = (callback: () => void, ms?: number, ...args: unknown[]) =>
    original(callback, ms === deadlineMs ? 50 : ms, ...args)
  return replace(globalThis, 'setTimeout', Object.assign(hurried, original))
}
