import { replace } from '../replace.ts'

let isTracking = false
let count = 0

/** Counts the requests from now on that are sent and have no response yet. */
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

/** Returns the number of requests without a response. */
export function countPendingRequests(): number {
  return count
}
