import type { ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'

/** How hard the clients press. */
export interface Load {
  /** Requests that are not answered yet, and the most that there were of them. */
  underWay: number
  mostAtOnce: number
  /** The most requests that came in within any 1,000 ms. */
  mostInASecond: number
}

/** Counts the requests that are under way. */
export class LoadCounter {
  underWay = 0
  mostAtOnce = 0

  count(response: ServerResponse): void {
    this.underWay += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay)
    response.once('close', () => (this.underWay -= 1))
  }

  reset(): void {
    this.mostAtOnce = this.underWay
  }
}

/** The most of these requests within any 1,000 ms; they are in the order of arrival. */
export function mostInASecond(requests: readonly { at: number }[]): number {
  let most = 0
  let first = 0
  for (const [index, { at }] of requests.entries()) {
    while (at - (requests[first]?.at ?? at) >= 1000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** Past it everything is answered 429, with a wrong key too (lookups.md, "Errors and limits"). */
export interface RateLimit {
  perSecond: number
  /** How many may come at once after a pause; as many as in a second by default. */
  burst?: number
  /** Seconds to say in Retry-After; without it there is no such header. */
  retryAfter?: number
}

/** A bucket of requests that are still allowed, filled up at the rate of the limit. */
export class RateLimiter {
  #limit: RateLimit | null = null
  #left = 0
  #filledAt = 0

  /** The 429 for a request past the limit; another limit than before starts with a full bucket. */
  refusal(limit: RateLimit | null): Answer | undefined {
    if (!limit) return undefined
    const now = performance.now()
    const { perSecond, burst = Math.max(1, perSecond), retryAfter } = limit
    const filled = this.#left + ((now - this.#filledAt) / 1000) * perSecond
    this.#left = limit === this.#limit ? Math.min(burst, filled) : burst
    this.#filledAt = now
    this.#limit = limit
    if (this.#left >= 1) {
      this.#left -= 1
      return undefined
    }
    const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    // The body of a live 429 carries nothing of use, and comes from a gateway.
    const body = 'Too many requests\n'
    return { status: 429, headers: { 'Content-Type': 'text/plain', ...headers }, body }
  }
}
