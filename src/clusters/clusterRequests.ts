import type { Cluster, ClusterStatus } from '../api/clusterSchemas.ts'
import { ApiError } from '../api/errors.ts'
import type { Machines } from '../api/lookups.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import type { RequestOptions } from '../cache/asyncCache.ts'
import type { Connection } from '../connections/connection.ts'
import type { Service, ServiceFor } from '../connections/services.ts'
import { requestConnection, type CloudConfigRef, type MachinePoolRef } from '../model/refs.ts'

/** Sends requests about cloud configs, in the project of their cluster if the reference has it. */
export class ClusterRequests {
  readonly #serviceFor: ServiceFor

  constructor(serviceFor: ServiceFor) {
    this.#serviceFor = serviceFor
  }

  service(connection: Connection): Promise<Service> {
    return this.#serviceFor(connection)
  }

  async config(ref: CloudConfigRef, { signal, priority }: RequestOptions): Promise<CloudConfig> {
    const service = await this.#serviceFor(requestConnection(ref), { priority })
    return service.cloudConfig(ref, signal)
  }

  async cluster(
    ref: CloudConfigRef,
    { uid }: Pick<Cluster, 'uid'>,
    { signal, priority }: RequestOptions,
  ): Promise<ClusterStatus> {
    const service = await this.#serviceFor(requestConnection(ref), { priority })
    return service.cluster({ uid }, signal)
  }

  async machines(pool: MachinePoolRef, { signal, priority }: RequestOptions): Promise<Machines> {
    const service = await this.#serviceFor(requestConnection(pool), { priority })
    return service.machines(pool, signal)
  }
}

/** Returns whether an item may be denied only because its project is missing. */
export function mayNeedProject(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'notFound')
}
