import { replace } from '../replace.ts'

let isTracking = false
let count = 0

/** From now on, counts the requests to which no response has arrived yet. Stays for all tests. */
export function trackRequests(): void {
  if (isTracking) return
  isTracking = true
  const { fetch } = globalThis
  replace(globalThis, 'fetch', async (...args) => {
    count += 1
    try {
      return await fetch(...args)
    } finally {
      count -= 1
    }
  })
}

/** Returns the number of requests that were sent and have no response yet. Those that are still to be sent don’t count. */
export function countPendingRequests(): number {
  return count
}
