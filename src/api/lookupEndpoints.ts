import * as v from 'valibot'
import {
  allItemsOf,
  boolean,
  identifier,
  itemsOf,
  listIn,
  named,
  noArray,
  optional,
  optionalListIn,
  part,
  partsOf,
  text,
} from './schemaParts.ts'
import { readZones, type Zone } from './zones.ts'
import { endpoint, type Endpoint, type RegionsQuery, type ZonesQuery } from './endpoints.ts'
import { ClusterSearchResponse, ClusterResponse, MachinesResponse } from './clusterSchemas.ts'
import { cloudConfigResponse } from './poolSchemas.ts'

export type { Cluster, Machine, PoolSummary } from './clusterSchemas.ts'

export type { CloudConfig, MachinePool } from './poolSchemas.ts'

// The responses of the lookups. Elements without a UID or name are left out, and so is every field that can’t
// be read. Only the list itself is required, unless the service may leave it out when it is empty: without it, the
// response is something else, and reading it as an empty list would report a machine pool as gone. A null list is
// empty: a cloud config may have no pools.

/** The owner of an API key. */
export interface UserInfo {
  organization?: string | undefined
}

const UserInfoResponse = v.pipe(
  noArray,
  v.object({ orgName: text }),
  v.transform(({ orgName }): UserInfo => ({ organization: orgName })),
)

export interface Project {
  uid: string
  name: string
}

const ProjectsResponse = allItemsOf(
  v.pipe(
    v.object({ metadata: named }),
    v.transform(({ metadata: { uid, name } }): Project => ({ uid, name: name ?? uid })),
  ),
)

/** An API key of the user. The key itself is in the response, too, but is never read. */
export interface OwnApiKey {
  /** In epoch ms; Infinity if it never expires, undefined if unknown. */
  expiresAt?: number | undefined
  isActive?: boolean | undefined
}

const ApiKeysResponse = allItemsOf(
  v.pipe(
    v.object({
      metadata: named,
      spec: part({ expiry: text }),
      status: part({ isActive: boolean }),
    }),
    v.transform(({ spec, status }): OwnApiKey => ({
      expiresAt: spec?.expiry === undefined ? undefined : expiryOf(spec.expiry),
      isActive: status?.isActive,
    })),
  ),
)

/** Returns when a key expires. Unset times are in the year 1. */
function expiryOf(expiry: string): number | undefined {
  if (expiry.startsWith('0001-')) return Infinity
  const at = Date.parse(expiry)
  return Number.isNaN(at) ? undefined : at
}

export interface CloudAccount {
  uid: string
  name: string
  /** Undefined if the service doesn’t return it. */
  provider?: string | undefined
  /** Free text, in lowercase. */
  state?: string | undefined
}

const CloudAccountsResponse = itemsOf(
  v.pipe(
    v.object({
      kind: optional(identifier),
      metadata: named,
      status: part({ state: text }),
    }),
    v.transform(({ kind, metadata, status }): CloudAccount => ({
      uid: metadata.uid,
      name: metadata.name ?? metadata.uid,
      provider: kind?.toLowerCase(),
      state: status?.state?.toLowerCase(),
    })),
  ),
)

/** A region, as a cloud account sees it. */
export interface Region {
  name: string
  displayName?: string | undefined
  /** False if the account hasn’t opted in to the region. */
  isOptedIn: boolean
  /** Free text, in lowercase; only if the region isn’t up. */
  state?: string
}

const region = v.pipe(
  v.object({ name: identifier, displayName: text, optInStatus: text, status: text }),
  v.transform(({ name, displayName, optInStatus, status }): Region => {
    const isOptedIn = optInStatus?.toLowerCase() !== 'not-opted-in'
    const state = status?.toLowerCase() // gcp
    return { name, displayName, isOptedIn, ...(state && state !== 'up' && { state }) }
  }),
)

const RegionsResponse = listIn('regions', region)

const GcpRegionsResponse = optionalListIn('regions', region)

