import type { Zone } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import type { Priority } from '../api/rateLimiter.ts'
import { connectionKey } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { ofZoneProvider, type RegionRef } from './refs.ts'

/**
 * Reads zones by the documented path first; where that is not there, by the provider's own, which is
 * remembered until it is not there itself (lookups.md, “Where the documented zone operation differs”).
 */
export class ZoneReader {
  readonly #serviceFor: ServiceFor
  /** The providers of a connection whose own path is used. */
  readonly #ownPaths = new Set<string>()

  constructor(serviceFor: ServiceFor) {
    this.#serviceFor = serviceFor
  }

  /** Rejects with {@link ApiError}. */
  async read(
    region: RegionRef,
    signal?: AbortSignal,
    priority?: Priority,
  ): Promise<readonly Zone[]> {
    const service = await this.#serviceFor(region.connection, { priority })
    const query = ofZoneProvider(region)
    // The same path as documented, but mostly with a body of its own.
    if (query.provider === 'azure') return service.providerZones(query, signal)
    const key = pathKey(region)
    let isOwnMissing = false
    try {
      if (this.#ownPaths.has(key)) return await service.providerZones(query, signal)
    } catch (error) {
      isOwnMissing = isPathMissing(error)
      if (isOwnMissing) this.#ownPaths.delete(key)
      // Without the project, say, that others were read with: then by the path that needs none.
      else if (!isUnasked(error)) throw error
    }
    try {
      return await service.listZones(query, signal)
    } catch (error) {
      if (isOwnMissing || !isPathMissing(error)) throw error
      // Where that one is not there either, the documented path is what the user should hear of.
      const zones = await service.providerZones(query, signal).catch((second: unknown) => {
        throw isPathMissing(second) || isUnasked(second) ? error : second
      })
      this.#ownPaths.add(key)
      return zones
    }
  }

  /** Returns whether the zones of a region are loaded by the provider’s own path. */
  usesOwnPath(region: RegionRef): boolean {
    return this.#ownPaths.has(pathKey(region))
  }

  /** Tries the documented path again from now on. */
  reset(): void {
    this.#ownPaths.clear()
  }
}

function pathKey(region: RegionRef): string {
  return connectionKey(region.connection, ofZoneProvider(region).provider)
}

function isPathMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound'
}

/** A provider's own path may need what the user has not given, such as gcp's project. */
function isUnasked(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'invalidInput'
}
