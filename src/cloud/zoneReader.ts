import type { Zone } from '../api/client.ts'
import type { List } from '../api/list.ts'
import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { ApiError, refusesProject } from '../api/errors.ts'
import type { Service } from '../connections/services.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import { withZoneProvider, type RegionRef } from '../model/refs.ts'

/**
 * Loads the zones of a region. A service may have two paths for this (docs/api.md, “Zones by provider”): the documented
 * path, and a path of the provider. If the path that {@link usesProviderPath} chooses returns 404, loads the zones by
 * the other path, and remembers that. Rejects with {@link ApiError}; if neither path exists, with that of the
 * documented path.
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
 * Returns whether the zones of a region are loaded by the provider’s path first. The documented path can’t be used
 * without a region. For Azure, both are the same path, but its response mostly has the form of the provider’s path.
 */
function usesProviderPath(region: RegionRef, capabilities: Capabilities): boolean {
  if (!hasRegions(region.provider) || underlyingProvider(region.provider) === 'azure') return true
  return (
    hasBothPaths(region) && !capabilities.isSupported(region.connection, documentedPathKey(region))
  )
}

/** Returns whether both paths can be used for a region; the provider’s path of Google Cloud needs a project. */
function hasBothPaths({ provider, project }: RegionRef): boolean {
  const cloud = underlyingProvider(provider)
  return cloud === 'aws' || (cloud === 'gcp' && project !== undefined)
}

/**
 * Returns the key under which {@link Capabilities} remembers whether the service supports the documented path for the
 * zones of a provider, such as `zones aws`.
 */
function documentedPathKey({ provider }: RegionRef): string {
  return `zones ${underlyingProvider(provider)}`
}

function isPathMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound' && !refusesProject(error)
}
