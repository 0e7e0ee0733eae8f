import { realTime } from './clock.ts'

const longestMs = 30_000

/** Waits until something is there and returns it; the time is a limit, never what is waited for. */
export async function until<T>(
  what: string,
  find: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const endsAt = realTime() + longestMs
  for (;;) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    if (realTime() > endsAt) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
