import { replace } from '../replace.ts'

/** Requests that are kept from leaving for a while. */
export interface HeldRequests {
  /** Whether there is one. */
  isReached: () => boolean
  /** Sends it, and holds no more. */
  letGo: () => void
}

const held: {
  path: string
  method: string | undefined
  reached: boolean
  gate: PromiseWithResolvers<void>
}[] = []

/** Holds the requests to a path, of one method or all. A service cannot do it: there, they would have arrived. */
export function holdRequests(path: string, method?: string): HeldRequests {
  if (held.length === 0) watchRequests()
  const own = { path, method, reached: false, gate: Promise.withResolvers<void>() }
  held.push(own)
  return { isReached: () => own.reached, letGo: () => own.gate.resolve() }
}

/** Once, and for good: where nothing is held, it changes nothing. */
function watchRequests(): void {
  const { fetch } = globalThis
  replace(globalThis, 'fetch', async (input, init) => {
    for (const one of held) {
      if (!(input as string).includes(one.path)) continue
      if (one.method !== undefined && one.method !== init?.method) continue
      one.reached = true
      await one.gate.promise
    }
    return fetch(input, init)
  })
}
