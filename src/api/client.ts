import { parseBaseUrl } from './baseUrl.ts'
import {
  createDeleteRequest,
  createRequest,
  type MachinePoolPath,
  type ZonesQuery,
} from './requests.ts'
import { readZones, zonesPath, type Zone } from './zones.ts'
import { Transport, type TransportOptions } from './transport.ts'

export { ApiError } from './errors.ts'
export type { Zone } from './zones.ts'

/** Options for {@link createClient}. */
export interface ClientOptions extends TransportOptions {
  /** Absolute; https, or http to a loopback host only; may carry a path prefix. */
  baseUrl: string
}

/** The two documented operations of the service. */
export interface Client {
  /**
   * Lists the availability zones of a region for a cloud account (docs/api.md, “List zones”). Retried once if the
   * service is unreachable or busy. Leaves out what can’t be read; the lookup `zones` counts it, too. Rejects with
   * {@link ApiError}.
   */
  listZones(query: ZonesQuery, signal?: AbortSignal): Promise<Zone[]>
  /**
   * Deletes a machine pool (docs/api.md, “Delete a machine pool”). Never retried. Resolves on a 2xx, unless its body is
   * a web page or can’t be read. Rejects with {@link ApiError}, whose `mayHaveTakenEffect` says whether the pool may be
   * gone.
   */
  deleteMachinePool(pool: MachinePoolPath, signal?: AbortSignal): Promise<void>
}

/** Creates a client. Throws {@link ApiError} `invalidInput` for an unusable URL or key. */
export function createClient(options: ClientOptions): Client {
  const { href } = parseBaseUrl(options.baseUrl)
  const transport = new Transport(options)

  return {
    async listZones(query, signal) {
      const request = createRequest(href, zonesPath, query)
      const zones = await transport.read(request, (json) => readZones(json), signal)
      return [...zones.items]
    },

    async deleteMachinePool(pool, signal) {
      return transport.delete(createDeleteRequest(href, pool), signal)
    },
  }
}
