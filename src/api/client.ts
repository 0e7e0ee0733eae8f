import { parseBaseUrl } from './baseUrl.ts'
import { machinePoolUrl, zonesUrl, type MachinePoolPath, type ZonesQuery } from './endpoints.ts'
import { readZones, type Zone } from './zones.ts'
import { createTransport, type TransportOptions } from './transport.ts'

export { ApiError } from './errors.ts'
export type { Zone } from './zones.ts'

/** How to reach a service, and as whom. */
export interface ClientOptions extends TransportOptions {
  /** Absolute; https, or http to a loopback host only; may carry a path prefix. */
  baseUrl: string
}

/** The two documented operations of the service. */
export interface Client {
  /**
   * Lists the availability zones of a region for a cloud account (contract.md, 4.2). May be sent
   * twice where the service is unreachable or busy. Rejects with {@link ApiError}.
   */
  listZones(query: ZonesQuery, signal?: AbortSignal): Promise<Zone[]>
  /**
   * Deletes a machine pool (contract.md, 4.1). Sent once, whatever happens; resolves on any 2xx that is
   * no web page. Rejects with {@link ApiError}, whose `mayHaveTakenEffect` says whether the pool may be
   * gone.
   */
  deleteMachinePool(pool: MachinePoolPath, signal?: AbortSignal): Promise<void>
}

/** Makes a client. Throws {@link ApiError} `invalidInput` for an address or key it cannot use. */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl)
  const transport = createTransport(options)

  return {
    async listZones(query, signal) {
      return transport.get(zonesUrl(base, query), readZones, signal)
    },

    async deleteMachinePool(pool, signal) {
      return transport.delete(machinePoolUrl(base, pool), signal)
    },
  }
}
