import assert from 'node:assert/strict'
import { createClient } from '../../../src/api/client.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import { Sample, sampleBaseUrl } from '../../../src/connections/sample.ts'
import type { Connection } from '../../../src/connections/connection.ts'
import { createUid } from '../../../src/features/sample/sampleData.ts'
import { createSampleService } from '../../../src/features/sample/sampleService.ts'
import { findProblem } from '../../sandbox/shapes.ts'

/** The sample, by the client, with each answer held to the published shapes. */
function open(projectUid?: string) {
  let now = Date.parse('2026-11-22T12:00:00Z')
  const sample = createSampleService(() => now)
  let held = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sample(input, init)
    const body = await response.clone().text()
    if (response.ok) {
      held += 1
      const { status } = response
      assert.equal(findProblem(init?.method ?? 'GET', input as string, { status, body }), undefined)
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
    assert.equal((await service.projects()).items.length, 2)
    const accounts = await all(service.cloudAccounts())
    assert.deepEqual(new Set(accounts.map(({ provider }) => provider)), new Set(['aws', 'azure']))
    for (const { provider = '', uid: cloudAccountUid } of accounts) {
      const place = { provider, cloudAccountUid }
      const { items: regions } = await service.regions(place)
      assert.ok(regions.length > 0)
      for (const { name: region, isOptedIn } of regions) {
        const query = { ...place, region }
        const { items: zones } =
          provider === 'aws' ? await service.zones(query) : await service.providerZones(query)
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
    const { items } = await open().service.projects()
    const [project] = items
    const own = await all(open(project?.uid).service.clusters())
    assert.deepEqual(new Set(own.map((cluster) => cluster.project?.uid)), new Set([project?.uid]))
    assert.ok(own.length < (await all(open().service.clusters())).length)
  })

  const checkout = { provider: 'aws', configUid: createUid(4, 1) }

  it('drains a pool that is deleted, machine by machine, until it is gone', async () => {
    const { service, pass } = open()
    const pool = { ...checkout, machinePoolName: 'gpu' }
    const states = async () => {
      const { machines } = await service.machines(pool)
      return machines.map(
        ({ state, deletionTimestamp }) => `${state} ${Boolean(deletionTimestamp)}`,
      )
    }
    await service.deleteMachinePool(pool)
    assert.deepEqual(await states(), ['Deleting true', 'Running false'])
    pass(4_000)
    await service.deleteMachinePool(pool) // which does not begin again
    assert.deepEqual(await states(), ['Deleting true'])
    pass(4_000)
    const { pools } = await service.cloudConfig(checkout)
    assert.ok(!pools.some(({ name }) => name === 'gpu'))
    await assert.rejects(service.deleteMachinePool(pool), { kind: 'notFound' })
  })

  it('refuses one deletion, and has unhealthy machines', async () => {
    const { service } = open()
    const locked = { provider: 'aks', configUid: createUid(4, 2), machinePoolName: 'queries' }
    const refusal = { kind: 'rejected', status: 422, mayHaveTakenEffect: false }
    await assert.rejects(service.deleteMachinePool(locked), refusal)
    assert.equal((await service.machines(locked)).machines.length, 3)
    const { machines } = await service.machines({ ...checkout, machinePoolName: 'spot' })
    const states = machines.map(({ health, state }) => `${health} ${state}`)
    assert.deepEqual(states, ['UnHealthy Failed', 'Healthy Running', 'Healthy Running'])
  })

  it('lists zones under other names in each account, as clouds do', async () => {
    const { service } = open()
    const zones = (cloudAccountUid: string) =>
      service.listZones({ provider: 'aws', region: 'us-east-1', cloudAccountUid })
    const [first] = await zones(createUid(1, 1))
    const same = (await zones(createUid(1, 2))).find(({ zoneId }) => zoneId === first?.zoneId)
    assert.notEqual(first?.name, same?.name)
    await assert.rejects(zones('unknown'), { kind: 'notFound' })
  })
})

/** The requests to the sample, over connections that can be changed. */
function requests() {
  const connections = { all: [{ origin: sampleBaseUrl }] as Connection[] }
  let onChange = () => {}
  const observed = {
    get all() {
      return connections.all
    },
    onDidChange(listener: () => void) {
      onChange = () => listener()
      return { dispose() {} }
    },
  }
  const sample = new Sample(observed, createSampleService)
  return {
    sample,
    change: (...origins: string[]) => {
      connections.all = origins.map((origin) => ({ origin }) as Connection)
      onChange()
    },
  }
}

describe('Sample: the requests to it', () => {
  it('are answered by it, and none but its own', async () => {
    const { fetch } = requests().sample
    for (const origin of [
      'https://api.example.com',
      'https://sample.invalid.example.com',
      'https://sample.invalid:8443',
      'http://sample.invalid',
    ]) {
      await assert.rejects(fetch(`${origin}/v1/users/info`), TypeError)
    }
    assert.equal((await fetch(`${sampleBaseUrl}/v1/users/info`)).status, 200)
    assert.equal((await fetch(`${sampleBaseUrl}/v1/nothing`)).status, 404)
  })

  it('begin anew once the last connection to it is removed', async () => {
    const {
      sample: { fetch },
      change,
    } = requests()
    const pool = `${sampleBaseUrl}/v1/cloudconfigs/aws/5a3b1e040000000000000001/machinePools/gpu`
    const isLeaving = async () =>
      (await (await fetch(`${pool}/machines`)).text()).includes('deletionTimestamp')
    await fetch(pool, { method: 'DELETE' })
    change('https://api.example.com', sampleBaseUrl)
    assert.ok(await isLeaving())
    change('https://api.example.com')
    assert.ok(!(await isLeaving()))
  })
})
