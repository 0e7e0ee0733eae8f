import { strict as assert } from 'node:assert'
import { accounts, configs } from '../../sandbox/data.ts'
import { Pins } from '../../../src/pins/pins.ts'
import { GlobalState } from '../../../src/globalState.ts'
import { parts } from '../extensionParts.ts'
import { type Row, useSession } from '../helpers.ts'

const account = accounts.awsProduction
const config = configs.checkout
const nodes = (rows: (Row | undefined)[]) => rows.map((row) => row?.node)

describe('View commands: The views’ own menus', () => {
  const session = useSession()

  it('copy the names of several items, one per line', async () => {
    const zones = await session.rows('zones', await session.pinRegion(account, 'us-east-1'))
    const [first, second] = zones
    await session.run('copyName', second?.node, nodes([first, second]))
    assert.equal(session.dialogs.clipboard, 'us-east-1a\nus-east-1b')
    await session.run('copyId', second?.node, nodes([first, second]))
    assert.equal(
      session.dialogs.clipboard,
      `${String(first?.item.description)}\n${String(second?.item.description)}`,
    )
  })

  it('say so if there is nothing to copy', async () => {
    const region = await session.pinRegion(accounts.gcpProduction, 'us-central1')
    const [zone] = await session.rows('zones', region)
    await session.run('copyId', zone?.node)
    assert.equal(session.dialogs.clipboard, undefined)
    assert.deepEqual(session.dialogs.statusMessages, ['Nothing was copied.'])
  })
})

describe('View commands: What is pinned in the views', () => {
  const session = useSession()

  it('is stored in the global state, which Settings Sync syncs', async () => {
    await session.pinRegion(account, 'us-east-1')
    await session.pinPool(config, 'worker-pool')
    // As another start of the extension reads it.
    const pins = new Pins(new GlobalState(parts.globalState))
    const { provider, uid, name } = account
    assert.deepEqual(pins.accounts(session.name), [
      { provider, uid, name, pins: [{ name: 'us-east-1' }] },
    ])
    assert.deepEqual(pins.configs(session.name), [
      {
        provider: config.provider,
        uid: config.uid,
        name: config.clusterName,
        pins: [{ name: 'worker-pool' }],
      },
    ])
    pins.dispose()
  })

  it('is stored by connection', async () => {
    const other = await session.addConnection()
    await session.pinRegion(account, 'us-east-1')
    await session.pinPool(config, 'worker-pool')
    await session.run('manageConnections', other.name)
    assert.deepEqual(await session.rows('zones'), [])
    assert.deepEqual(await session.rows('machinePools'), [])
    await session.run('manageConnections', session.name)
    assert.deepEqual(await session.labels('zones'), [account.name])
    assert.deepEqual(await session.labels('machinePools'), [config.clusterName])
  })
})
