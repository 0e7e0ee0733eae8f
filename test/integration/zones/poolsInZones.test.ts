import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { getTreeProvider, until } from '../helpers.ts'
import { getRequestedPaths, requireRow } from '../lookups.ts'

describe('Zones: The machine pools in a zone', () => {
  const session = useFilledSession()
  const region = ['aws-production', 'us-east-1']
  const described = async (zone = 'us-east-1a') =>
    String((await requireRow(session, ...region, zone)).item.description)

  /** Loads the pools of all clusters of the account, as expanding their items does. */
  async function expand(...clusters: (keyof typeof configs)[]): Promise<void> {
    for (const name of clusters) {
      await session.rows('machinePools', await session.clusterRow(configs[name].clusterName))
    }
  }

  it('are counted in its row from what is loaded, without a request', async () => {
    assert.match(await described(), /^use1-az\d$/, 'nothing is loaded')
    await expand('checkout')
    await until('the look at events', () =>
      getRequestedPaths(session).some((path) => path.includes('/events/')),
    )
    session.sandbox.requests.length = 0
    assert.match(await described(), / · at least 3 pools$/, 'billing-prod may have others')
    const { tooltip } = await requireRow(session, ...region, 'us-east-1d')
    assert.match(tooltip, /\nMachine pools: at least 1$/)
    assert.deepEqual(getRequestedPaths(session), [])
    await expand('billing')
    assert.match(await described(), / · 3 pools$/)
    assert.match(await described('us-east-1d'), / · 1 pool$/)
    assert.match(await described('us-east-1e'), /^use1-az\d$/)
    assert.match(
      (await requireRow(session, ...region, 'us-east-1e')).tooltip,
      /\nMachine pools: 0$/,
    )
  })

  it('appear in an open view', async () => {
    await described()
    let changes = 0
    const subscription = getTreeProvider('zones').onDidChangeTreeData?.(() => (changes += 1))
    await expand('checkout')
    await until('another drawing', () => changes > 0)
    subscription?.dispose()
    assert.match(await described(), / pools$/)
  })

  it('don’t include those of a cluster that is gone, once the list is loaded again', async () => {
    await expand('checkout', 'billing')
    assert.match(await described(), / · 3 pools$/)
    const { data } = session.sandbox
    data.configs = data.configs.filter(({ uid }) => uid !== configs.checkout.uid)
    const { node } = await session.clusterRow(configs.billing.clusterName)
    await session.run('refresh', node)
    await expand('billing')
    assert.match(await described(), /^use1-az\d$/)
  })

  it('have the number of machines by zone in their tooltip, once the machines are listed', async () => {
    await session.rows('machinePools', await session.poolRow(configs.checkout, 'worker-pool'))
    const { tooltip } = await session.poolRow(configs.checkout, 'worker-pool')
    assert.match(tooltip, /\nNodes by zone: us-east-1a \(2\), us-east-1b \(2\), us-east-1c \(2\)\n/)
  })
})
