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

/** Past it everything is answered 429, with a wrong key too (docs/api.md, "Errors and limits"). */
export interface RateLimit {
  perSecond: number
  /** How many may come at once after a pause; as many as in a second by default. */
  burst?: number
  /** Seconds to say in Retry-After; without it there is no such header. */
  retryAfter?: number
}

/**
 * What live services are said to allow (docs/api.md, "Errors and limits"): so much of each of these
 * prefixes after `/v1/`.
 */
const published: [prefixes: RegExp, limit: RateLimit][] = [
  [/^(cloudconfigs|spectroclusters|events)\b/, { perSecond: 50, burst: 250 }],
  [/^\w+/, { perSecond: 10, burst: 50 }],
]

/** The limit that a request falls under, and what it shares that with. */
function limitOf(
  chosen: RateLimit | 'published' | null,
  path: string,
): { limit: RateLimit; key: string } | undefined {
  if (chosen !== 'published') return chosen ? { limit: chosen, key: '' } : undefined
  const rest = path.replace(/^.*?\/v1\//, '')
  for (const [prefixes, limit] of published) {
    const [key] = prefixes.exec(rest) ?? []
    if (key !== undefined) return { limit, key }
  }
  return undefined
}

/** Buckets of requests that are still allowed, filled up at the rate of their limits. */
export class RateLimiter {
  readonly #buckets = new Map<string, { limit: RateLimit; left: number; filledAt: number }>()

  /**
   * The 429 for a request past the limit, all from one source; another limit than before starts with
   * a full bucket.
   */
  refusal(chosen: RateLimit | 'published' | null, path: string): Answer | undefined {
    const { limit, key = '' } = limitOf(chosen, path) ?? {}
    if (!limit) return undefined
    const now = performance.now()
    const { perSecond, burst = Math.max(1, perSecond), retryAfter } = limit
    const before = this.#buckets.get(key)
    const bucket = before?.limit === limit ? before : { limit, left: burst, filledAt: now }
    this.#buckets.set(key, bucket)
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.filledAt) / 1000) * perSecond)
    bucket.filledAt = now
    if (bucket.left >= 1) {
      bucket.left -= 1
      return undefined
    }
    const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    // The body of a live 429 carries nothing of use, and comes from a gateway.
    const body = 'Too many requests\n'
    return { status: 429, headers: { 'Content-Type': 'text/plain', ...headers }, body }
  }
}
