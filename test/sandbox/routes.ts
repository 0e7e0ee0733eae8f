import { accounts, projects, whoAmI } from './accountLookups.ts'
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import {
  awsRegions,
  awsZones,
  azureRegions,
  cloudstackZones,
  gcpProjects,
  gcpProjectZones,
  gcpRegions,
  gcpZones,
  maasZones,
} from './cloudLookups.ts'
import { cloudConfig, cluster, clusters, clusterSearch, machines } from './clusterLookups.ts'
import { apiKeys } from './apiKeys.ts'
import { instanceTypes } from './instanceTypes.ts'
import { deleteMachinePool, listZones } from './operations.ts'
import { type LookupName, type Offer, offerOf, type Settings } from './settings.ts'

interface Route {
  method: string
  path: string
  handle: (call: Call) => Answer
  offer: (settings: Settings, params: Record<string, string>) => Offer
  /** Whether it is asked without a ProjectUid, whatever project the client is in. */
  isOfNoProject?: true
}

const config = '/v1/cloudconfigs/:provider/:configUid'
const customConfig = '/v1/cloudconfigs/cloudTypes/:cloudType/:configUid'
const pool = 'machinePools/:name'

/** Everything that the service answers. */
export const routes: readonly Route[] = [
  deletion(`${config}/${pool}`),
  deletion(`${customConfig}/${pool}`),
  {
    method: 'GET',
    path: '/v1/clouds/:provider/regions/:region/zones',
    handle: listZones,
    offer: ({ documentedZones }, { provider = '' }) => {
      const offer = documentedZones[provider] ?? true
      return offer === 'zoneList' || offer
    },
  },

  { ...lookup('whoAmI', '/v1/users/info', whoAmI), isOfNoProject: true },
  { ...lookup('projects', '/v1/dashboard/projects/metadata', projects), isOfNoProject: true },
  lookup('accounts', '/v1/cloudaccounts/summary', accounts),

  lookup('awsRegions', '/v1/clouds/aws/regions', awsRegions),
  lookup('azureRegions', '/v1/clouds/azure/regions', azureRegions),
  lookup('gcpProjects', '/v1/clouds/gcp/projects', gcpProjects),
  lookup('gcpRegions', '/v1/clouds/gcp/projects/:project/regions', gcpRegions),
  lookup('awsZones', '/v1/clouds/aws/regions/:region/availabilityzones', awsZones),
  lookup('gcpZones', '/v1/clouds/gcp/projects/:project/regions/:region/zones', gcpZones),
  lookup('gcpProjectZones', '/v1/clouds/gcp/projects/:project/zones', gcpProjectZones),
  lookup('maasZones', '/v1/cloudaccounts/maas/:accountUid/properties/azs', maasZones),
  lookup(
    'cloudstackZones',
    '/v1/cloudaccounts/apache-cloudstack/:accountUid/properties/zones',
    cloudstackZones,
  ),

  lookup('instanceTypes', '/v1/clouds/aws/regions/:region/instancetypes', instanceTypes('aws')),
  lookup('instanceTypes', '/v1/clouds/azure/regions/:region/instancetypes', instanceTypes('azure')),
  lookup('instanceTypes', '/v1/clouds/gcp/regions/:region/instancetypes', instanceTypes('gcp')),

  { ...lookup('apiKeys', '/v1/apiKeys', apiKeys), isOfNoProject: true },

  lookup('clusterSearch', '/v1/dashboard/spectroclusters/search', clusterSearch, 'POST'),
  lookup('clusters', '/v1/dashboard/spectroclusters/meta', clusters),
  lookup('cluster', '/v1/spectroclusters/:uid', cluster),
  lookup('cloudConfig', config, cloudConfig),
  lookup('cloudConfig', customConfig, cloudConfig),
  lookup('machines', `${config}/${pool}/machines`, machines),
  lookup('machines', `${customConfig}/${pool}/machines`, machines),
]

function deletion(path: string): Route {
  return { method: 'DELETE', path, handle: deleteMachinePool, offer: () => true }
}

function lookup(name: LookupName, path: string, handle: Route['handle'], method = 'GET'): Route {
  return { method, path, handle, offer: ({ lookups }) => offerOf(lookups, name) }
}
