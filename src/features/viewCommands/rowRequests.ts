import {
  clusterSearchUrl,
  cloudAccountsUrl,
  cloudConfigUrl,
  cloudProjectsUrl,
  providerZonesUrl,
  regionsUrl,
  zonesUrl,
} from '../../api/endpoints.ts'
import { ApiError } from '../../api/errors.ts'
import { getRequest, searchRequest, type ApiRequest } from '../../api/requests.ts'
import { baseUrlOf, type Connection } from '../../connections/connection.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import { ofZoneProvider, type CloudProjectRef, type RegionRef } from '../../inventory/refs.ts'
import { scoped } from '../../inventory/machinePoolRef.ts'
import type { FailureNode, MachinePoolsNode, ZonesNode } from '../../ui/trees/nodes.ts'

/** A request, and over which connection it is sent. */
export interface RowRequest {
  connection: Connection
  request: ApiRequest
}

/**
 * The request that reads what stands below a row, or that failed there; of a machine pool, the one that
 * looks at it before a deletion. Undefined where a row stands for none. Throws `invalidInput` for names
 * that make no path.
 */
export function requestOf(
  node: ZonesNode | MachinePoolsNode,
  clouds: Clouds,
): RowRequest | undefined {
  switch (node.kind) {
    case 'failure':
      return failedRequest(node, clouds)
    case 'account':
    case 'cloudProject':
      return { connection: node.connection, request: regionsRequest(node) }
    case 'region':
      return { connection: node.connection, request: zonesRequest(node, clouds) }
    case 'cloudConfig':
    case 'machinePool': {
      const connection = scoped(node)
      return { connection, request: getRequest(cloudConfigUrl(baseUrlOf(connection), node)) }
    }
    case 'zone':
      return requestOf(node.of, clouds)
    case 'project':
    case 'note':
      return undefined
  }
}

function failedRequest(node: FailureNode, clouds: Clouds): RowRequest | undefined {
  const { connection, retry } = node
  const base = baseUrlOf(connection)
  if (retry === 'accounts') {
    return { connection, request: getRequest(cloudAccountsUrl(base, undefined)) }
  }
  if (retry === 'clusters') {
    return { connection, request: searchRequest(clusterSearchUrl(base, undefined)) }
  }
  return requestOf(retry, clouds)
}

/** Of gcp, the regions are those of a project: without one, its projects are listed first. */
function regionsRequest(place: CloudProjectRef): ApiRequest {
  const base = baseUrlOf(place.connection)
  const query = ofZoneProvider(place)
  return query.provider === 'gcp' && place.project === undefined
    ? getRequest(cloudProjectsUrl(base, query))
    : getRequest(regionsUrl(base, query))
}

function zonesRequest(region: RegionRef, clouds: Clouds): ApiRequest {
  const base = baseUrlOf(region.connection)
  const query = ofZoneProvider(region)
  if (clouds.usesOwnPath(region)) {
    try {
      return getRequest(providerZonesUrl(base, query) ?? zonesUrl(base, query))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // it needs what is not known of this region
    }
  }
  return getRequest(zonesUrl(base, query))
}
