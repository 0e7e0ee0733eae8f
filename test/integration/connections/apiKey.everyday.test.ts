import { strict as assert } from 'node:assert'
import { ApiKeys } from '../../../src/connections/apiKeys.ts'
import { deleteOrphanedKeys } from '../../../src/connections/orphanedKeys.ts'
import { GlobalState } from '../../../src/globalState.ts'
import { accounts } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { testClock } from '../../clock.ts'
import { getTreeProvider, until, useSession } from '../helpers.ts'

describe('Connections: The API key', () => {
  const session = useSession()
  const state = () => parts.contextKeys.get('poolkeeper.state')
  const query = () => ({
    connection: session.name,
    provider: 'aws',
    cloudAccountUid: accounts.awsProduction.uid,
    region: 'us-east-1',
  })
  const keysSent = () => session.requests().map(({ headers }) => headers['apikey'])

  it('is sent in its header, and nowhere else in the request', async () => {
    await session.run('listZones', query())
    assert.deepEqual(keysSent(), [session.sandbox.apiKey])
    const { url, body, headers } = session.requests()[0] ?? assert.fail()
    const elsewhere = Object.values(headers).filter((header) =>
      header?.includes(session.sandbox.apiKey),
    )
    assert.equal(elsewhere.length, 1)
    assert.ok(!(url + body).includes(session.sandbox.apiKey))
  })

  it('is entered in a password box, then used', async () => {
    await session.clearKey()
    const listing = session.run('listZones', query())
    const box = await session.dialogs.box()
    assert.ok(box.password)
    assert.match(box.prompt, /^Enter the API key for 127\.0\.0\.1:\d+\./)
    box.answer(` ${session.sandbox.apiKey}\n`)
    assert.equal(((await listing) as unknown[]).length, 6)
    assert.deepEqual(keysSent(), [session.sandbox.apiKey])
  })

  it('is sent once to be checked, even if Enter is pressed twice', async () => {
    const held = session.holdRequests('/v1/users/info')
    const setting = session.run('setApiKey')
    const box = await session.dialogs.box()
    box.answer(session.sandbox.apiKey)
    await until('the request', held.hasRequest)
    box.pressEnter()
    held.release()
    await setting
    assert.equal(session.requests().length, 1)
  })

  it('is refused in the box when it is empty or cannot be sent', async () => {
    const setting = session.run('setApiKey')
    const box = await session.dialogs.box()
    for (const wrong of ['', '  ', 'two\nlines', 'tab\there', 'zero\u200bwidth']) {
      box.answer(wrong)
      assert.ok(box.validationMessage, JSON.stringify(wrong))
      assert.ok(!box.isOver)
      assert.ok(!wrong.trim() || !box.validationMessage.includes(wrong.trim()))
    }
    box.type('right-key')
    assert.equal(box.validationMessage, undefined)
    box.pressEnter()
    await setting
    await session.run('listZones', query())
    assert.deepEqual(keysSent(), ['right-key', 'right-key']) // it is checked before it is stored
  })

  it('is refused as an argument that cannot be sent, without being repeated', async () => {
    const wrong = { connection: session.name, apiKey: 'two\nlines' }
    await session.run('setApiKey', wrong)
    const { text } = await session.dialogs.message()
    assert.match(text, /characters that can’t be sent/)
    assert.ok(!text.includes('lines'))
  })

  it('is removed by Clear API Key, which asks, and which Enter doesn’t confirm', async () => {
    const clear = async (button?: string) => {
      const clearing = session.run('clearApiKey')
      const { text, buttons, press } = await session.dialogs.modal()
      assert.equal(text, `Clear the API key for “${session.name}”?`)
      assert.deepEqual(buttons, ['Set API Key', 'Clear API Key'])
      press(button)
      await clearing
    }
    const key = () => session.getKey(session.name, session.sandbox.baseUrl)
    await clear()
    assert.equal(await key(), session.sandbox.apiKey)
    await clear('Clear API Key')
    assert.equal(await key(), undefined)
    await until('no key', () => state() === 'noKey')
    const listing = session.run('listZones', query())
    ;(await session.dialogs.box()).escape()
    assert.equal(await listing, undefined)
    assert.deepEqual(session.requests(), [])
  })

  it('is removed at a start four weeks after its connection has left the setting, and not before', async () => {
    const other = await session.addConnection()
    await session.writeConnections({ name: session.name, baseUrl: session.sandbox.baseUrl })
    const key = () => session.getKey(other.name, other.baseUrl)
    // As another start of the extension does it.
    const globalState = new GlobalState(parts.globalState)
    const apiKeys = new ApiKeys(parts.context.secrets, globalState)
    const lines: string[] = []
    const start = async (...names: string[]) => {
      lines.length = 0
      await deleteOrphanedKeys(
        apiKeys,
        globalState,
        { has: (name) => names.includes(name), isReadable: true },
        (line) => lines.push(line),
      )
    }
    const weeks = (count: number) => testClock.putForward(count * 7 * 24 * 60)
    await start(session.name)
    weeks(3)
    await start(session.name)
    assert.deepEqual(lines, [])
    assert.ok(await key())
    await start(session.name, other.name) // it was commented out, and is back
    weeks(3)
    await start(session.name)
    weeks(3)
    await start(session.name)
    assert.ok(await key())
    weeks(-6) // the clock was wrong, and is set back
    await start(session.name)
    weeks(3)
    await start(session.name)
    assert.ok(await key())
    weeks(1)
    await start(session.name)
    assert.match(lines.join(), /was not in the setting for 28 days: its key was removed$/)
    apiKeys.dispose()
    assert.equal(await key(), undefined)
    assert.ok(await session.getKey(session.name, session.sandbox.baseUrl))
  })

  it('is kept while the setting can’t be read, however long', async () => {
    const globalState = new GlobalState(parts.globalState)
    const apiKeys = new ApiKeys(parts.context.secrets, globalState)
    const start = async (isReadable: boolean) =>
      deleteOrphanedKeys(apiKeys, globalState, { has: () => false, isReadable }, () => {})
    await start(true) // its connection counts as missing from now on
    testClock.putForward(5 * 7 * 24 * 60)
    await start(false)
    assert.ok(await session.getKey(session.name, session.sandbox.baseUrl))
    await start(true)
    assert.equal(await session.getKey(session.name, session.sandbox.baseUrl), undefined)
    apiKeys.dispose()
    await until('no key', () => state() === 'noKey')
  })

  it('is used once another window sets it', async () => {
    await session.clearKey()
    await until('no key', () => state() === 'noKey')
    const refreshed = new Set<string>()
    const subscriptions = (['zones', 'machinePools'] as const).map((view) =>
      getTreeProvider(view).onDidChangeTreeData?.(() => refreshed.add(view)),
    )
    // The windows share one secret storage; what they hear of each other's changes is its event.
    const origin = new URL(session.sandbox.baseUrl).origin
    const id = `apiKey:${JSON.stringify([session.name, origin])}`
    await parts.context.secrets.store(id, session.sandbox.apiKey)
    await until('both views anew', () => refreshed.size === 2)
    await until('the key in use', () => state() === 'ready')
    assert.equal(
      await session.getKey(session.name, session.sandbox.baseUrl),
      session.sandbox.apiKey,
    )
    for (const subscription of subscriptions) subscription?.dispose()
  })
})
