import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { descriptions, searchPath, useFilledSession } from './filled.ts'

const config = configs.checkout
const configPath = `/v1/cloudconfigs/aws/${config.uid}`
const names = ['worker-pool', 'batch-spot', 'control-plane-pool', 'gpu-inference'] // pinned first
const notListed = 'Machine pools not listed'
describe('Machine Pools: The Machine Pools view with lookups missing', () => {
  const session = useFilledSession()
  const keep = () =>
    session.run('pin', {
      provider: config.provider,
      configUid: config.uid,
      configLabel: config.clusterName,
      machinePoolName: 'worker-pool',
    })
  const top = () => session.rows('machinePools')
  const below = async () => session.rows('machinePools', await session.clusterRow('checkout-prod'))

  it('tells an empty view whether listing clusters is unsupported, or there are none', async () => {
    const waitForContext = (state: string) =>
      until(state, () => parts.contextKeys.get('poolkeeper.clusters') === state)
    await session.offer({ clusterSearch: false })
    assert.deepEqual(await top(), [])
    await waitForContext('unsupported')
    await session.offer('all')
    session.sandbox.data.configs = []
    assert.deepEqual(await top(), [])
    await waitForContext('none')
    session.sandbox.data.configs = [structuredClone(config)]
    await session.run('refreshMachinePools')
    assert.equal((await top()).length, 1)
    await waitForContext('some')
  })

  it('shows an error if every response is a web page, even the first one', async () => {
    const headers = { 'Content-Type': 'text/html' }
    session.sandbox.addFault({ status: 200, body: '<html>Sign in</html>', headers, times: null })
    await session.setKey(session.name, session.sandbox.apiKey)
    for (const view of ['zones', 'machinePools'] as const) {
      await session.run(view === 'zones' ? 'refreshZones' : 'refreshMachinePools')
      const rows = await session.rows(view)
      const looks = rows.map(({ label, item }) => [label, item.command?.command])
      assert.deepEqual(looks, [['Unexpected response', undefined]], view)
    }
  })

  // What counts as not offered is in the unit tests of capabilities.
  it('shows what is pinned if listing clusters is unsupported', async () => {
    await session.offer({ clusterSearch: false })
    await keep()
    await session.run('refreshMachinePools')
    session.sandbox.requests.length = 0
    assert.deepEqual(await session.labels('machinePools'), ['checkout-prod'])
    assert.deepEqual(descriptions(await top()), [''])
    assert.equal(session.searches().length, 1) // not again until it is refreshed
    assert.deepEqual(
      (await below()).map(({ label }) => label),
      names,
    )
    assert.deepEqual(session.dialogs.unseenTexts, [])
  })

  // That it can’t be read is of this one alone; a 404 may be of them all.
  for (const [offer, label] of [
    [false, notListed],
    [403, 'Access denied'],
  ] as const) {
    it(`shows the number of pools if a cloud config can’t be read: ${label}`, async () => {
      await session.offer({ cloudConfig: offer })
      const { item } = await session.clusterRow('checkout-prod')
      assert.equal(item.description, '4 pools')
      assert.deepEqual(
        (await below()).map((row) => row.label),
        [label],
      )
      assert.deepEqual(session.dialogs.unseenTexts, [])
    })
  }

  it('shows an error of the list as a row, with what is pinned and Retry', async () => {
    await keep()
    await session.run('refreshMachinePools')
    session.sandbox.addFault({ path: searchPath, status: 500, times: null })
    const [failure, kept] = await top()
    assert.equal(failure?.label, 'Service error')
    assert.equal(kept?.label, 'checkout-prod')
    assert.deepEqual(session.dialogs.unseenTexts, [])
    session.sandbox.clearFaults()
    await session.run('refresh', failure.node)
    assert.deepEqual(await session.labels('machinePools'), ['Production', 'Staging'])
  })

  it('shows an error of a cloud config as a row, with what is pinned and Retry', async () => {
    await keep()
    await session.run('refreshMachinePools')
    const cluster = await session.clusterRow('checkout-prod')
    const searches = session.searches().length
    session.sandbox.addFault({ path: configPath, status: 500, times: null })
    const [failure, ...rows] = await session.rows('machinePools', cluster)
    assert.equal(failure?.label, 'Service error')
    assert.deepEqual(
      rows.map(({ label, item }) => [label, item.description]),
      [['worker-pool', '']],
    )
    session.sandbox.clearFaults()
    await session.run('refresh', failure.node)
    assert.deepEqual(await session.labels('machinePools', cluster), names)
    assert.equal(session.searches().length, searches)
  })
})
