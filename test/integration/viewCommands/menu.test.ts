import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { accounts, configs } from '../../sandbox/data.ts'
import { TrackedItems } from '../../../src/inventory/trackedItems.ts'
import { parts } from '../extensionParts.ts'
import { type Row, useSession } from '../helpers.ts'

const account = accounts.awsProduction
const config = configs.checkout
const nodes = (rows: (Row | undefined)[]) => rows.map((row) => row?.node)

describe('View commands: The views’ own menus', () => {
  const session = useSession()

  it('copy the name and the id of a zone', async () => {
    const region = await session.addRegion(account, 'us-east-1')
    const [zone] = await session.rows('zones', region)
    await session.run('copyName', zone?.node)
    assert.equal(session.dialogs.clipboard, 'us-east-1a')
    await session.run('copyId', zone?.node)
    assert.equal(session.dialogs.clipboard, zone?.item.description)
  })

  it('copy those of several, one on a line', async () => {
    const zones = await session.rows('zones', await session.addRegion(account, 'us-east-1'))
    const [first, second] = zones
    await session.run('copyName', second?.node, nodes([first, second]))
    assert.equal(session.dialogs.clipboard, 'us-east-1a\nus-east-1b')
    await session.run('copyId', second?.node, nodes([first, second]))
    assert.equal(
      session.dialogs.clipboard,
      `${String(first?.item.description)}\n${String(second?.item.description)}`,
    )
  })

  it('copy the label of an account or a cloud config as its name, and its uid as its id', async () => {
    await session.addRegion(account, 'us-east-1')
    await session.addPool(config, 'worker-pool')
    for (const [view, { uid }, label] of [
      ['zones', account, account.name],
      ['machinePools', config, config.clusterName],
    ] as const) {
      const row = await session.row(view, label)
      await session.run('copyName', row?.node)
      assert.equal(session.dialogs.clipboard, label)
      await session.run('copyId', row?.node)
      assert.equal(session.dialogs.clipboard, uid)
    }
  })

  it('say so where there is nothing to copy', async () => {
    const region = await session.addRegion(accounts.gcpProduction, 'us-central1')
    const [zone] = await session.rows('zones', region)
    await session.run('copyId', zone?.node)
    assert.equal(session.dialogs.clipboard, undefined)
    assert.deepEqual(session.dialogs.statusMessages, ['There is nothing to copy'])
  })

  it('remove a region, several of them, or the account with all', async () => {
    const add = (region: string) => session.addRegion(account, region)
    const [one, two, three] = [
      await add('us-east-1'),
      await add('us-east-2'),
      await add('eu-west-1'),
    ]
    await add('eu-west-2')
    await session.run('unpin', one.node)
    await session.run('unpin', two.node, nodes([two, three]))
    const row = await session.row('zones', account.name)
    assert.deepEqual(await session.labels('zones', row), ['eu-west-2'])
    await session.run('unpin', row?.node)
    assert.deepEqual(await session.rows('zones'), [])
  })

  it('remove machine pools and their cloud config, and delete nothing', async () => {
    const pool = await session.addPool(config, 'worker-pool')
    await session.addPool(config, 'gpu-inference')
    await session.run('unpin', pool.node)
    const row = await session.row('machinePools', config.clusterName)
    assert.deepEqual(await session.labels('machinePools', row), ['gpu-inference'])
    await session.run('unpin', row?.node)
    assert.deepEqual(await session.rows('machinePools'), [])
    assert.deepEqual(session.requests('DELETE'), [])
  })
})

describe('View commands: The titles of the views', () => {
  const session = useSession()

  it('list zones whatever row has the focus, which VS Code hands over', async () => {
    const region = await session.addRegion(account, 'us-east-1')
    const [zone] = await session.rows('zones', region)
    for (const row of [await session.row('zones', account.name), region, zone]) {
      const running = session.run('listZones', row?.node, nodes([row]))
      const pick = await session.dialogs.pick()
      assert.deepEqual([pick.title, pick.step], ['List Zones', 1])
      pick.escape()
      await running
    }
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('have Collapse All', () => {
    assert.deepEqual([...parts.collapsible].sort(), Object.values(viewIds).sort())
  })
})

describe('View commands: What is kept in the views', () => {
  const session = useSession()

  it('survives in the global state, which Settings Sync carries along', async () => {
    await session.addRegion(account, 'us-east-1')
    await session.addPool(config, 'worker-pool')
    // As another start of the extension reads it.
    const tracked = new TrackedItems(parts.context.globalState)
    const { provider, uid, name } = account
    assert.deepEqual(tracked.accounts(session.name), [
      { provider, uid, name, pins: [{ name: 'us-east-1' }] },
    ])
    assert.deepEqual(tracked.configs(session.name), [
      {
        provider: config.provider,
        uid: config.uid,
        name: config.clusterName,
        pins: [{ name: 'worker-pool' }],
      },
    ])
    tracked.dispose()
  })

  it('is kept per connection', async () => {
    const other = await session.connectAnother()
    await session.addRegion(account, 'us-east-1')
    await session.addPool(config, 'worker-pool')
    await session.run('manageConnections', other.name)
    assert.deepEqual(await session.rows('zones'), [])
    assert.deepEqual(await session.rows('machinePools'), [])
    await session.run('manageConnections', session.name)
    assert.deepEqual(await session.labels('zones'), [account.name])
    assert.deepEqual(await session.labels('machinePools'), [config.clusterName])
  })

  it('is kept once, and keeps its label', async () => {
    await session.addPool(config, 'worker-pool')
    const { provider, uid: configUid } = config
    await session.run('pin', { provider, configUid, machinePoolName: 'worker-pool' })
    assert.deepEqual(await session.labels('machinePools'), [config.clusterName])
    const row = await session.row('machinePools', config.clusterName)
    assert.deepEqual(await session.labels('machinePools', row), ['worker-pool'])
  })
})
