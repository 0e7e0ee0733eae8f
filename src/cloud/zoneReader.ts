import type { Zone } from '../api/client.ts'
import type { List } from '../api/list.ts'
import { hasRegions, underlyingProvider } from '../api/providers.ts'
import { ApiError, refusesProject } from '../api/errors.ts'
import type { Service } from '../connections/services.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import { ofZoneProvider, type RegionRef } from '../model/refs.ts'

/**
 * Reads zones by the path of {@link usesOwnPath}. If that returns 404, reads them by the other one, which is
 * remembered. If neither exists, the error is that of the documented one. Rejects with {@link ApiError}.
 */
export async function readZonesByPath(
  region: RegionRef,
  service: Service,
  capabilities: Capabilities,
  signal?: AbortSignal,
): Promise<List<Zone>> {
  const query = ofZoneProvider(region)
  const isOwn = usesOwnPath(region, capabilities)
  const read = async (byOwn: boolean) =>
    byOwn ? service.providerZones(query, signal) : service.zones(query, signal)
  try {
    return await read(isOwn)
  } catch (first) {
    if (!isPathMissing(first) || !hasBothPaths(region)) throw first
    const zones = await read(!isOwn).catch((second: unknown) => {
      throw isPathMissing(second) && !isOwn ? first : second
    })
    capabilities.setSupported(region.connection, documentedPath(region), isOwn)
    return zones
  }
}

/**
 * Returns whether the zones of a region are loaded by the provider’s own path (docs/api.md, “Zones by
 * provider”): the documented path needs a region, and Azure’s own one is the same, mostly with a body of its
 * own.
 */
function usesOwnPath(region: RegionRef, capabilities: Capabilities): boolean {
  if (!hasRegions(region.provider) || underlyingProvider(region.provider) === 'azure') return true
  return (
    hasBothPaths(region) && !capabilities.isSupported(region.connection, documentedPath(region))
  )
}

/** Without a Google Cloud project, only the documented path can be used. */
function hasBothPaths({ provider, project }: RegionRef): boolean {
  const cloud = underlyingProvider(provider)
  return cloud === 'aws' || (cloud === 'gcp' && project !== undefined)
}

/** The name under which {@link Capabilities} remembers that the documented path is missing. */
function documentedPath({ provider }: RegionRef): string {
  return `zones ${underlyingProvider(provider)}`
}

function isPathMissing(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound' && !refusesProject(error)
}
