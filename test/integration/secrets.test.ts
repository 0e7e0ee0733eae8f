import { strict as assert } from 'node:assert'
import { accounts, configs } from '../sandbox/data.ts'
import { useSession } from './helpers.ts'
import { replace } from '../replace.ts'
import { failDeletion } from './deletion/pools.ts'

// After every test, Session.end searches the log, the messages, the settings, and the state for the API key. In this
// suite, the service and the user put the key in wrong places.
describe('The key stays out of everything', () => {
  const session = useSession()
  const { provider, uid: cloudAccountUid } = accounts.awsProduction
  const query = { provider, cloudAccountUid, region: 'us-east-1' }

  it('when the service repeats it in its words', async () => {
    session.sandbox.addFault({ echoKey: true })
    await session.run('listZones', query)
    assert.match((await session.dialogs.message()).text, /Invalid key: ‹API key›/)
    const row = await session.pinPool(configs.checkout, 'worker-pool')
    await failDeletion(session, row, { echoKey: true, status: 500 })
    assert.ok(session.log.some((line) => line.includes('outcome=unknown')))
  })

  for (const status of [401, 404] as const) {
    it(`when the service repeats a wrong key with ${status}`, async () => {
      const wrongKey = 'canary-of-a-wrong-key'
      await session.setKey(session.name, wrongKey)
      session.sandbox.lookups = 'all'
      session.sandbox.keyRefusal = status
      await session.run('listZones', query)
      const { text } = await session.dialogs.message()
      assert.match(text, /API key ‹API key› not found \(ResourceNotFound\)/)
      assert.ok(!session.log.join('\n').includes(wrongKey))
    })
  }

  it('when the service sends it as a name or state', async () => {
    const { apiKey } = session.sandbox
    session.sandbox.addFault({ body: JSON.stringify({ zones: [{ name: apiKey }] }) })
    const zones = await session.run('listZones', query)
    assert.deepEqual(zones, [{ name: '‹API key›' }])
    assert.ok(session.dialogs.isSilent)
  })

  it('when Add Connection is canceled after the key was typed', async () => {
    const { baseUrl, apiKey } = session.sandbox
    session.sandbox.lookups = 'all'
    const running = session.run('addConnection')
    ;(await session.dialogs.box()).answer(baseUrl)
    const box = await session.dialogs.box()
    assert.ok(box.password)
    box.answer(apiKey)
    ;(await session.dialogs.pick()).escape()
    await running
    assert.equal(await session.getKey(new URL(baseUrl).hostname, baseUrl), undefined)
  })

  it('when what sends requests breaks, with all it was given in its words', async () => {
    const region = await session.pinRegion(accounts.awsProduction, 'us-east-1')
    let isReached = false
    const restore = replace(globalThis, 'fetch', async (input, init) => {
      isReached = true
      const headers = JSON.stringify([...new Headers(init?.headers)])
      throw Object.assign(new Error(`${input as string} ${headers}`), { headers })
    })
    try {
      await session.run('listZones', query)
      await session.run('refresh', region.node)
      const rows = JSON.stringify(await session.rows('zones', region))
      assert.ok(!rows.includes(session.sandbox.apiKey))
    } finally {
      restore()
    }
    assert.ok(isReached)
    await session.dialogs.message()
  })

  it('when commands are called with it in the wrong place', async () => {
    const { apiKey } = session.sandbox
    const wrong = { connection: { apiKey }, name: [apiKey], provider: [apiKey], region: apiKey }
    for (const args of [apiKey, [apiKey], wrong]) {
      for (const command of [
        'addConnection',
        'setApiKey',
        'clearApiKey',
        'checkConnection',
        'manageConnections',
        'removeConnection',
        'listZones',
        'pin',
        'deleteMachinePool',
        'selectProject',
        'checkZonesInFolder',
        'showPoolsInZone',
      ] as const) {
        // These commands take the name of a connection.
        if (args === apiKey && /(manage|remove)Connection/.test(command)) continue
        await session.run(command, args)
        const { text } = await session.dialogs.message()
        assert.match(text, /^(Invalid command argument|The view changed)/, `${command}: ${text}`)
      }
    }
  })
})