/** A project in the cloud itself, such as a Google Cloud project. */
export interface CloudProject {
  id: string
  name: string
}

const CloudProjectsResponse = optionalListIn(
  'projects',
  v.pipe(
    v.object({ id: identifier, name: text }),
    v.transform(({ id, name }): CloudProject => ({ id, name: name ?? id })),
  ),
)

/** An instance type, as published by the cloud: says nothing of what can be had now. */
export interface InstanceType {
  name: string
  /** The zones of the region without it. */
  missingIn: string[]
}

const InstanceTypesResponse = optionalListIn(
  'instanceTypes',
  v.pipe(
    v.object({ type: identifier, nonSupportedZones: partsOf(identifier) }),
    v.transform(({ type, nonSupportedZones }): InstanceType => ({
      name: type,
      missingIn: nonSupportedZones,
    })),
  ),
)

const MaasZonesResponse = allItemsOf(v.object({ name: identifier }))

const get = <Path extends string, T>(
  path: Path,
  schema: v.GenericSchema<unknown, T>,
  more?: Parameters<typeof endpoint>[2],
) => endpoint(path, v.parser(schema), more)

const ofAccount = 'cloudAccountUid={cloudAccountUid}'

const instanceTypes = 'regions/{region}/instancetypes'

/** The lookups (docs/api.md, “Lookups”). */
export const lookupEndpoints = {
  userInfo: get('/v1/users/info', UserInfoResponse),
  apiKeys: get('/v1/apiKeys', ApiKeysResponse, { omitProject: true }),
  projects: get('/v1/dashboard/projects/metadata', ProjectsResponse, { omitProject: true }),
  cloudAccounts: get('/v1/cloudaccounts/summary', CloudAccountsResponse, {
    pages: 'limited',
  }),
  cloudProjects: get(`/v1/clouds/{provider}/projects?${ofAccount}`, CloudProjectsResponse),
  regions: get(`/v1/clouds/{provider}/regions?${ofAccount}`, RegionsResponse),
  gcpRegions: get(`/v1/clouds/gcp/projects/{project}/regions?${ofAccount}`, GcpRegionsResponse),
  instanceTypes: get(`/v1/clouds/{provider}/${instanceTypes}?${ofAccount}`, InstanceTypesResponse),
  /** The same for all accounts. */
  gcpInstanceTypes: get(`/v1/clouds/gcp/${instanceTypes}`, InstanceTypesResponse),
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
export function regionsEndpoint(provider: string): Endpoint<keyof RegionsQuery, Region[]> {
  return provider === 'gcp' ? lookupEndpoints.gcpRegions : lookupEndpoints.regions
}

const zonesAt = <Path extends string>(path: Path, at?: Parameters<typeof readZones>[1]) =>
  endpoint(path, (json) => readZones(json, at))

/** Reads the zones of azure, in the documented form or in its own. */
function readAzureZones(json: unknown): Zone[] {
  const isDocumented = Object.hasOwn(Object(json), 'zones')
  return readZones(json, isDocumented ? {} : { list: 'zoneList', name: 'id', isOptional: true })
}

const ofRegion = `regions/{region}/zones?${ofAccount}` as const
const cloudstackZones = '/v1/cloudaccounts/apache-cloudstack/{cloudAccountUid}/properties/zones'

/** The providers’ own endpoints for zones (“Zones by provider”). */
export const zonesEndpoints = new Map<string, Endpoint<keyof ZonesQuery | 'project', Zone[]>>([
  ['aws', zonesAt(`/v1/clouds/aws/regions/{region}/availabilityzones?${ofAccount}`)],
  ['azure', endpoint(`/v1/clouds/azure/${ofRegion}`, readAzureZones)],
  ['gcp', zonesAt(`/v1/clouds/gcp/projects/{project}/${ofRegion}`, { isOptional: true })],
  ['maas', get('/v1/cloudaccounts/maas/{cloudAccountUid}/properties/azs', MaasZonesResponse)],
  ['apache-cloudstack', zonesAt(cloudstackZones, { zoneId: 'id', isOptional: true })],
])
