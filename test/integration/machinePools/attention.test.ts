import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { getItemName, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { configs, projects } from '../../sandbox/data.ts'
import { failDeletion } from '../deletion/pools.ts'
import { parts } from '../extensionParts.ts'
import { closeViews } from '../helpers.ts'
import { getLoadedPick, requireRow } from '../lookups.ts'
import { useFilledSession } from './filled.ts'

const { checkout } = configs
const shown = ({ items }: FakeQuickPick) =>
  items.filter(({ kind }) => kind === undefined).map(getItemName)
const detail = ({ items }: FakeQuickPick, label: string) =>
  items.find((item) => getItemName(item).startsWith(label))?.detail

describe('Machine Pools: Show Machine Pools in This Zone', () => {
  afterEach(closeViews)
  const session = useFilledSession()
  const open = async (...path: string[]) => {
    const running = session.run('showPoolsInZone', (await requireRow(session, ...path)).node)
    return { running, list: await getLoadedPick(session) }
  }

  it('lists pools by cluster, loads what it needs, and reveals the selected pool', async () => {
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1d')
    assert.match(list.title ?? '', /^Machine Pools in us-east-1d \(use1-az\d\)$/)
    assert.deepEqual(shown(list), ['gpu-inference'])
    assert.deepEqual(
      list.items
        .filter(({ kind, label }) => kind !== undefined && label !== '')
        .map(({ label }) => label),
      ['checkout-prod · Production'],
    )
    const { url } =
      session.requests('GET').find(({ url: requestUrl }) => /azure|gcp/.test(requestUrl)) ?? {}
    assert.equal(url, undefined, 'clusters of other clouds are not loaded')
    list.select('gpu-inference')
    await running
    const [node] = parts.views.get(viewIds.machinePools)?.selection ?? []
    assert.equal((node as { machinePoolName?: string }).machinePoolName, 'gpu-inference')
  })

  it('includes pools of a pinned cluster that the service doesn’t list', async () => {
    session.sandbox.lookups = { clusterSearch: 405 }
    const { provider, uid: configUid } = checkout
    await session.run('pin', { provider, configUid, machinePoolName: 'worker-pool' })
    const { list, running } = await open('aws-production', 'us-east-1', 'us-east-1d')
    assert.deepEqual(shown(list), ['gpu-inference'])
    list.escape()
    await running
  })

  it('includes pools without zones that have machines there, and counts those of which it isn’t known', async () => {
    const config = session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)
    const of = (name: string) => config?.pools.find((pool) => pool.name === name) ?? assert.fail()
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
    assert.match(detail(list, '$(warning)') ?? '', /permission .* \(403\)/)
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

  it('says that no pools were found among what could be loaded', async () => {
    await session.run(
      'showPoolsInZone',
      (await requireRow(session, 'aws-production', 'us-east-1', 'us-east-1e')).node,
    )
    assert.match(
      (await session.dialogs.message()).text,
      /^No machine pools found in us-east-1e \(use1-az\d\)\.$/,
    )
  })
})

describe('Machine Pools: What needs attention, in Go to Machine Pool', () => {
  afterEach(closeViews)
  const session = useFilledSession()
  const poolIn = ({ uid }: { uid: string }, name: string) => {
    const pool = session.sandbox.data.configs
      .find((config) => config.uid === uid)
      ?.pools.find((candidate) => candidate.name === name)
    return pool ?? assert.fail()
  }
  const open = async () => {
    const running = session.run('goToMachinePool')
    return { running, list: await getLoadedPick(session) }
  }
  /** The entries of the group, which is the first one. */
  const found = (list: FakeQuickPick) => {
    const [heading, ...items] = list.items.filter(({ label }) => label !== '')
    if (heading?.label !== 'needs attention') return []
    const end = items.findIndex(({ kind }) => kind !== undefined)
    return items.slice(0, end === -1 ? undefined : end).map(({ label }) => label)
  }

  it('includes pools with unhealthy machines, each once', async () => {
    poolIn(checkout, 'worker-pool').unhealthy = 2
    await session.rows('machinePools', await session.poolRow(checkout, 'worker-pool'))
    session.sandbox.requests.length = 0
    const { list, running } = await open()
    assert.deepEqual(found(list), ['worker-pool'])
    assert.match(detail(list, 'worker-pool') ?? '', /^Unhealthy nodes: 2 of 6 · /)
    const ofCheckout = list.items.filter(({ description = '' }) =>
      description.startsWith(checkout.clusterName),
    )
    assert.equal(ofCheckout.length, checkout.pools.length)
    assert.ok(!session.requests('GET').some(({ url }) => url.includes('/machines')))
    list.select('worker-pool')
    await running
    const [node] = parts.views.get(viewIds.machinePools)?.selection ?? []
    assert.equal((node as { machinePoolName?: string }).machinePoolName, 'worker-pool')
  })

  it('includes deletions whose outcome is unknown', async () => {
    await failDeletion(session, await session.poolRow(checkout, 'worker-pool'), { status: 500 })
    const { list, running } = await open()
    assert.deepEqual(found(list), ['worker-pool'])
    assert.match(detail(list, 'worker-pool') ?? '', /^may have been deleted/)
    const choice = list.items.find(({ label }) => label.endsWith('worker-pool'))
    assert.equal(choice?.description, 'checkout-prod · Production · aws')
    list.escape()
    await running
  })

  it('leaves out pools of another project, which the view doesn’t show', async () => {
    await failDeletion(session, await session.poolRow(checkout, 'worker-pool'), { status: 500 })
    await session.enterProject(projects.staging.uid)
    const { list, running } = await open()
    assert.deepEqual(found(list), [])
    list.escape()
    await running
  })
})
