import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import type { ZonesNode } from '../../../src/ui/trees/nodes.ts'
import { testClock } from '../../clock.ts'
import type { FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { accounts, configs, type MachinePool } from '../../sandbox/data.ts'
import { zonesOf } from '../../sandbox/regions.ts'
import { failDeletion } from '../deletion/pools.ts'
import { parts } from '../extensionParts.ts'
import { closeViews, until } from '../helpers.ts'
import { nextPick, rowAt } from '../lookups.ts'
import { useFilledSession } from './filled.ts'

const { checkout, storefront } = configs
const shown = ({ items }: FakeQuickPick) =>
  items.filter(({ label, kind }) => kind === undefined && label !== '').map(({ label }) => label)
const detail = ({ items }: FakeQuickPick, label: string) =>
  items.find((item) => item.label === label)?.detail

describe('Machine Pools: Show Machine Pools in This Zone', () => {
  afterEach(closeViews)
  const session = useFilledSession()
  const open = async (...path: string[]) => {
    const running = session.run('showPoolsInZone', (await rowAt(session, ...path)).node)
    return { running, list: await nextPick(session) }
  }

  it('lists them by cluster, loads what it needs, and reveals the one that is selected', async () => {
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1d')
    assert.match(list.title ?? '', /^Machine Pools in us-east-1d \(use1-az\d\)$/)
    assert.deepEqual(shown(list), ['gpu-inference'])
    assert.deepEqual(
      list.items
        .filter(({ kind, label }) => kind !== undefined && label !== '')
        .map(({ label }) => label),
      ['checkout-prod · Production'],
    )
    const { url } = session.requests('GET').find(({ url: one }) => /azure|gcp/.test(one)) ?? {}
    assert.equal(url, undefined, 'clusters of other clouds are not loaded')
    list.choose('gpu-inference')
    await running
    const [node] = parts.views.get(viewIds.machinePools)?.selection ?? []
    assert.equal((node as { machinePoolName?: string }).machinePoolName, 'gpu-inference')
  })

  it('has those of other AWS accounts in the same zone by its ID, whatever it is called there', async () => {
    const own = zonesOf('aws', 'us-east-1', accounts.awsProduction.uid) ?? []
    const other = zonesOf('aws', 'us-east-1', accounts.awsAudit.uid) ?? []
    const zone = own.find(({ name }) => name === 'us-east-1a')
    const same = other.find(({ zoneId }) => zoneId === zone?.zoneId)
    assert.ok(same && same.name !== 'us-east-1a')
    const pool = (name: string, azs: string[]): MachinePool => ({
      ...checkout.pools[0]!,
      name,
      azs,
    })
    session.sandbox.data.configs.push({
      ...structuredClone(checkout),
      uid: 'audit-config',
      clusterUid: 'audit-cluster',
      clusterName: 'audit',
      accountUid: accounts.awsAudit.uid,
      pools: [pool('same-zone', [same.name]), pool('same-name', ['us-east-1a'])],
    })
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1a')
    assert.ok(shown(list).includes('same-zone'))
    assert.ok(!shown(list).includes('same-name'))
    assert.ok(list.items.some(({ label }) => label === 'audit · Production · aws-audit'))
    list.escape()
    await running
  })

  it('asks an account once whose zones can’t be listed, however many clusters it has', async () => {
    for (const name of ['audit-a', 'audit-b', 'audit-c']) {
      session.sandbox.data.configs.push({
        ...structuredClone(checkout),
        uid: `${name}-config`,
        clusterUid: `${name}-cluster`,
        clusterName: name,
        accountUid: accounts.awsAudit.uid,
      })
    }
    const ofAudit = `cloudAccountUid=${accounts.awsAudit.uid}`
    session.sandbox.addFault({ path: ofAudit, status: 403, times: null })
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1a')
    assert.ok(shown(list).includes('$(warning) Regions not shown: 1'))
    const asked = session.requests('GET').filter(({ url }) => url.includes(ofAudit))
    assert.equal(asked.length, 1)
    list.escape()
    await running
  })

  it('has none of another Azure account, whose numbers mean other zones', async () => {
    session.sandbox.data.configs.push({
      ...structuredClone(configs.dataPlatform),
      uid: 'research-config',
      clusterUid: 'research-cluster',
      clusterName: 'research',
      accountUid: accounts.azureResearch.uid,
    })
    const { list, running } = await open('azure-production', 'westeurope', '2')
    assert.equal(list.title, 'Machine Pools in westeurope · 2')
    assert.deepEqual(shown(list), ['master-pool', 'spark-executors', 'kafka-brokers'])
    assert.equal(session.reads().includes('research-config'), false)
    list.escape()
    await running
  })

  it('has those of a pinned cluster that the service doesn’t list', async () => {
    session.sandbox.lookups = { clusterSearch: 405 }
    const { provider, uid: configUid } = checkout
    await session.run('addMachinePool', { provider, configUid, machinePoolName: 'worker-pool' })
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1d')
    assert.deepEqual(shown(list), ['gpu-inference'])
    list.escape()
    await running
  })

  it('says how many clusters couldn’t be loaded', async () => {
    session.sandbox.addFault({ path: `/eks/${configs.billing.uid}`, status: 403, times: null })
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1d')
    assert.deepEqual(shown(list), ['gpu-inference', '$(warning) Clusters not shown: 1'])
    list.escape()
    await running
  })

  it('has pools without zones of their own that have machines there, and says of which it isn’t known', async () => {
    const own = session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)
    const of = (name: string) => own?.pools.find((one) => one.name === name) ?? assert.fail()
    of('worker-pool').azs = []
    of('batch-spot').azs = []
    const machine = { metadata: { uid: 'm', name: 'm' }, spec: { az: 'us-east-1d' } }
    const body = JSON.stringify({ items: [machine], listmeta: { count: 1 } })
    session.sandbox.addFault({ path: '/machinePools/worker-pool/machines', body, times: null })
    session.sandbox.addFault({ path: '/batch-spot/machines', status: 403, times: null })
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1d')
    assert.deepEqual(shown(list).sort(), [
      '$(warning) Machine pools not shown: 1',
      'gpu-inference',
      'worker-pool',
    ])
    list.escape()
    await running
  })

  it('says how many clusters there are whose region isn’t known', async () => {
    const spec = { clusterConfig: {}, cloudAccountRef: {}, machinePoolConfig: [{ name: 'p' }] }
    session.sandbox.addFault({
      path: `/eks/${configs.billing.uid}`,
      body: JSON.stringify({ metadata: {}, spec }),
      times: null,
    })
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1d')
    assert.deepEqual(shown(list), ['gpu-inference', '$(warning) Clusters not shown: 1'])
    list.escape()
    await running
  })

  it('says that there are none in what could be loaded', async () => {
    await session.run(
      'showPoolsInZone',
      (await rowAt(session, 'aws-production', 'us-east-1', 'us-east-1e')).node,
    )
    assert.match(
      (await session.dialogs.message()).text,
      /^No machine pools found in us-east-1e \(use1-az\d\) among those that could be loaded\.$/,
    )
  })
})

