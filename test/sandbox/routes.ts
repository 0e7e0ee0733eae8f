import { accounts, apiKeys, projects, whoAmI } from './accountLookups.ts'
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import {
  awsRegions,
  awsZones,
  azureRegions,
  cloudstackZones,
  gcpProjects,
  gcpRegions,
  gcpZones,
  maasZones,
} from './cloudLookups.ts'
import { cloudConfig, cluster, clusterSearch, events, machines } from './clusterLookups.ts'
import { instanceTypes } from './instanceTypes.ts'
import { deleteMachinePool, listZones } from './operations.ts'
import type { Offer, Settings } from './settings.ts'

interface Route {
  method: string
  path: string
  handle: (call: Call) => Answer
  offer: (settings: Settings, params: Record<string, string>) => Offer
  /** Whether it is asked without a ProjectUid, whatever project the client is in. */
  isOfNoProject: boolean
}

const configs = [
  '/v1/cloudconfigs/:provider/:configUid',
  '/v1/cloudconfigs/cloudTypes/:cloudType/:configUid',
]
const pools = configs.map((config) => `${config}/machinePools/:name`)
const gcp = '/v1/clouds/gcp/projects'

/** The lookups by name: their paths, and what answers them (docs/api.md, "Lookups"). */
const lookups = {
  whoAmI: [['/v1/users/info'], whoAmI],
  projects: [['/v1/dashboard/projects/metadata'], projects],
  apiKeys: [['/v1/apiKeys'], apiKeys],
  accounts: [['/v1/cloudaccounts/summary'], accounts],
  awsRegions: [['/v1/clouds/aws/regions'], awsRegions],
  azureRegions: [['/v1/clouds/azure/regions'], azureRegions],
  gcpProjects: [[gcp], gcpProjects],
  gcpRegions: [[`${gcp}/:project/regions`], gcpRegions],
  awsZones: [['/v1/clouds/aws/regions/:region/availabilityzones'], awsZones],
  gcpZones: [[`${gcp}/:project/regions/:region/zones`], gcpZones],
  maasZones: [['/v1/cloudaccounts/maas/:accountUid/properties/azs'], maasZones],
  cloudstackZones: [
    ['/v1/cloudaccounts/apache-cloudstack/:accountUid/properties/zones'],
    cloudstackZones,
  ],
  instanceTypes: [['/v1/clouds/:provider/regions/:region/instancetypes'], instanceTypes],
  clusterSearch: [['/v1/dashboard/spectroclusters/search'], clusterSearch],
  cluster: [['/v1/spectroclusters/:uid'], cluster],
  events: [['/v1/events/components/spectrocluster/:uid'], events],
  cloudConfig: [configs, cloudConfig],
  machines: [pools.map((pool) => `${pool}/machines`), machines],
} satisfies Record<string, [paths: string[], handle: Route['handle']]>

export type LookupName = keyof typeof lookups

const isOfNoProject = new Set(['whoAmI', 'projects', 'apiKeys'])

/** Everything that the service answers. */
export const routes: readonly Route[] = [
  ...pools.map((path) => documented('DELETE', path, deleteMachinePool, () => true)),
  documented('GET', '/v1/clouds/:provider/regions/:region/zones', listZones, zonesOffer),
  ...Object.entries(lookups).flatMap(([name, [paths, handle]]) =>
    paths.map((path) => ({
      method: name === 'clusterSearch' ? 'POST' : 'GET',
      path,
      handle,
      offer: ({ lookups: offers }: Settings) =>
        typeof offers === 'string'
          ? offers === 'all'
          : typeof offers === 'number'
            ? offers
            : (offers[name as LookupName] ?? true),
      isOfNoProject: isOfNoProject.has(name),
    })),
  ),
]

function documented(
  method: string,
  path: string,
  handle: Route['handle'],
  offer: Route['offer'],
): Route {
  return { method, path, handle, offer, isOfNoProject: false }
}

function zonesOffer({ documentedZones }: Settings, { provider = '' }: Record<string, string>) {
  const offer = documentedZones[provider] ?? true
  return offer === 'zoneList' || offer
}
