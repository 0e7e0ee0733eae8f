import type { ApiRequest } from '../api/requests.ts'
import { connectionKey, type Connection } from './connection.ts'

/** A request that was sent, and what came of it; the key is not in it. */
export interface SentRequest {
  readonly connection: Connection
  readonly request: ApiRequest
  /** Missing where nothing was answered. */
  readonly status: number | undefined
  /** When it was over, in epoch ms. */
  readonly at: number
}

const mostKept = 50

/** The requests that were sent last, each once: the log tells more, but without the addresses whole. */
export class SentRequests {
  readonly #sent = new Map<string, SentRequest>()

  add(sent: SentRequest): void {
    const { connection, request } = sent
    const key = connectionKey(connection, request.method, request.url)
    this.#sent.delete(key) // to the end
    this.#sent.set(key, sent)
    const [oldest] = this.#sent.keys()
    if (this.#sent.size > mostKept && oldest !== undefined) this.#sent.delete(oldest)
  }

  /** The latest first. */
  get latest(): readonly SentRequest[] {
    return [...this.#sent.values()].toReversed()
  }
}
