import assert from 'node:assert/strict'
import { accounts, awkwardNames, configs, createData, oddConfigs } from '../../sandbox/data.ts'
import { regionsOf, zonesOf } from '../../sandbox/regions.ts'
import { sortedIds } from './helpers.ts'

describe('Sandbox: data', () => {
  const { projects, accounts: allAccounts, configs: allConfigs } = createData({ odd: true })

  it('has uids that look real and are all different', () => {
    const uids = [
      ...[...projects, ...allAccounts, ...allConfigs].map(({ uid }) => uid),
      ...allConfigs.map(({ clusterUid }) => clusterUid),
    ]
    for (const uid of uids) assert.match(uid, /^[0-9a-f]{24}$/)
    assert.equal(new Set(uids).size, uids.length)
  })

  it('holds together: owners exist, and pools lie in zones of their region', () => {
    for (const config of allConfigs) {
      const owner = allAccounts.find(({ uid }) => uid === config.accountUid)
      assert.equal(owner === undefined, config.provider === 'edge-native', config.clusterName)
      if (!owner) continue // nodes that are in no cloud
      assert.equal(config.projectUid, owner.projectUid)
      assert.ok(projects.some(({ uid }) => uid === config.projectUid))
      const zones = zonesOf(owner.provider, config.region, owner.uid) ?? []
      const names = zones.map(({ name }) => name)
      for (const { azs } of config.pools) {
        for (const zone of azs) assert.ok(names.includes(zone), `${config.clusterName}: ${zone}`)
      }
    }
  })

  it('is large and awkward enough', () => {
    const pools = allConfigs.flatMap((config) => config.pools)
    assert.ok(allConfigs.length >= 6 && pools.length >= 20)
    assert.equal(awkwardNames.long.length, 200)
    assert.equal(new Set(allConfigs.map(({ projectUid }) => projectUid)).size, 2)
    for (const provider of ['aws', 'azure', 'gcp']) {
      assert.ok(regionsOf(provider).length >= 20, provider)
      assert.ok(allAccounts.filter((account) => account.provider === provider).length >= 2)
    }
  })

  it('names AWS zone ids as AWS does', () => {
    const { uid } = accounts.awsProduction
    const ids = (region: string) => sortedIds(zonesOf('aws', region, uid))
    assert.deepEqual(ids('ap-southeast-2'), ['apse2-az1', 'apse2-az2', 'apse2-az3'])
    assert.deepEqual(ids('ap-northeast-1'), ['apne1-az1', 'apne1-az2', 'apne1-az4'])
    assert.deepEqual(ids('us-west-1'), ['usw1-az1', 'usw1-az3'])
    assert.deepEqual(ids('eu-central-1'), ['euc1-az1', 'euc1-az2', 'euc1-az3'])
  })

  it('has a cluster of every provider', () => {
    const providers = new Set(allConfigs.map(({ provider }) => provider))
    const known =
      'aks apache-cloudstack aws azure edge-native eks gcp generic gke maas virtual vsphere'
    assert.deepEqual([...providers].sort(), [...known.split(' '), 'cloudTypes/nutanix'].sort())
  })

  it('has the odd clusters only where they are asked for', () => {
    assert.deepEqual(createData().configs, Object.values(configs))
    const added = createData({ odd: true }).configs.slice(Object.keys(configs).length)
    assert.deepEqual(added, Object.values(oddConfigs))
  })

  it('is a copy: changing it leaves the constants alone', () => {
    createData().configs[0]?.pools.pop()
    assert.equal(configs.checkout.pools.length, 4)
    assert.equal(createData().configs[0]?.pools.length, 4)
  })
})
