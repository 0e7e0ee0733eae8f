import type { ApiRequest } from '../api/requests.ts'
import { connectionKey, type Connection } from './connection.ts'

/** A request and the status of its response; the key isn’t in it. */
export interface SentRequest {
  readonly connection: Connection
  readonly request: ApiRequest
  /** Undefined without a response. */
  readonly status: number | undefined
  /** When it ended, in epoch ms. */
  readonly at: number
}

const maxEntries = 50

/** The latest requests, without duplicates. The log has more of them, but not their full URLs. */
export class SentRequests {
  readonly #sent = new Map<string, SentRequest>()

  add(sent: SentRequest): void {
    const { connection, request } = sent
    const key = connectionKey(connection, request.method, request.url)
    this.#sent.delete(key) // moves it to the end
    this.#sent.set(key, sent)
    const [oldest] = this.#sent.keys()
    if (this.#sent.size > maxEntries && oldest !== undefined) this.#sent.delete(oldest)
  }

  get latest(): readonly SentRequest[] {
    return [...this.#sent.values()].toReversed()
  }
}
