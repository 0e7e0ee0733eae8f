import type { Zone } from '../api/client.ts'
import { hasRegions, zoneProvider } from '../api/providers.ts'
import { ApiError, refusesProject } from '../api/errors.ts'
import type { Service } from '../connections/services.ts'
import type { Capabilities } from './capabilities.ts'
import { ofZoneProvider, type RegionRef } from './refs.ts'

/**
 * Reads zones by the documented path, except for providers without regions. If that returns 404, reads them by the
 * provider’s own path, which is remembered until it returns 404 itself (lookups.md, “Where the documented zone
 * operation differs”). Rejects with {@link ApiError}.
 */
export async function readZones(
  region: RegionRef,
  service: Service,
  capabilities: Capabilities,
  signal?: AbortSignal,
): Promise<readonly Zone[]> {
  const query = ofZoneProvider(region)
  // The same path as documented, but mostly with a body of its own.
  if (query.provider === 'azure') return service.providerZones(query, signal)
  // The documented path needs a region.
  if (!hasRegions(query.provider)) return service.providerZones(query, signal)
  const { connection } = region
  const lookup = documentedPath(query.provider)
  let isOwnMissing = false
  try {
    if (!capabilities.isSupported(connection, lookup)) {
      return await service.providerZones(query, signal)
    }
  } catch (error) {
    isOwnMissing = isPathMissing(error)
    if (isOwnMissing) capabilities.setSupported(connection, lookup, true)
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
    capabilities.setSupported(connection, lookup, false)
    return zones
  }
}

/** Returns whether the zones of a region are loaded by the provider’s own path. */
export function usesOwnPath({ connection, provider }: RegionRef, capabilities: Capabilities) {
  const isDocumented = capabilities.isSupported(connection, documentedPath(zoneProvider(provider)))
  return !hasRegions(provider) || !isDocumented
}

/** The name under which {@link Capabilities} remembers that the documented path is missing. */
function documentedPath(provider: string): string {
  return `zones ${provider}`
}

function isPathMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound' && !refusesProject(error)
}

/** Returns whether the provider’s own path needs what the user hasn’t entered, such as the project of gcp. */
function isInputMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'invalidInput'
}
