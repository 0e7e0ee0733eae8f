import { replace } from '../replace.ts'

/** Requests that are held back before they are sent. */
export interface HeldRequests {
  /** Whether a request is held, or was. */
  hasRequest: () => boolean
  /** Sends the held requests, and holds no more. */
  release: () => void
}

interface Hold {
  path: string
  method: string | undefined
  hasRequest: boolean
  released: PromiseWithResolvers<void>
}

const holds: Hold[] = []

/**
 * Holds the requests to a path, of one method or all. A fault of the sandbox can’t do that: it happens after
 * the request has arrived.
 */
export function holdRequests(path: string, method?: string): HeldRequests {
  if (holds.length === 0) replaceFetch()
  const hold: Hold = {
    path,
    method,
    hasRequest: false,
    released: Promise.withResolvers<void>(),
  }
  holds.push(hold)
  return { hasRequest: () => hold.hasRequest, release: () => hold.released.resolve() }
}

/** Stays for all tests: without holds, it changes nothing. */
function replaceFetch(): void {
  const { fetch } = globalThis
  replace(globalThis, 'fetch', async (input, init) => {
    for (const hold of holds) {
      if (!(input as string).includes(hold.path)) continue
      if (hold.method !== undefined && hold.method !== init?.method) continue
      hold.hasRequest = true
      await hold.released.promise
    }
    return fetch(input, init)
  })
}
