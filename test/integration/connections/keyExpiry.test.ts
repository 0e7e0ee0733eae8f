import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { listedKeyCanary } from '../../sandbox/data.ts'
import { testClock } from '../../clock.ts'
import { check, closeEditors, lineOf } from '../connectionCheck/checking.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession } from '../helpers.ts'

const dayMs = 86_400_000

describe('Connections: an API key that expires', () => {
  // Before the session sets the key anew: a visible view would ask for its expiry at once.
  afterEach(() => void parts.visibility.set(viewIds.zones, false))
  const session = useSession()
  const item = () => parts.statusBarItem
  const plain = () => `$(cloud) ${session.name}`
  const asked = () => session.requests('GET').filter(({ url }) => url === '/v1/apiKeys').length
  const forget = async () => parts.context.globalState.update('apiKeyExpiries', undefined)
  const restores: (() => void)[] = []

  beforeEach(async () => {
    await forget()
    session.sandbox.lookups = 'all'
    parts.visibility.set(viewIds.zones, true)
  })
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore()
    await forget()
    await closeEditors()
  })

  /** Keys that expire in so many days. */
  function expire(...days: number[]): void {
    session.sandbox.data.apiKeys = days.map((day, nth) => ({
      name: `key ${nth}`,
      expiry: new Date(testClock.now() + day * dayMs).toISOString(),
      isActive: true,
    }))
  }

  /** Something that the extension looks after, as a view that is opened. */
  let turns = 0
  async function lookAgain(): Promise<void> {
    turns += 1
    await session.reconnect({ consoleUrl: `https://console.example/${turns}` })
  }

  /** Looks until the expiry is asked for: another look may not be over yet. */
  async function look(): Promise<void> {
    const before = asked()
    await until('the request', async () => {
      if (asked() === before) await lookAgain()
      return asked() > before
    })
  }

  /** Waits for what is kept of an answer. */
  async function kept(what: string): Promise<void> {
    const text = () => JSON.stringify(parts.context.globalState.get('apiKeyExpiries'))
    await until(what, () => text().includes(what))
  }

  it('is in the status bar alone from seven days before, without a color or a message', async () => {
    expire(3)
    await look()
    const text = `${plain()} · API key expiry: in 3 days`
    await until('the text', () => item().text === text)
    assert.equal(item().backgroundColor, undefined)
    assert.match(item().tooltip as string, /\nAPI key expiry: .+ \(in 3 days\)$/)
    const { label } = item().accessibilityInformation ?? assert.fail()
    assert.match(label, /, API key expiry: in 3 days$/)
    assert.equal(parts.views.get(viewIds.zones)?.description, session.name)
    assert.ok(session.dialogs.isSilent)
    assert.deepEqual(session.dialogs.statusMessages, [])
  })

  it('is shown as the days pass', async () => {
    expire(7.9)
    await look()
    await kept('"expiresAt"')
    restores.push(testClock.putForward(60 * 24))
    await lookAgain()
    await until('the text', () => /API key expiry: in [67] days$/.test(item().text))
  })

  for (const [when, days] of [
    ['before', [30]],
    ['of no key', []],
    ['of a key that never expires', [undefined]],
  ] as const) {
    it(`is not shown ${when}`, async () => {
      expire(...days.map((day) => day ?? 1))
      const unset = '0001-01-01T00:00:00.000Z'
      for (const key of session.sandbox.data.apiKeys) if (!days[0]) key.expiry = unset
      await look()
      await kept('"keys"')
      assert.equal(item().text, plain())
      assert.doesNotMatch(item().tooltip as string, /expir/)
    })
  }

  it('is in the tooltip only where which of several keys is in use is not known', async () => {
    expire(3, 30)
    await look()
    await until('the tooltip', () => (item().tooltip as string).includes('expiry'))
    assert.match(
      item().tooltip as string,
      /\nActive API keys: 2\. The service doesn’t report which one is used here\. Earliest expiry: .+ \(in 3 days\)$/,
    )
    assert.equal(item().text, plain())
    assert.equal(item().backgroundColor, undefined)
  })

  it('is asked for once a day, and not while no view is to be seen', async () => {
    parts.visibility.set(viewIds.zones, false)
    await lookAgain()
    parts.visibility.set(viewIds.zones, true)
    expire(3)
    await look()
    await kept('"keys"')
    await lookAgain()
    assert.equal(asked(), 1)
    restores.push(testClock.putForward(60 * 24 + 1))
    await look()
    await lookAgain()
    assert.equal(asked(), 2)
    const { headers } = session.requests('GET').findLast(({ url }) => url === '/v1/apiKeys')!
    assert.equal(headers['projectuid'], undefined)
  })

  it('has a color only once the service has refused it after that time', async () => {
    expire(0.5)
    await look()
    await until('the text', () => item().text.includes('API key expiry: '))
    restores.push(testClock.putForward(60 * 24 + 1))
    session.sandbox.addFault({ path: '/v1/apiKeys', status: 500, times: null })
    await look()
    await kept('"isRejected":false')
    assert.match(item().text, /API key expiry: yesterday|API key expiry: today/)
    assert.equal(item().backgroundColor, undefined)
    session.sandbox.clearFaults()
    restores.push(testClock.putForward(60 * 24 + 1))
    session.sandbox.addFault({ path: '/v1/apiKeys', status: 401 })
    await look()
    await until('the text', () => item().text === `$(key) ${session.name} · API key expired`)
    assert.equal(item().backgroundColor?.id, 'statusBarItem.warningBackground')
    assert.ok(session.dialogs.isSilent)
  })

  it('has no color where it was extended', async () => {
    expire(0.5)
    await look()
    await until('the text', () => item().text.includes('API key expiry: '))
    restores.push(testClock.putForward(60 * 24 + 1))
    expire(30)
    await look()
    await until('no text', () => item().text === plain())
    assert.equal(item().backgroundColor, undefined)
  })

  for (const offer of [false, 403, 405, 500, 'unreadable'] as const) {
    it(`is not known, in silence: ${offer}`, async () => {
      session.sandbox.lookups = { apiKeys: offer }
      await look()
      await kept('"isRejected":false')
      const before = asked() // a 500 isn't retried, other errors may be
      await lookAgain()
      assert.equal(asked(), before)
      assert.equal(item().text, plain())
      assert.ok(session.dialogs.isSilent)
    })
  }

  it('is learnt from Check Connection, too, and forgotten with another key', async () => {
    expire(3)
    parts.visibility.set(viewIds.zones, false)
    const line = lineOf(await check(session), 'API key expiry')
    assert.match(line, /✓ \*\*API key expiry\*\* \(passed\): [^:]+:\d\d.+ \(in 3 days\)$/)
    await until('the text', () => item().text.includes('in 3 days'))
    await session.setKey(session.name, 'another-key')
    await until('no text', () => item().text === plain())
  })

  it('is told without the keys that the service lists, anywhere', async () => {
    expire(3, 5)
    await look()
    const report = await check(session)
    const body = `{"items":[{"spec":{"key":"${listedKeyCanary}"}}`
    for (const status of [200, 500]) {
      session.sandbox.addFault({ path: '/v1/apiKeys', status, body, times: null })
      restores.push(testClock.putForward(60 * 24 + 1))
      await look()
      await check(session)
      session.sandbox.clearFaults()
    }
    const { globalState, workspaceState } = parts.context
    const states = [globalState, workspaceState].map((state) =>
      JSON.stringify(state.keys().map((key) => state.get(key))),
    )
    const told = [
      report,
      ...session.log,
      ...states,
      item().tooltip as string,
      session.dialogs.clipboard,
    ]
    assert.ok(told.join('\n').includes('/v1/apiKeys'))
    assert.ok(!told.join('\n').includes(listedKeyCanary))
  })
})
