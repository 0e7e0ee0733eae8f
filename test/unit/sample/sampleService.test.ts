import assert from 'node:assert/strict'
import { createClient } from '../../../src/api/client.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import { createSampleFetch, sampleBaseUrl } from '../../../src/connections/sample.ts'
import type { Connection } from '../../../src/connections/connection.ts'
import { createSample } from '../../../src/features/sample/service/sampleService.ts'
import { problemOf } from '../../sandbox/shapes.ts'

/** The sample, by the client, with each answer held to the published shapes. */
function open(projectUid?: string) {
  let now = Date.parse('2026-11-22T12:00:00Z')
  const sample = createSample(() => now)
  let held = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sample(input, init)
    const body = await response.clone().text()
    if (response.ok) {
      held += 1
      const { status } = response
      assert.equal(problemOf(init?.method ?? 'GET', input as string, { status, body }), undefined)
    }
    return response
  }
  const options = { baseUrl: sampleBaseUrl, apiKey: 'none', projectUid, fetch, retries: false }
  const service = { ...createClient(options), ...createLookups(options) }
  return { service, pass: (ms: number) => (now += ms), held: () => held }
}

async function all<T>(pages: AsyncIterable<{ items: readonly T[] }>): Promise<T[]> {
  const found: T[] = []
  for await (const { items } of pages) found.push(...items)
  return found
}

describe('Sample: the service', () => {
  it('answers everything in the published shapes', async () => {
    const { service, held } = open()
    assert.equal((await service.whoAmI()).organization, 'Sample')
    assert.equal((await service.projects()).length, 2)
    const accounts = await all(service.cloudAccounts())
    assert.deepEqual(new Set(accounts.map(({ provider }) => provider)), new Set(['aws', 'azure']))
    for (const { provider = '', uid: cloudAccountUid } of accounts) {
      const place = { provider, cloudAccountUid }
      const regions = await service.regions(place)
      assert.ok(regions.length > 0)
      for (const { name: region, isOptedIn } of regions) {
        const query = { ...place, region }
        const zones =
          provider === 'aws' ? await service.listZones(query) : await service.providerZones(query)
        if (isOptedIn) assert.ok(zones.length > 2, region)
      }
    }
    for (const { configUid, cloudType: provider, health } of await all(service.clusters())) {
      assert.ok(health)
      const { pools } = await service.cloudConfig({ provider, configUid })
      assert.ok(pools.length > 1)
      for (const { name: machinePoolName, size } of pools) {
        const { machines } = await service.machines({ provider, configUid, machinePoolName })
        assert.equal(machines.length, size)
        assert.equal(new Set(machines.map((machine) => machine.uid)).size, size)
        assert.ok(machines.every(({ zone }) => zone !== undefined))
      }
    }
    assert.ok(held() > 20)
  })

  it('has the clusters of a project alone, where requests are restricted to one', async () => {
    const [project] = await open().service.projects()
    const own = await all(open(project?.uid).service.clusters())
    assert.deepEqual(new Set(own.map((cluster) => cluster.project?.uid)), new Set([project?.uid]))
    assert.ok(own.length < (await all(open().service.clusters())).length)
  })

  it('drains a pool that is deleted, machine by machine, until it is gone', async () => {
    const { service, pass } = open()
    const [checkout] = await all(service.clusters())
    const { configUid } = checkout!
    const pool = { provider: 'aws', configUid, machinePoolName: 'gpu' }
    await service.deleteMachinePool(pool)
    const { machines } = await service.machines(pool)
    assert.deepEqual(
      machines.map(({ state, deletionTimestamp }) => [state, deletionTimestamp !== undefined]),
      [
        ['Deleting', true],
        ['Running', false],
      ],
    )
    pass(4_000)
    await service.deleteMachinePool(pool) // which does not begin again
    assert.equal((await service.machines(pool)).machines.length, 1)
    pass(4_000)
    const { pools } = await service.cloudConfig({ provider: 'aws', configUid })
    assert.ok(!pools.some(({ name }) => name === 'gpu'))
    await assert.rejects(service.deleteMachinePool(pool), { kind: 'notFound' })
  })

  it('refuses one deletion, and has unhealthy machines', async () => {
    const { service } = open()
    const clusters = await all(service.clusters())
    const reports = clusters.find(({ name }) => name === 'reports')!
    const locked = { provider: 'aks', configUid: reports.configUid, machinePoolName: 'queries' }
    await assert.rejects(service.deleteMachinePool(locked), {
      kind: 'rejected',
      status: 422,
      mayHaveTakenEffect: false,
    })
    assert.equal((await service.machines(locked)).machines.length, 3)
    const checkout = clusters.find(({ name }) => name === 'checkout')!
    const sick = { provider: 'aws', configUid: checkout.configUid, machinePoolName: 'spot' }
    const { machines } = await service.machines(sick)
    const states = machines.map(({ health, state }) => `${health} ${state}`)
    assert.deepEqual(states, ['UnHealthy Failed', 'Healthy Running', 'Healthy Running'])
  })

  it('lists zones under other names in each account, as clouds do', async () => {
    const { service } = open()
    const [one, other] = (await all(service.cloudAccounts())).map(({ uid }) => uid)
    const zones = (cloudAccountUid = '') =>
      service.listZones({ provider: 'aws', region: 'us-east-1', cloudAccountUid })
    const [first] = await zones(one)
    const same = (await zones(other)).find(({ zoneId }) => zoneId === first?.zoneId)
    assert.notEqual(first?.name, same?.name)
    await assert.rejects(zones('unknown'), { kind: 'notFound' })
  })
})

/** The requests to the sample, over connections that can be changed. */
function requests(onLoad = () => {}) {
  const connections = { all: [{ origin: sampleBaseUrl }] }
  let onChange = () => {}
  const { fetch: sample } = createSampleFetch(
    async () => {
      onLoad()
      return createSample
    },
    {
      get all() {
        return connections.all as Connection[]
      },
      onDidChange(listener) {
        onChange = listener
        return { dispose() {} }
      },
    },
  )
  return { sample, connections, onChange: () => onChange() }
}

describe('Sample: the requests to it', () => {
  it('load it once, with the first, and none but its own are answered', async () => {
    let loads = 0
    const { sample } = requests(() => (loads += 1))
    const others = [
      'https://api.example.com/v1/users/info',
      'https://sample.invalid.example.com/v1/users/info',
      'https://sample.invalid:8443/v1/users/info',
      'http://sample.invalid/v1/users/info',
    ]
    for (const url of others) await assert.rejects(sample(url), TypeError)
    assert.equal(loads, 0)
    assert.equal((await sample(`${sampleBaseUrl}/v1/users/info`)).status, 200)
    assert.equal((await sample(`${sampleBaseUrl}/v1/nothing`)).status, 404)
    assert.equal(loads, 1)
  })

  it('begin anew once the last connection to it is removed', async () => {
    const { sample, connections, onChange } = requests()
    const pool = `${sampleBaseUrl}/v1/cloudconfigs/aws/5a3b1e040000000000000001/machinePools/gpu`
    const isLeaving = async () => {
      const response = await sample(`${pool}/machines`)
      return (await response.text()).includes('deletionTimestamp')
    }
    await sample(pool, { method: 'DELETE' })
    connections.all = [{ origin: 'https://api.example.com' }, { origin: sampleBaseUrl }]
    onChange()
    assert.ok(await isLeaving())
    connections.all = [{ origin: 'https://api.example.com' }]
    onChange()
    assert.ok(!(await isLeaving()))
  })
})
