import type { Zone } from '../api/client.ts'
import type { List } from '../api/list.ts'
import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { ApiError, refusesProject } from '../api/errors.ts'
import type { Service } from '../connections/services.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import { withZoneProvider, type RegionRef } from '../model/refs.ts'

/**
 * Loads zones by the documented path or the provider’s path, see {@link usesProviderPath}. If that path returns 404,
 * loads them by the other path, and remembers which path exists. If neither exists, rejects with the error of the
 * documented path. Rejects with {@link ApiError}.
 */
export async function loadZonesByPath(
  region: RegionRef,
  service: Service,
  capabilities: Capabilities,
  signal?: AbortSignal,
): Promise<List<Zone>> {
  const query = withZoneProvider(region)
  const usesProvider = usesProviderPath(region, capabilities)
  const request = async (byProviderPath: boolean) =>
    byProviderPath ? service.providerZones(query, signal) : service.zones(query, signal)
  try {
    return await request(usesProvider)
  } catch (firstError) {
    if (!isPathMissing(firstError) || !hasBothPaths(region)) throw firstError
    const zones = await request(!usesProvider).catch((secondError: unknown) => {
      throw isPathMissing(secondError) && !usesProvider ? firstError : secondError
    })
    capabilities.setSupported(region.connection, documentedPathKey(region), usesProvider)
    return zones
  }
}

/**
 * Returns whether the zones of a region are loaded by the provider’s own path (docs/api.md, “Zones by
 * provider”): the documented path needs a region, and for Azure, both are the same path, whose response mostly has
 * the provider’s form.
 */
function usesProviderPath(region: RegionRef, capabilities: Capabilities): boolean {
  if (!hasRegions(region.provider) || underlyingProvider(region.provider) === 'azure') return true
  return (
    hasBothPaths(region) && !capabilities.isSupported(region.connection, documentedPathKey(region))
  )
}

/** Without a Google Cloud project, only the documented path can be used. */
function hasBothPaths({ provider, project }: RegionRef): boolean {
  const cloud = underlyingProvider(provider)
  return cloud === 'aws' || (cloud === 'gcp' && project !== undefined)
}

/** Returns the key under which {@link Capabilities} remembers whether the service has the documented path: `zones aws`. */
function documentedPathKey({ provider }: RegionRef): string {
  return `zones ${underlyingProvider(provider)}`
}

function isPathMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound' && !refusesProject(error)
}