describe('Machine Pools: Show What Needs Attention', () => {
  afterEach(closeViews)
  const session = useFilledSession()
  const poolIn = ({ uid }: { uid: string }, name: string) => {
    const pool = session.sandbox.data.configs
      .find((one) => one.uid === uid)
      ?.pools.find((one) => one.name === name)
    return pool ?? assert.fail()
  }
  const open = async () => {
    const running = session.run('showAttention')
    return { running, list: await nextPick(session) }
  }
  /** Makes all zones available. */
  const mendZones = () => {
    session.sandbox.data.zoneStates = {}
  }

  it('lists zones that aren’t available and have machine pools, and reveals them', async () => {
    const own = zonesOf('aws', 'eu-central-1', accounts.awsStaging.uid) ?? []
    const impaired = own.find(({ zoneId }) => zoneId === 'euc1-az3')?.name ?? assert.fail()
    poolIn(storefront, 'worker-pool').azs = [impaired]
    const { list, running } = await open()
    assert.equal(detail(list, impaired), 'Zone with machine pools: impaired')
    list.choose(impaired)
    await running
    const [node] = parts.views.get(viewIds.zones)?.selection ?? []
    assert.equal((node as ZonesNode & { name?: string }).name, impaired)
  })

  it('lists pools with unhealthy machines, and with machines outside their zones', async () => {
    mendZones()
    poolIn(checkout, 'worker-pool').unhealthy = 2
    session.sandbox.addFault({
      path: `/machinePools/gpu-inference/machines`,
      body: JSON.stringify({
        items: [{ metadata: { uid: 'm', name: 'm' }, spec: { az: 'us-east-1b' } }],
        listmeta: { count: 1 },
      }),
      times: null,
    })
    const { list, running } = await open()
    assert.equal(detail(list, 'worker-pool'), 'Unhealthy machines: 2 of 6')
    assert.equal(detail(list, 'gpu-inference'), 'Machines outside the configured zones: us-east-1b')
    assert.equal(shown(list).length, 2)
    list.choose('worker-pool')
    await running
    const [node] = parts.views.get(viewIds.machinePools)?.selection ?? []
    assert.equal((node as { machinePoolName?: string }).machinePoolName, 'worker-pool')
  })

  it('has no machines that are gone, and neither have rows and tooltips', async () => {
    mendZones()
    const machine = (uid: string, state: string, health: string) => ({
      metadata: { uid, name: uid },
      spec: { az: 'us-east-1d' },
      status: { instanceState: state, health: { state: health } },
    })
    session.sandbox.addFault({
      path: `/machinePools/gpu-inference/machines`,
      body: JSON.stringify({
        items: [machine('a', 'Running', 'Healthy'), machine('b', 'Deleted', 'UnHealthy')],
      }),
      times: null,
    })
    const row = () => session.poolRow(checkout, 'gpu-inference')
    assert.deepEqual(await session.labels('machinePools', await row()), ['a'])
    assert.match(String((await row()).item.description), /^1 · /)
    assert.match((await row()).tooltip, /\nNodes: 1\n.*Zones: us-east-1d \(1\)\n/s)
    await session.run('showAttention')
    assert.match((await session.dialogs.message()).text, /^Nothing that needs attention was found/)
  })

  it('lists a cluster with unhealthy nodes where its machines can’t be listed, and reveals it', async () => {
    mendZones()
    poolIn(checkout, 'worker-pool').unhealthy = 1
    session.sandbox.addFault({
      path: `/aws/${checkout.uid}/machinePools/`,
      status: 403,
      times: null,
    })
    const { list, running } = await open()
    assert.match(detail(list, 'checkout-prod') ?? '', /^\d+(\/\d+)? healthy$/)
    // These four, and all others if none was ever readable before: then machines count as not supported.
    const unchecked = /^\$\(warning\) Machine pools not checked: (4|21)$/
    await until('the others', () => shown(list).some((label) => unchecked.test(label)))
    list.choose('checkout-prod')
    await running
    const [node] = parts.views.get(viewIds.machinePools)?.selection ?? []
    assert.equal((node as { kind?: string }).kind, 'cloudConfig')
  })

  it('checks a pinned cluster that the service doesn’t list', async () => {
    session.sandbox.lookups = { clusterSearch: 405 }
    const { provider, uid: configUid } = checkout
    await session.run('addMachinePool', { provider, configUid, machinePoolName: 'gone-pool' })
    poolIn(checkout, 'worker-pool').unhealthy = 1
    const { list, running } = await open()
    assert.equal(detail(list, 'worker-pool'), 'Unhealthy machines: 1 of 6')
    list.escape()
    await running
  })

  it('goes on where it was refused, once it is asked to', async () => {
    mendZones()
    poolIn(checkout, 'worker-pool').unhealthy = 1
    poolIn(checkout, 'gpu-inference').unhealthy = 1
    const headers = { 'Retry-After': '3600' }
    session.sandbox.addFault({
      path: '/gpu-inference/machines',
      status: 429,
      times: null,
      headers,
    })
    const { list, running } = await open()
    await until('the refusal', () => shown(list).includes('$(warning) Couldn’t load the list'))
    session.sandbox.clearFaults()
    list.choose('$(search) Search All Clusters')
    await until('the rest', () => detail(list, 'gpu-inference') === 'Unhealthy machines: 1 of 2')
    await until('its end', () => !shown(list).some((label) => label.startsWith('$(warning)')))
    assert.equal(shown(list).filter((label) => label === 'worker-pool').length, 1)
    list.escape()
    await running
  })

  it('still says after a refusal which regions were not checked before it', async () => {
    mendZones()
    const headers = { 'Retry-After': '3600' }
    session.sandbox.addFault({ path: '/regions/us-east-1/', status: 403, times: null })
    session.sandbox.addFault({
      path: `/${storefront.uid}/machinePools/`,
      status: 429,
      times: null,
      headers,
    })
    const { list, running } = await open()
    await until('the refusal', () => shown(list).includes('$(warning) Couldn’t load the list'))
    session.sandbox.clearFaults()
    list.choose('$(search) Search All Clusters')
    await running
    assert.match((await session.dialogs.message()).text, /Regions not checked: 1\. /)
  })

  it('lists deletions whose outcome is not known', async () => {
    mendZones()
    await failDeletion(session, await session.poolRow(checkout, 'worker-pool'), { status: 500 })
    const { list, running } = await open()
    assert.match(detail(list, 'worker-pool') ?? '', /^may have been deleted/)
    list.escape()
    await running
  })

  it('says that nothing was found, and what couldn’t be checked', async () => {
    mendZones()
    await session.run('showAttention')
    const nothing = 'Nothing that needs attention was found in what could be loaded.'
    assert.equal((await session.dialogs.message()).text, nothing)
    session.sandbox.addFault({ path: `/eks/${configs.billing.uid}`, status: 403, times: null })
    await session.run('refreshMachinePools')
    await session.run('showAttention')
    const { text } = await session.dialogs.message()
    assert.ok(text.startsWith(`${nothing} Clusters not checked: 1. `), text)
    assert.match(text, /\(403\)/)
  })

  it('loads what is older than a minute again', async () => {
    mendZones()
    await session.run('showAttention')
    await session.dialogs.message()
    session.sandbox.requests.length = 0
    await session.run('showAttention')
    await session.dialogs.message()
    assert.equal(session.sandbox.requests.length, 0)
    poolIn(checkout, 'worker-pool').unhealthy = 1
    const restore = testClock.putForward(2)
    const { list, running } = await open()
    restore()
    assert.equal(detail(list, 'worker-pool'), 'Unhealthy machines: 1 of 6')
    list.escape()
    await running
  })

  it('asks for the zones of a region once that can’t be listed', async () => {
    mendZones()
    session.sandbox.data.configs.push({
      ...structuredClone(checkout),
      uid: 'second-config',
      clusterUid: 'second-cluster',
      clusterName: 'second',
    })
    const inRegion = '/regions/us-east-1/'
    session.sandbox.addFault({ path: inRegion, status: 403, times: null })
    await session.run('showAttention')
    assert.match((await session.dialogs.message()).text, /Regions not checked: 1\. /)
    const asked = session.requests('GET').filter(({ url }) => url.includes(inRegion))
    assert.equal(asked.length, 1)
  })

  it('asks no more once the key is refused', async () => {
    mendZones()
    await session.rows('machinePools')
    session.sandbox.requests.length = 0
    session.sandbox.addFault({ path: '/machines', status: 401, times: null })
    const { list, running } = await open()
    assert.ok(shown(list).some((label) => label === '$(warning) Couldn’t load the list'))
    assert.ok(session.requests('GET').filter(({ url }) => url.includes('/machines')).length < 20)
    list.escape()
    await running
  })
})
