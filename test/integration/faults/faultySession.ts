import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { canary, type Fault } from '../../faults/fault.ts'
import type { ThroughProxy } from '../../faults/matrix.ts'
import { trusting } from '../../unit/api/certificates.ts'
import { closeServers } from '../../unit/api/servers.ts'
import { Session, writeSetting } from '../helpers.ts'
import { replace } from '../../replace.ts'
import { resetSetting } from '../settings.ts'

/** Sets the proxy as a user does; it stays until {@link leaveProxy}. */
export const throughProxy: ThroughProxy = async (proxy, run) => {
  await writeSetting('http.proxy', proxy)
  return run()
}

/** Goes without a proxy again. */
export async function leaveProxy(): Promise<void> {
  await resetSetting('http.proxy')
}

/** A session whose key is the one that faults repeat, so that its traces are looked for. */
export class FaultySession extends Session {
  #ownKey = ''
  protected override readonly moreKeys = [canary]

  override async begin(): Promise<void> {
    await super.begin()
    this.#ownKey = this.sandbox.apiKey
    this.sandbox.apiKey = canary
    await this.setKey(this.name, canary)
  }

  override async end(): Promise<void> {
    this.sandbox.apiKey = this.#ownKey
    await super.end()
  }

  /**
   * Lets a fault stand in for the service, over real sockets, for the requests that fit. Waiting is
   * shortened: before a second try always, for the deadline where that alone ends it.
   */
  async over(
    fault: Fault,
    fits: (method: string, url: string) => boolean,
    isDeadlineMet: boolean,
    run: () => Promise<void>,
  ): Promise<void> {
    const trouble = await fault.start()
    const { fetch } = globalThis
    const { origin } = new URL(this.sandbox.baseUrl)
    const restore = [
      replace(globalThis, 'fetch', (input, init) => {
        const url = input as string
        const isOurs = fits(init?.method ?? 'GET', url)
        return fetch(isOurs ? url.replace(origin, trouble.baseUrl) : input, init)
      }),
      testClock.shorten('retry', 1),
      ...(isDeadlineMet ? [testClock.shorten('deadline', 300)] : []),
    ]
    const { trust, proxy, mustStaySilent = [] } = trouble
    try {
      await trusting(trust ? [trust] : [], () =>
        proxy === undefined ? run() : throughProxy(proxy, run),
      )
      assert.deepEqual(mustStaySilent, [])
    } finally {
      if (proxy !== undefined) await leaveProxy()
      for (const back of restore) back()
      await closeServers()
    }
  }
}

/** Gives each test of the suite a faulty session of its own. */
export function useFaultySession(): FaultySession {
  const session = new FaultySession()
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => {
    // VS Code has some of its own, such as for a missing search program.
    const isVSCodes = reason instanceof Error && /\/workbench\//.test(reason.stack ?? '')
    if (!isVSCodes) unhandled.push(reason)
  }
  before(() => process.on('unhandledRejection', onUnhandled))
  beforeEach(() => session.begin())
  afterEach(() => session.end())
  afterEach(() => assert.deepEqual(unhandled.splice(0), []))
  after(() => process.off('unhandledRejection', onUnhandled))
  return session
}
