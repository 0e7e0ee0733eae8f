import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands before a service, and keeps requests back for as long as a test wants. */
export class Gate {
  /** Where a client finds the service through the gate. */
  baseUrl = ''
  readonly #service: string
  readonly #server = createServer((request, response) => void this.#pass(request, response))
  #held: { path: string; isReached: boolean; gate: PromiseWithResolvers<void> } | undefined

  constructor(service: { baseUrl: string }) {
    this.#service = service.baseUrl
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Keeps the requests back whose path has this in it, until the returned function is called. */
  hold(path: string): { isReached: () => boolean; letGo: () => void } {
    const held = { path, isReached: false, gate: Promise.withResolvers<void>() }
    this.#held = held
    const letGo = () => {
      this.#held = undefined
      held.gate.resolve()
    }
    return { isReached: () => held.isReached, letGo }
  }

  async close(): Promise<void> {
    this.#held?.gate.resolve()
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request
    const held = this.#held
    if (held && method !== 'OPTIONS' && url.includes(held.path)) {
      held.isReached = true
      await held.gate.promise
    }
    const passedOn = ask(`${this.#service}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passedOn.on('error', () => response.destroy())
    request.pipe(passedOn)
  }
}
