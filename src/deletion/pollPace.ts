import type { PendingDeletion } from './pendingDeletion.ts'
import { msWithoutProgress, type Observation } from './stage.ts'

/**
 * The delay before the next poll as a part of the time for which no machine was lost. If nothing has happened for 20
 * minutes, the next poll is a minute later.
 */
const delayPerIdleTime = 1 / 20
const maxDelayMs = 5 * 60_000
/** The mean interval between the requests of all windows about one cluster, in milliseconds. */
const requestIntervalMs = 2_000

/** What a poll of a cloud config has cost. */
interface PollCost {
  /** When the poll began, in ms by a monotonic clock. */
  readonly beganAt: number
  /** The number of requests that were sent. */
  readonly requestCount: number
  /** The delay that the service has asked for, in milliseconds. */
  readonly retryAfterMs: number
}

/** A poll, and when its requests count as sent. */
interface PaidPoll extends PollCost {
  /**
   * The time from which the mean interval is kept, in ms by a monotonic clock: the polls before it may have cost more.
   */
  readonly paidFrom: number
}

/** When cloud configs may be polled, by their identities. The more windows poll, the less often each does. */
export class PollPace {
  readonly #lastPolls = new Map<string, PaidPoll>()
  /** Returns the part of all windows’ requests that this window may send; 1 if it is alone. */
  readonly #share: () => number

  constructor(share: () => number) {
    this.#share = share
  }

  /** The identities of the cloud configs that were polled. */
  get identities(): readonly string[] {
    return [...this.#lastPolls.keys()]
  }

  /** Notes what a poll has cost. */
  notePoll(identity: string, cost: PollCost): void {
    const lastPoll = this.#lastPolls.get(identity)
    const paidFrom = lastPoll ? Math.max(cost.beganAt, this.#allowedAt(lastPoll)) : cost.beganAt
    this.#lastPolls.set(identity, { ...cost, paidFrom })
  }

  /** Drops what is noted of a cloud config, so that it may be polled at once. */
  reset(identity: string): void {
    this.#lastPolls.delete(identity)
  }

  /**
   * Returns the delay until the next poll in milliseconds. `idleMs` is the time for which nothing has happened in the
   * cloud config, by the computer’s clock: it is negative if the clock was set back.
   */
  delayMs(identity: string, idleMs: number): number {
    const lastPoll = this.#lastPolls.get(identity)
    // A pool whose deletion was just sent isn’t polled at once.
    if (!lastPoll) return Math.max(0, this.#requestIntervalMs - Math.max(0, idleMs))
    const idleDelayMs = Math.min(idleMs * delayPerIdleTime, maxDelayMs)
    const dueAt = Math.max(this.#allowedAt(lastPoll), lastPoll.beganAt + idleDelayMs)
    return Math.max(0, dueAt - performance.now())
  }

  /** The mean interval between the requests of this window about one cluster, in milliseconds. */
  get #requestIntervalMs(): number {
    return requestIntervalMs / this.#share()
  }

  /** Returns the earliest time of the poll after a poll, in ms by a monotonic clock. */
  #allowedAt({ paidFrom, requestCount, retryAfterMs }: PaidPoll): number {
    return paidFrom + Math.max(Math.max(1, requestCount) * this.#requestIntervalMs, retryAfterMs)
  }
}

/** Returns the delay that the service has asked for, up to the maximum, in milliseconds. */
export function retryDelayMs(observation: Observation | undefined): number {
  if (observation?.kind !== 'failed') return 0
  return Math.min(observation.retryAfterMs ?? 0, maxDelayMs)
}

/** Returns for how long nothing has happened to any of some deletions, in milliseconds. */
export function msSinceProgress(pending: readonly PendingDeletion[]): number {
  const now = Date.now()
  return Math.min(...pending.map(({ deletion }) => msWithoutProgress(deletion, now)))
}
