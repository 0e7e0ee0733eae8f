import type { Cluster, ClusterStatus } from '../api/clusterSchemas.ts'
import { ApiError } from '../api/errors.ts'
import type { Machines } from '../api/lookups.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import type { RequestOptions } from '../cache/asyncCache.ts'
import type { Connection } from '../connections/connection.ts'
import type { Service, ServiceFor } from '../connections/services.ts'
import { requestConnection, type CloudConfigRef, type MachinePoolRef } from '../model/refs.ts'

/** Sends requests about cloud configs and their pools, for the project of the cluster if the reference has it. */
export class ClusterRequests {
  readonly #serviceFor: ServiceFor

  constructor(serviceFor: ServiceFor) {
    this.#serviceFor = serviceFor
  }

  service(connection: Connection): Promise<Service> {
    return this.#serviceFor(connection)
  }

  async config(ref: CloudConfigRef, options: RequestOptions): Promise<CloudConfig> {
    const service = await this.#serviceOf(ref, options)
    return service.cloudConfig(ref, options.signal)
  }

  async cluster(
    ref: CloudConfigRef,
    { uid }: Pick<Cluster, 'uid'>,
    options: RequestOptions,
  ): Promise<ClusterStatus> {
    const service = await this.#serviceOf(ref, options)
    return service.cluster({ uid }, options.signal)
  }

  async machines(pool: MachinePoolRef, options: RequestOptions): Promise<Machines> {
    const service = await this.#serviceOf(pool, options)
    return service.machines(pool, options.signal)
  }

  #serviceOf(ref: CloudConfigRef, { priority, onRequest }: RequestOptions): Promise<Service> {
    return this.#serviceFor(requestConnection(ref), { priority, onRequest })
  }
}

/** Returns whether an item may have been denied only because the request named no project. */
export function mayNeedProject(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'notFound')
}
