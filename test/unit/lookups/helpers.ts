import type { ClientOptions } from '../../../src/api/client.ts'
import { createLookups, type Lookups } from '../../../src/api/lookups.ts'
import type { Page } from '../../../src/api/pages.ts'
import { accounts, configs } from '../../sandbox/data.ts'

/** The lookups of a server or a sandbox. */
export function lookupsOf(
  server: { baseUrl: string; apiKey?: string },
  options: Partial<ClientOptions> = {},
): Lookups {
  return createLookups({ baseUrl: server.baseUrl, apiKey: server.apiKey ?? 'a-key', ...options })
}

/** Every page of a list. */
export async function each<T>(pages: AsyncIterable<Page<T>>): Promise<T[][]> {
  const found: T[][] = []
  for await (const { items } of pages) found.push(items)
  return found
}

/** Everything that a list has, its pages put together. */
export async function all<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  return (await each(pages)).flat()
}

export const gcp = { provider: 'gcp', cloudAccountUid: accounts.gcpProduction.uid }
export const gcpProject = 'gcp-production-417203'
export const config = { provider: 'aws', configUid: configs.checkout.uid }

const aws = { provider: 'aws', cloudAccountUid: accounts.awsProduction.uid }
const azure = { provider: 'azure', cloudAccountUid: accounts.azureProduction.uid }

/** A lookup as it is asked for. */
export interface Case {
  run: (lookups: Lookups, signal?: AbortSignal) => Promise<unknown>
  /** Method, raw path and query. */
  request: string
  /** The least that it takes for an answer. */
  empty: string
  /** The smallest body that is accepted, if an empty one isn’t. */
  smallest?: string
}

/** Every lookup, with what goes over the wire (docs/api.md, “Lookups” and “Zones by provider”). */
export const cases: Record<string, Case> = {
  whoAmI: {
    run: (lookups, signal) => lookups.whoAmI(signal),
    request: 'GET /v1/users/info',
    empty: '{}',
  },
  ownApiKeys: {
    run: (lookups, signal) => lookups.ownApiKeys(signal),
    request: 'GET /v1/apiKeys',
    empty: '{"items":null}',
  },
  projects: {
    run: (lookups, signal) => lookups.projects(signal),
    request: 'GET /v1/dashboard/projects/metadata',
    empty: '{"items":null}',
  },
  cloudAccounts: {
    run: (lookups, signal) => all(lookups.cloudAccounts(signal)),
    request: 'GET /v1/cloudaccounts/summary?limit=50',
    empty: '{"items":null}',
  },
  clusters: {
    run: (lookups, signal) => all(lookups.clusters(signal)),
    request: 'POST /v1/dashboard/spectroclusters/search?limit=50',
    empty: '{"items":null}',
  },
  cloudProjects: {
    run: (lookups, signal) => lookups.cloudProjects(gcp, signal),
    request: `GET /v1/clouds/gcp/projects?cloudAccountUid=${gcp.cloudAccountUid}`,
    empty: '{"projects":null}',
  },
  'regions of aws': {
    run: (lookups, signal) => lookups.regions(aws, signal),
    request: `GET /v1/clouds/aws/regions?cloudAccountUid=${aws.cloudAccountUid}`,
    empty: '{"regions":null}',
  },
  'regions of azure': {
    run: (lookups, signal) => lookups.regions(azure, signal),
    request: `GET /v1/clouds/azure/regions?cloudAccountUid=${azure.cloudAccountUid}`,
    empty: '{"regions":null}',
  },
  'regions of gcp': {
    run: (lookups, signal) => lookups.regions({ ...gcp, project: gcpProject }, signal),
    request: `GET /v1/clouds/gcp/projects/${gcpProject}/regions?cloudAccountUid=${gcp.cloudAccountUid}`,
    empty: '{"regions":null}',
  },
  'zones of aws': {
    run: (lookups, signal) => lookups.providerZones({ ...aws, region: 'us-east-1' }, signal),
    request: `GET /v1/clouds/aws/regions/us-east-1/availabilityzones?cloudAccountUid=${aws.cloudAccountUid}`,
    empty: '{"zones":null}',
  },
  'zones of azure': {
    run: (lookups, signal) => lookups.providerZones({ ...azure, region: 'westeurope' }, signal),
    request: `GET /v1/clouds/azure/regions/westeurope/zones?cloudAccountUid=${azure.cloudAccountUid}`,
    empty: '{"zoneList":null}',
  },
  'zones of gcp': {
    run: (lookups, signal) =>
      lookups.providerZones({ ...gcp, region: 'europe-west1', project: gcpProject }, signal),
    request: `GET /v1/clouds/gcp/projects/${gcpProject}/regions/europe-west1/zones?cloudAccountUid=${gcp.cloudAccountUid}`,
    empty: '{"zones":null}',
  },
  'zones of maas': {
    run: (lookups, signal) => {
      const { provider, uid: cloudAccountUid } = accounts.maasLab
      return lookups.providerZones({ provider, cloudAccountUid, region: 'hall-1' }, signal)
    },
    request: `GET /v1/cloudaccounts/maas/${accounts.maasLab.uid}/properties/azs`,
    empty: '{"items":null}',
  },
  'zones of apache-cloudstack': {
    run: (lookups, signal) => {
      const { provider, uid: cloudAccountUid } = accounts.cloudstackEdge
      return lookups.providerZones({ provider, cloudAccountUid, region: 'edge-north' }, signal)
    },
    request: `GET /v1/cloudaccounts/apache-cloudstack/${accounts.cloudstackEdge.uid}/properties/zones`,
    empty: '{"zones":null}',
  },
  'instance types of aws': {
    run: (lookups, signal) => lookups.instanceTypes({ ...aws, region: 'us-east-1' }, signal),
    request: `GET /v1/clouds/aws/regions/us-east-1/instancetypes?cloudAccountUid=${aws.cloudAccountUid}`,
    empty: '{"instanceTypes":null}',
  },
  'instance types of azure': {
    run: (lookups, signal) => lookups.instanceTypes({ ...azure, region: 'westeurope' }, signal),
    request: `GET /v1/clouds/azure/regions/westeurope/instancetypes?cloudAccountUid=${azure.cloudAccountUid}`,
    empty: '{"instanceTypes":null}',
  },
  'instance types of gcp': {
    run: (lookups, signal) => lookups.instanceTypes({ ...gcp, region: 'us-east1' }, signal),
    request: 'GET /v1/clouds/gcp/regions/us-east1/instancetypes',
    empty: '{"instanceTypes":null}',
  },
  events: {
    run: (lookups, signal) => lookups.clusterEvents({ uid: configs.checkout.clusterUid }, signal),
    request: `GET /v1/events/components/spectrocluster/${configs.checkout.clusterUid}?limit=50&orderBy=metadata.creationTimestamp%3D-1`,
    empty: '{"items":null}',
  },
  cloudConfig: {
    run: (lookups, signal) => lookups.cloudConfig(config, signal),
    request: `GET /v1/cloudconfigs/aws/${config.configUid}`,
    empty: '{"spec":{"machinePoolConfig":null}}',
    smallest: '{"spec":{"machinePoolConfig":[{"name":"p"}]}}',
  },
  machines: {
    run: (lookups, signal) =>
      lookups.machines({ ...config, machinePoolName: 'worker-pool' }, signal),
    request: `GET /v1/cloudconfigs/aws/${config.configUid}/machinePools/worker-pool/machines`,
    empty: '{"items":null}',
  },
}
