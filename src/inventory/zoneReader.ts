import type { Zone } from '../api/client.ts'
import { hasRegions } from '../api/endpoints.ts'
import { ApiError, refusesProject } from '../api/errors.ts'
import type { Priority } from '../api/rateLimiter.ts'
import { connectionKey } from '../connections/connection.ts'
import type { ServiceFor } from '../connections/services.ts'
import { ofZoneProvider, type RegionRef } from './refs.ts'

/**
 * Reads zones by the documented path, except for providers without regions. If that returns 404, reads them by the
 * provider’s own path, which is remembered until it returns 404 itself (lookups.md, “Where the documented zone
 * operation differs”).
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
    // The documented path needs a region.
    if (!hasRegions(query.provider)) return service.providerZones(query, signal)
    const key = pathKey(region)
    let isOwnMissing = false
    try {
      if (this.#ownPaths.has(key)) return await service.providerZones(query, signal)
    } catch (error) {
      isOwnMissing = isPathMissing(error)
      if (isOwnMissing) this.#ownPaths.delete(key)
      // Without a Google Cloud project, only the documented path can be used.
      else if (!isInputMissing(error)) throw error
    }
    try {
      return await service.listZones(query, signal)
    } catch (error) {
      if (isOwnMissing || !isPathMissing(error)) throw error
      // If neither path exists, the error is that of the documented one.
      const zones = await service.providerZones(query, signal).catch((second: unknown) => {
        throw isPathMissing(second) || isInputMissing(second) ? error : second
      })
      this.#ownPaths.add(key)
      return zones
    }
  }

  /** Returns whether the zones of a region are loaded by the provider’s own path. */
  usesOwnPath(region: RegionRef): boolean {
    return !hasRegions(region.provider) || this.#ownPaths.has(pathKey(region))
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
  return error instanceof ApiError && error.kind === 'notFound' && !refusesProject(error)
}

/** Returns whether the provider’s own path needs what the user hasn’t entered, such as the project of gcp. */
function isInputMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'invalidInput'
}
