import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { accounts } from '../../sandbox/data.ts'
import { provided, type Row, until, useSession } from '../helpers.ts'

const account = accounts.awsProduction

describe('Zones: The zones of a region', () => {
  const session = useSession()
  let region: Row

  beforeEach(async () => {
    region = await session.addRegion(account, 'us-east-1')
    session.sandbox.requests.length = 0
  })

  it('are read once, however often they are shown', async () => {
    await session.run('refreshZones')
    for (let times = 0; times < 5; times++) await session.rows('zones', region)
    assert.equal(session.requests().length, 1)
  })

  it('are read once where two ask at the same time', async () => {
    await session.run('refreshZones')
    const [one, two] = await Promise.all([1, 2].map(() => session.labels('zones', region)))
    assert.deepEqual(one, two)
    assert.equal(one?.length, 6)
    assert.equal(session.requests().length, 1)
  })

  it('are read again after Refresh, for one region or all', async () => {
    const other = await session.addRegion(account, 'eu-west-1')
    const readAfter = async (command: 'refreshZones' | 'refresh', node?: unknown) => {
      session.sandbox.requests.length = 0
      await session.run(command, node)
      await session.rows('zones', region)
      await session.rows('zones', other)
      return session.requests().map(({ url }) => url.split('/')[5])
    }
    assert.deepEqual(await readAfter('refresh', region.node), ['us-east-1'])
    assert.deepEqual(await readAfter('refreshZones'), ['us-east-1', 'eu-west-1'])
  })

  it('are read again after the key has changed', async () => {
    let changes = 0
    const subscription = provided('zones').onDidChangeTreeData?.(() => changes++)
    await session.setKey(session.name, 'another-key')
    await until('the view anew', () => changes > 0)
    subscription?.dispose()
    const [row] = await session.rows('zones', region)
    assert.equal(row?.item.command?.command, commandIds.setApiKey)
    assert.equal(session.requests()[0]?.headers['apikey'], 'another-key')
  })
})
