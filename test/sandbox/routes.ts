import { listAccounts, listApiKeys, listProjects, getUser } from './accountLookups.ts'
import type { SandboxResponse } from './response.ts'
import type { Call } from './call.ts'
import {
  listAwsRegions,
  listAwsZones,
  listAzureRegions,
  listCloudstackZones,
  listGcpProjects,
  listGcpRegions,
  listGcpZones,
  listMaasZones,
} from './cloudLookups.ts'
import {
  getCloudConfig,
  getCluster,
  searchClusters,
  listEvents,
  listMachines,
} from './clusterLookups.ts'
import { listInstanceTypes } from './instanceTypes.ts'
import { deleteMachinePool, listZones } from './operations.ts'
import type { LookupSupport, Settings, SupportedLookups } from './settings.ts'

interface Route {
  method: string
  path: string
  handle: (call: Call) => SandboxResponse
  getSupport: (settings: Settings, params: Record<string, string>) => LookupSupport
  /** Whether clients call it without a ProjectUid, whatever project is selected. */
  ignoresProject: boolean
}

const configs = [
  '/v1/cloudconfigs/:provider/:configUid',
  '/v1/cloudconfigs/cloudTypes/:cloudType/:configUid',
]
const pools = configs.map((config) => `${config}/machinePools/:name`)
const gcp = '/v1/clouds/gcp/projects'

/** The lookups by name: their paths and handlers (docs/api.md, "Lookups"). */
const lookups = {
  whoAmI: [['/v1/users/info'], getUser],
  projects: [['/v1/dashboard/projects/metadata'], listProjects],
  apiKeys: [['/v1/apiKeys'], listApiKeys],
  accounts: [['/v1/cloudaccounts/summary'], listAccounts],
  awsRegions: [['/v1/clouds/aws/regions'], listAwsRegions],
  azureRegions: [['/v1/clouds/azure/regions'], listAzureRegions],
  gcpProjects: [[gcp], listGcpProjects],
  gcpRegions: [[`${gcp}/:project/regions`], listGcpRegions],
  awsZones: [['/v1/clouds/aws/regions/:region/availabilityzones'], listAwsZones],
  gcpZones: [[`${gcp}/:project/regions/:region/zones`], listGcpZones],
  maasZones: [['/v1/cloudaccounts/maas/:accountUid/properties/azs'], listMaasZones],
  cloudstackZones: [
    ['/v1/cloudaccounts/apache-cloudstack/:accountUid/properties/zones'],
    listCloudstackZones,
  ],
  instanceTypes: [['/v1/clouds/:provider/regions/:region/instancetypes'], listInstanceTypes],
  clusterSearch: [['/v1/dashboard/spectroclusters/search'], searchClusters],
  cluster: [['/v1/spectroclusters/:uid'], getCluster],
  events: [['/v1/events/components/spectrocluster/:uid'], listEvents],
  cloudConfig: [configs, getCloudConfig],
  machines: [pools.map((pool) => `${pool}/machines`), listMachines],
} satisfies Record<string, [paths: string[], handle: Route['handle']]>

export type LookupName = keyof typeof lookups

const lookupsIgnoringProject = new Set(['whoAmI', 'projects', 'apiKeys'])

/** All routes of the service. */
export const routes: readonly Route[] = [
  ...pools.map((path) => createDocumentedRoute('DELETE', path, deleteMachinePool, () => true)),
  createDocumentedRoute(
    'GET',
    '/v1/clouds/:provider/regions/:region/zones',
    listZones,
    getZonesSupport,
  ),
  ...Object.entries(lookups).flatMap(([name, [paths, handle]]) =>
    paths.map((path) => ({
      method: name === 'clusterSearch' ? 'POST' : 'GET',
      path,
      handle,
      getSupport: ({ lookups: supported }: Settings) => getLookupSupport(supported, name),
      ignoresProject: lookupsIgnoringProject.has(name),
    })),
  ),
]

function createDocumentedRoute(
  method: string,
  path: string,
  handle: Route['handle'],
  getSupport: Route['getSupport'],
): Route {
  return { method, path, handle, getSupport, ignoresProject: false }
}

function getLookupSupport(supported: SupportedLookups, name: string): LookupSupport {
  if (typeof supported === 'number') return supported
  if (typeof supported === 'string') return supported === 'all'
  return supported[name as LookupName] ?? true
}

function getZonesSupport(
  { documentedZones }: Settings,
  { provider = '' }: Record<string, string>,
): LookupSupport {
  const support = documentedZones[provider] ?? true
  return support === 'zoneList' || support
}
