import { strict as assert } from 'node:assert'
import type { CloudConfig } from '../../../src/api/poolSchemas.ts'
import { Capabilities } from '../../../src/cache/capabilities.ts'
import { CapacityRefusals } from '../../../src/cloud/capacityRefusals.ts'
import type { Clusters } from '../../../src/clusters/clusters.ts'
import type { Service } from '../../../src/connections/services.ts'
import type { CloudConfigRef } from '../../../src/model/refs.ts'
import { connection } from '../../unit/sources.ts'
import { until } from '../helpers.ts'

const configUids = Array.from({ length: 20 }, (_, index) => `config-${index}`)
const facts = { cloudAccountUid: 'acc', hybridPools: [], unreadable: 0 }

/** Each cluster in a region of its own, such as `eu-west-3`, with a pool of one instance type. */
function configOf({ configUid }: Pick<CloudConfigRef, 'configUid'>): CloudConfig {
  const region = configUid.replace('config', 'eu-west')
  const pools = [{ name: 'workers', zones: [`${region}a`], instanceType: 'm6i.xlarge' }]
  return { ...facts, region, pools }
}

describe('Zones: The refusals of capacity of a region', () => {
  const refOf = (configUid: string) => ({ connection, provider: 'aws', configUid })
  const asked: string[] = []
  const clusters = {
    lists: { onDidLoad: () => ({ dispose: () => {} }) },
    configs: {
      entries: configUids.map((uid) => ({
        ref: refOf(uid),
        value: configOf({ configUid: uid }),
        at: 0,
      })),
    },
    peekList: () => undefined,
    withClusterProject: (config: CloudConfigRef) => config,
    cachedFacts(config: CloudConfigRef) {
      const { configUid } = config
      asked.push(configUid)
      return { cluster: configUid, clusterUid: `u-${configUid}`, config: configOf(config) }
    },
  } as unknown as Clusters
  const messageIn = (uid: string) =>
    `InsufficientInstanceCapacity: m6i.xlarge in ${uid.replace('u-config', 'eu-west')}a`
  const service = {
    clusterEvents: async ({ uid }: { uid: string }) =>
      Promise.resolve({ items: [{ message: messageIn(uid), at: Date.now() }], unreadable: 0 }),
  } as unknown as Service

  it('are found without a look at the clusters of other regions', async () => {
    const refusals = new CapacityRefusals(
      async () => Promise.resolve(service),
      new Capabilities(),
      clusters,
    )
    for (const configUid of configUids) refusals.loadInBackground(refOf(configUid))
    await until('the events', () => refusals.listRefusals(connection).length === configUids.length)
    asked.length = 0
    const region = { connection, provider: 'aws', cloudAccountUid: 'acc', region: 'eu-west-3' }
    const find = refusals.createRefusalFinder(region)
    const { cluster, zone, instanceType } = find('eu-west-3a') ?? {}
    assert.deepEqual([cluster, zone, instanceType], ['config-3', 'eu-west-3a', 'm6i.xlarge'])
    assert.equal(find('eu-west-4a'), undefined)
    assert.deepEqual(asked, ['config-3'])
    refusals.dispose()
  })
})
