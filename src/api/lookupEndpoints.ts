import * as v from 'valibot'
import { ClusterResponse, ClusterSearchResponse, MachinesResponse } from './clusterSchemas.ts'
import { endpoint, type Endpoint, type RegionsQuery, type ZonesQuery } from './endpoints.ts'
import * as schemas from './lookupSchemas.ts'
import { cloudConfigResponse } from './poolSchemas.ts'
import type { Zone } from './zones.ts'

const get = <Path extends string, T>(
  path: Path,
  schema: v.GenericSchema<unknown, T>,
  more?: Parameters<typeof endpoint>[2],
) => endpoint(path, v.parser(schema), more)

const ofAccount = 'cloudAccountUid={cloudAccountUid}'
const gcpRegions = '/v1/clouds/gcp/projects/{project}/regions'
const instanceTypes = 'regions/{region}/instancetypes'

/** The lookups (docs/api.md, “Lookups”). */
export const lookupEndpoints = {
  userInfo: get('/v1/users/info', schemas.UserInfoResponse),
  apiKeys: get('/v1/apiKeys', schemas.ApiKeysResponse, { omitProject: true }),
  projects: get('/v1/dashboard/projects/metadata', schemas.ProjectsResponse, { omitProject: true }),
  cloudAccounts: get('/v1/cloudaccounts/summary', schemas.CloudAccountsResponse, {
    pages: 'limited',
  }),
  cloudProjects: get(`/v1/clouds/{provider}/projects?${ofAccount}`, schemas.CloudProjectsResponse),
  regions: get(`/v1/clouds/{provider}/regions?${ofAccount}`, schemas.RegionsResponse),
  gcpRegions: get(`${gcpRegions}?${ofAccount}`, schemas.GcpRegionsResponse),
  instanceTypes: get(
    `/v1/clouds/{provider}/${instanceTypes}?${ofAccount}`,
    schemas.InstanceTypesResponse,
  ),
  /** The same for all accounts. */
  gcpInstanceTypes: get(`/v1/clouds/gcp/${instanceTypes}`, schemas.InstanceTypesResponse),
  /** A search without conditions, which only reads. */
  clusters: get('/v1/dashboard/spectroclusters/search', ClusterSearchResponse, {
    method: 'POST',
    body: '{}',
    pages: 'limited',
  }),
  cluster: get('/v1/spectroclusters/{uid}', ClusterResponse),
  cloudConfig: endpoint('/v1/cloudconfigs/{provider}/{configUid}', (json, { configUid }) =>
    v.parse(cloudConfigResponse(configUid), json),
  ),
  machines: get(
    '/v1/cloudconfigs/{provider}/{configUid}/machinePools/{machinePoolName}/machines',
    MachinesResponse,
    { pages: 'unlimited' },
  ),
}

/** Returns the endpoint of a provider’s regions. */
export function regionsEndpoint(provider: string): Endpoint<keyof RegionsQuery, schemas.Region[]> {
  return provider === 'gcp' ? lookupEndpoints.gcpRegions : lookupEndpoints.regions
}

/** The providers’ own endpoints for zones (“Zones by provider”). */
export const zonesEndpoints = new Map<string, Endpoint<keyof ZonesQuery | 'project', Zone[]>>([
  [
    'aws',
    get(`/v1/clouds/aws/regions/{region}/availabilityzones?${ofAccount}`, schemas.OwnZonesResponse),
  ],
  [
    'azure',
    get(`/v1/clouds/azure/regions/{region}/zones?${ofAccount}`, schemas.AzureZonesResponse),
  ],
  ['gcp', get(`${gcpRegions}/{region}/zones?${ofAccount}`, schemas.GcpZonesResponse)],
  [
    'maas',
    get('/v1/cloudaccounts/maas/{cloudAccountUid}/properties/azs', schemas.MaasZonesResponse),
  ],
  [
    'apache-cloudstack',
    get(
      '/v1/cloudaccounts/apache-cloudstack/{cloudAccountUid}/properties/zones',
      schemas.CloudstackZonesResponse,
    ),
  ],
])
