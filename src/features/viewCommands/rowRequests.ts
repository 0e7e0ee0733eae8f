import {
  clusterSearchUrl,
  cloudAccountsUrl,
  cloudConfigUrl,
  cloudProjectsUrl,
  machinesUrl,
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
import type { FailureNode, TreeNode } from '../../ui/trees/nodes.ts'

/** A request and its connection. */
export interface RowRequest {
  connection: Connection
  request: ApiRequest
}

/**
 * Returns the request that loads the children of a node, or that failed there; for a machine pool, the one
 * that inspects it. Undefined for nodes without a request. Throws `invalidInput` for invalid names.
 */
export function requestOf(node: TreeNode, clouds: Clouds): RowRequest | undefined {
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
    case 'project': {
      const { connection } = node
      return {
        connection,
        request: searchRequest(clusterSearchUrl(baseUrlOf(connection), undefined)),
      }
    }
    case 'machine':
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
  if (retry.kind === 'machinePool') {
    const own = scoped(retry)
    return { connection: own, request: getRequest(machinesUrl(baseUrlOf(own), retry, undefined)) }
  }
  return requestOf(retry, clouds)
}

/** For gcp, regions belong to a project. Without one, its projects are listed first. */
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
  if (clouds.zoneReader.usesOwnPath(region)) {
    try {
      return getRequest(providerZonesUrl(base, query) ?? zonesUrl(base, query))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the region lacks something it requires
    }
  }
  return getRequest(zonesUrl(base, query))
}
