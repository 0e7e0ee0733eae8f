import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { allowAnyOrigin, responseChecks, errorResponse, sendResponse } from './response.ts'
import { createData, type SandboxData } from './data.ts'
import { Drains } from './drain.ts'
import { type Fault, applyFault, consumeFault } from './faults.ts'
import { addGeneratedClusters } from './generate.ts'
import { respond, type ApiRequest } from './router.ts'
import { defaultSettings, type Settings } from './settings.ts'

export type { Drain } from './drain.ts'
export type { Fault } from './faults.ts'
export type { ApiRequest as RecordedRequest } from './router.ts'
export type { LookupName } from './routes.ts'
export type { SupportedLookups, LookupSupport, Settings } from './settings.ts'
export type { Trap } from './traps.ts'

/** The state of the sandbox at its start and after a reset. Absent settings have their defaults. */
export interface SandboxOptions extends Partial<Settings> {
  /** 0, the default, is any free port. */
  port?: number
  /** How many clusters to generate in addition to those of data.ts; 0 by default, at most 5,000. */
  clusters?: number
  /** Whether the data has the clusters of rare kinds, too (oddConfigs.ts). */
  hasOddClusters?: boolean
}

/** Settings may be changed at any time, and apply to later requests. */
export interface Sandbox extends Settings {
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string
  /** All requests to the API in the order of arrival. */
  requests: ApiRequest[]
  /** The data of the service. Drains are as of the latest request, or of `advanceDrains`. */
  data: SandboxData
  /** The number of requests without a response so far. */
  readonly pendingRequests: number
  /** Removes this many machines from each pool that is being drained, and then the pool itself. */
  advanceDrains(steps?: number): void
  addFault(fault: Fault): void
  clearFaults(): void
  /** Restores data, settings, faults, and requests as of the start. */
  reset(): void
  /** Stops listening and destroys the open sockets. A second call does nothing. */
  close(): Promise<void>
}

/**
 * Starts a sandbox of the service on the loopback interface: the two documented operations and the
 * lookups (docs/api.md) on sample data, with faults on demand. Rejects if the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, clusters, hasOddClusters = false, ...settings } = options
  const createSettings = (): Settings => structuredClone({ ...defaultSettings, ...settings })
  const createStartData = () => addGeneratedClusters(createData({ hasOddClusters }), clusters)

  const faults: Fault[] = []
  const drains = new Drains()
  let pendingRequests = 0
  const data = createStartData()
  const requests: ApiRequest[] = []
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // After the headers, the client has aborted an oversize response.
      if (response.headersSent) response.destroy()
      else sendResponse(response, errorResponse(500, 'SandboxFailure', String(error)))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const sandbox: Sandbox = {
    ...createSettings(),
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: `canary-key-${randomBytes(16).toString('hex')}`,
    requests,
    data,
    get pendingRequests() {
      return pendingRequests
    },
    advanceDrains: (steps = 1) => drains.advance(steps),
    addFault: (fault) => void faults.push(structuredClone(fault)),
    clearFaults: () => void (faults.length = 0),
    reset: () => {
      Object.assign(data, createStartData())
      Object.assign(sandbox, createSettings())
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
        sendResponse(response, { status: 204, headers: {} })
        return
      }
    }
    pendingRequests += 1
    response.once('close', () => (pendingRequests -= 1))
    const received = { method, url, headers, body }
    requests.push(received)
    const service = { data, settings: sandbox, drains, apiKey: sandbox.apiKey }
    const answerNormally = () => {
      const normal = respond(service, received)
      for (const check of responseChecks) check(method, url, sandbox, normal)
      return normal
    }
    const fault = consumeFault(faults, method, url)
    if (fault) applyFault(fault, response, String(headers['apikey'] ?? ''), answerNormally)
    else sendResponse(response, answerNormally())
  }
}
