import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { allowAnyOrigin, answerChecks, failure, send } from './answer.ts'
import { createData, type SandboxData } from './data.ts'
import { Drains } from './drain.ts'
import { type Fault, playFault, takeFault } from './faults.ts'
import { addGenerated } from './generate.ts'
import { answer, type ApiRequest } from './router.ts'
import { defaultSettings, type Settings } from './settings.ts'

export type { Drain } from './drain.ts'
export type { Fault } from './faults.ts'
export type { ApiRequest as RecordedRequest } from './router.ts'
export type { LookupName } from './routes.ts'
export type { Lookups, Offer, Settings } from './settings.ts'
export type { Trap } from './traps.ts'

/** How the sandbox starts, and is again after a reset. Settings not named have their defaults. */
export interface SandboxOptions extends Partial<Settings> {
  /** 0, the default, for any free one. */
  port?: number
  /** Generated clusters besides those of data.ts; none by default, good up to 5,000. */
  clusters?: number
  /** Whether the clusters of every other kind are there, too (oddConfigs.ts); not by default. */
  odd?: boolean
}

/** The settings may be changed at any time, for the requests that come after. */
export interface Sandbox extends Settings {
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string
  /** Every request to the API in the order of arrival. */
  requests: ApiRequest[]
  /** With pools that drain as they were at the latest request or step. */
  data: SandboxData
  /** How many requests are not answered yet. */
  readonly underWay: number
  /** So many machines less in each pool that drains, at once; the pool is gone when it had none left. */
  drainStep(steps?: number): void
  addFault(fault: Fault): void
  clearFaults(): void
  /** Data, settings, faults and requests as at the start. */
  reset(): void
  /** Stops listening and destroys the open sockets; may be called twice. */
  close(): Promise<void>
}

/**
 * Starts a stand-in for the service, on loopback only: the two documented operations
 * and the lookups (docs/api.md) on made-up data, with faults on demand. Rejects if the
 * port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, clusters, odd, ...chosen } = options
  const startSettings = (): Settings => structuredClone({ ...defaultSettings, ...chosen })
  const startData = () => addGenerated(createData({ odd: odd ?? false }), clusters)

  const faults: Fault[] = []
  const drains = new Drains()
  let underWay = 0
  const data = startData()
  const requests: ApiRequest[] = []
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // Past the headers it means that the client has had enough of an oversize answer.
      if (response.headersSent) response.destroy()
      else send(response, failure(500, 'SandboxFailure', String(error)))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const sandbox: Sandbox = {
    ...startSettings(),
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: `canary-key-${randomBytes(16).toString('hex')}`,
    requests,
    data,
    get underWay() {
      return underWay
    },
    drainStep: (steps = 1) => drains.advance(steps),
    addFault: (fault) => void faults.push(structuredClone(fault)),
    clearFaults: () => void (faults.length = 0),
    reset: () => {
      Object.assign(data, startData())
      Object.assign(sandbox, startSettings())
      drains.clear()
      faults.length = 0
      requests.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return sandbox

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    if (sandbox.cors) {
      allowAnyOrigin(response)
      if (method === 'OPTIONS') {
        send(response, { status: 204, headers: {} })
        return
      }
    }
    underWay += 1
    response.once('close', () => (underWay -= 1))
    const asked = { method, url, headers, body }
    requests.push(asked)
    const service = { data, settings: sandbox, drains, apiKey: sandbox.apiKey }
    const answerNormally = () => {
      const normal = answer(service, asked)
      for (const check of answerChecks) check(method, url, sandbox, normal)
      return normal
    }
    const fault = takeFault(faults, method, url)
    if (fault) playFault(fault, response, String(headers['apikey'] ?? ''), answerNormally)
    else send(response, answerNormally())
  }
}
