import { strict as assert } from 'node:assert'
import { configs, projects } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { loading } from '../views.ts'
import { useFilledSession } from './filled.ts'

const { checkout } = configs
const path = `/cloudconfigs/aws/${checkout.uid}`

describe('Machine Pools: A pinned cluster whose list of clusters takes long', () => {
  const session = useFilledSession()

  it('is requested again in its project, which the list tells, if it is denied without', async () => {
    await session.connect()
    await session.rowsNow('machinePools') // the next rows are the first ones
    await session.connect({ name: session.name, baseUrl: session.sandbox.baseUrl })
    session.sandbox.requests.length = 0
    const held = session.hold('/spectroclusters/search')
    session.sandbox.addFault({ path, status: 403 })
    const machinePoolName = 'batch-spot'
    await session.run('pin', { provider: 'aws', configUid: checkout.uid, machinePoolName })
    const [pinned] = await session.rowsNow('machinePools')
    assert.ok(pinned)
    const below = async () =>
      (await session.rowsNow('machinePools', pinned)).map(({ label }) => label)
    await below()
    await until('the request', () => session.reads().length > 0)
    assert.deepEqual(await below(), [machinePoolName, loading])
    held.letGo()
    const cluster = await session.clusterRow(checkout.clusterName)
    assert.equal((await session.labels('machinePools', cluster)).length, checkout.pools.length)
    const own = session.requests('GET').filter(({ url }) => url.includes(path))
    assert.deepEqual(
      own.map(({ headers }) => headers['projectuid']),
      [undefined, projects.production.uid],
    )
  })

  it('says why if it is denied there, too', async () => {
    session.sandbox.addFault({ path, status: 403, times: null })
    const row = await session.clusterRow(checkout.clusterName)
    const [first] = await session.labels('machinePools', row)
    assert.match(first ?? '', /denied|permission/i)
    assert.equal(session.reads().length, 1)
  })
})
