import assert from 'node:assert/strict'
import { createClient } from '../../../src/api/client.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import { Sample, sampleBaseUrl } from '../../../src/connections/sample.ts'
import type { Connection } from '../../../src/connections/connection.ts'
import { createUid } from '../../../src/features/sample/sampleData.ts'
import { createSampleService } from '../../../src/features/sample/sampleService.ts'
import { findProblem } from '../../sandbox/shapes.ts'

/** Opens the sample by the client, and checks each response against the published shapes. */
function openSample(projectUid?: string) {
  let now = Date.parse('2026-11-22T12:00:00Z')
  const sample = createSampleService(() => now)
  let checkedResponses = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sample(input, init)
    const body = await response.clone().text()
    if (response.ok) {
      checkedResponses += 1
      const { status } = response
      assert.equal(findProblem(init?.method ?? 'GET', input as string, { status, body }), undefined)
    }
    return response
  }
  const options = { baseUrl: sampleBaseUrl, apiKey: 'none', projectUid, fetch, retries: false }
  const service = { ...createClient(options), ...createLookups(options) }
  return { service, wait: (ms: number) => (now += ms), countChecked: () => checkedResponses }
}

async function collect<T>(pages: AsyncIterable<{ items: readonly T[] }>): Promise<T[]> {
  const allItems: T[] = []
  for await (const { items } of pages) allItems.push(...items)
  return allItems
}

describe('Sample: Its service', () => {
  it('sends all responses in the published shapes', async () => {
    const { service, countChecked } = openSample()
    assert.equal((await service.whoAmI()).organization, 'Sample')
    assert.equal((await service.projects()).items.length, 2)
    const accounts = await collect(service.cloudAccounts())
    assert.deepEqual(new Set(accounts.map(({ provider }) => provider)), new Set(['aws', 'azure']))
    for (const { provider = '', uid: cloudAccountUid } of accounts) {
      const account = { provider, cloudAccountUid }
      const { items: regions } = await service.regions(account)
      assert.ok(regions.length > 0)
      for (const { name: region, isOptedIn } of regions) {
        const query = { ...account, region }
        const { items: zones } =
          provider === 'aws' ? await service.zones(query) : await service.providerZones(query)
        if (isOptedIn) assert.ok(zones.length > 2, region)
      }
    }
    for (const { configUid, cloudType: provider, health } of await collect(service.clusters())) {
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
    assert.ok(countChecked() > 20)
  })

  it('lists only the clusters of a project if requests have its UID', async () => {
    const { items } = await openSample().service.projects()
    const [project] = items
    const clusters = await collect(openSample(project?.uid).service.clusters())
    assert.deepEqual(
      new Set(clusters.map((cluster) => cluster.project?.uid)),
      new Set([project?.uid]),
    )
    assert.ok(clusters.length < (await collect(openSample().service.clusters())).length)
  })

  const checkout = { provider: 'aws', configUid: createUid(4, 1) }

  it('drains a deleted pool machine by machine, and then removes the pool', async () => {
    const { service, wait } = openSample()
    const pool = { ...checkout, machinePoolName: 'gpu' }
    const getStates = async () => {
      const { machines } = await service.machines(pool)
      return machines.map(
        ({ state, deletionTimestamp }) => `${state} ${Boolean(deletionTimestamp)}`,
      )
    }
    await service.deleteMachinePool(pool)
    assert.deepEqual(await getStates(), ['Deleting true', 'Running false'])
    wait(4_000)
    await service.deleteMachinePool(pool) // does not restart the drain
    assert.deepEqual(await getStates(), ['Deleting true'])
    wait(4_000)
    const { pools } = await service.cloudConfig(checkout)
    assert.ok(!pools.some(({ name }) => name === 'gpu'))
    await assert.rejects(service.deleteMachinePool(pool), { kind: 'notFound' })
  })

  it('refuses to delete a certain pool, and has unhealthy machines', async () => {
    const { service } = openSample()
    const refused = { provider: 'aks', configUid: createUid(4, 2), machinePoolName: 'queries' }
    const refusal = { kind: 'rejected', status: 422, mayHaveTakenEffect: false }
    await assert.rejects(service.deleteMachinePool(refused), refusal)
    assert.equal((await service.machines(refused)).machines.length, 3)
    const { machines } = await service.machines({ ...checkout, machinePoolName: 'spot' })
    const states = machines.map(({ health, state }) => `${health} ${state}`)
    assert.deepEqual(states, ['UnHealthy Failed', 'Healthy Running', 'Healthy Running'])
  })

  it('lists a zone under different names in different accounts, as clouds do', async () => {
    const { service } = openSample()
    const listZones = (cloudAccountUid: string) =>
      service.listZones({ provider: 'aws', region: 'us-east-1', cloudAccountUid })
    const [firstZone] = await listZones(createUid(1, 1))
    const same = (await listZones(createUid(1, 2))).find(
      ({ zoneId }) => zoneId === firstZone?.zoneId,
    )
    assert.notEqual(firstZone?.name, same?.name)
    await assert.rejects(listZones('unknown'), { kind: 'notFound' })
  })
})

/** A sample with connections that tests can change. */
function createChangeableSample() {
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
    setConnections: (...origins: string[]) => {
      connections.all = origins.map((origin) => ({ origin }) as Connection)
      onChange()
    },
  }
}

describe('Sample: Requests to it', () => {
  it('get a response only at its own origin', async () => {
    const { fetch } = createChangeableSample().sample
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

  it('restart it once the last connection to it is removed', async () => {
    const {
      sample: { fetch },
      setConnections,
    } = createChangeableSample()
    const pool = `${sampleBaseUrl}/v1/cloudconfigs/aws/5a3b1e040000000000000001/machinePools/gpu`
    const isLeaving = async () =>
      (await (await fetch(`${pool}/machines`)).text()).includes('deletionTimestamp')
    await fetch(pool, { method: 'DELETE' })
    setConnections('https://api.example.com', sampleBaseUrl)
    assert.ok(await isLeaving())
    setConnections('https://api.example.com')
    assert.ok(!(await isLeaving()))
  })
})
