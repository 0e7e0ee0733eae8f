import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import type { Sandbox } from '../../sandbox/service.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession } from '../helpers.ts'

describe('Connections: A connection whose URL changes', () => {
  const session = useSession()
  const { provider, uid: cloudAccountUid } = accounts.awsProduction
  const query = { provider, cloudAccountUid, region: 'us-east-1' }
  const state = () => parts.contextKeys.get('poolkeeper.state')
  let elsewhere: Sandbox

  beforeEach(async () => {
    elsewhere = await session.startSandbox()
    await session.changeConnection({ baseUrl: elsewhere.baseUrl })
  })

  it('no longer has a key, and its state says why', async () => {
    await until('the reason', () => state() === 'hostChanged')
    assert.deepEqual(await session.rows('zones'), [])
    assert.deepEqual(await session.rows('machinePools'), [])
  })

  it('never sends the old key to the new URL', async () => {
    const listing = session.run('listZones', query)
    ;(await session.dialogs.box()).escape()
    await listing
    const pool = { provider: 'aws', configUid: 'c1', machinePoolName: 'workers' }
    const deleting = session.run('deleteMachinePool', pool)
    ;(await session.dialogs.box()).escape()
    await deleting
    assert.deepEqual(elsewhere.requests, [])
  })

  it('prompts for the key of the new URL, and says why', async () => {
    const listing = session.run('listZones', query)
    const box = await session.dialogs.box()
    assert.match(box.prompt, /URL has changed since its API key was set/)
    assert.ok(box.prompt.includes(new URL(elsewhere.baseUrl).host))
    box.answer(elsewhere.apiKey)
    await listing
    const keys = elsewhere.requests.map(({ headers }) => headers['apikey'])
    assert.deepEqual(keys, [elsewhere.apiKey])
  })

  it('and whose name changes has no key either: another connection may have taken the name', async () => {
    const { sandbox } = session
    await session.writeConnections({ name: 'renamed', baseUrl: sandbox.baseUrl })
    await until('no key', () => state() === 'noKey')
    const listing = session.run('listZones', query)
    ;(await session.dialogs.box()).escape()
    await listing
    assert.deepEqual(session.requests(), [])
    assert.equal(await session.getKey('renamed', sandbox.baseUrl), undefined)
  })
})
