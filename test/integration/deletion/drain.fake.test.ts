import { strict as assert } from 'node:assert'
import type { ThemeIcon } from 'vscode'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { stalls } from '../../sandbox/stalls.ts'
import { type Row, until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { confirmDeletion } from './pools.ts'

const config = configs.checkout
const gpu = 'gpu-inference'
const getIcon = ({ item }: Row) => (item.iconPath as ThemeIcon).id

describe('Deletion: A drain by machine', () => {
  const session = useFilledSession()

  beforeEach(() => {
    testClock.shorten('following', 20) // until the session’s end, as all that is done to the clock
    session.sandbox.drain = 'manual'
  })

  const data = (name = gpu) => {
    const cluster = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)
    return cluster?.pools.find((pool) => pool.name === name) ?? assert.fail()
  }
  const row = (name?: string) => session.poolRow(config, name ?? gpu)
  const pass = (minutes: number) => testClock.putForward(minutes)

  it('shows what blocks a machine, and after ten minutes that it stalls, without another word when it is late', async () => {
    data().stall = { cause: 'disruptionBudget', after: 0 }
    await confirmDeletion(session, await row())
    await until('a wait', () => testClock.pendingWaits.includes('following'))
    pass(5)
    const machines = await session.rows('machinePools', await row())
    const leaving = machines.find((machineRow) => getIcon(machineRow) === 'loading~spin')
    const { message } = stalls.disruptionBudget
    assert.equal(
      leaving?.item.description,
      `deleting… · 5 minutes ago · d · Unhealthy · ${message}`,
    )
    assert.match(leaving.tooltip, /^Since: 20\d\d-.+Z$/m)
    assert.ok(leaving.tooltip.includes(`\nMessage: ${message}`), leaving.tooltip)
    pass(5)
    const text = /^stalled for 10 min · 2 nodes left$/
    await until('stalled', async () => text.test(String((await row()).item.description)))
    const shown = await row()
    assert.equal(getIcon(shown), 'warning')
    assert.doesNotMatch(shown.item.contextValue ?? '', /\bdelete\b/)
    assert.match(shown.tooltip, /^Deletion: stalled for 10 min/m)
    // Twice as late, the row says the same, and the pool may be deleted again.
    pass(10)
    const later = /^stalled for 20 min · 2 nodes left$/
    await until('overdue', async () => later.test(String((await row()).item.description)))
    assert.match((await row()).item.contextValue ?? '', /\bdelete\b/)
  })

  describe('that is monitored', () => {
    const budgetMs = 2_000
    const clusterRequests = () =>
      session
        .requests()
        .filter(({ url }) => url.includes(config.uid) || url.includes(config.clusterUid))

    /** Lets time pass, one wait after the other, and returns how much: that of the waits, and what the test takes. */
    async function follow(minutes: number): Promise<number> {
      const begunAt = performance.now()
      while (performance.now() - begunAt < minutes * 60_000) {
        await until('a wait', () => testClock.pendingDelays('following').length === 1)
        pass((testClock.pendingDelays('following')[0] ?? 0) / 60_000)
        testClock.endWaits('following')
      }
      await until('the next wait', () => testClock.pendingDelays('following').length === 1)
      return performance.now() - begunAt
    }

    async function begin(): Promise<void> {
      testClock.shorten('following', 3_600_000) // ends by hand alone
      data().machines = 120
      data().stall = { cause: 'volume', after: 0 }
      data('batch-spot').machines = 2
      await confirmDeletion(session, await row())
      await confirmDeletion(session, await row('batch-spot'))
      await settle()
      session.sandbox.requests.length = 0
    }

    /** Forgets what was spent in waits that a test has shortened. */
    async function settle(): Promise<void> {
      await session.run('refreshMachinePools')
      await until('a wait for nothing', () => testClock.pendingDelays('following').includes(0))
      session.sandbox.requests.length = 0
      testClock.endWaits('following')
      await until('a wait', () => testClock.pendingDelays('following').some((ms) => ms > 0))
    }

    for (const maxPageSize of [50, 10]) {
      it(`costs one request every two seconds, with ${maxPageSize} machines on a page`, async () => {
        session.sandbox.maxPageSize = maxPageSize
        await begin()
        const passed = await follow(5)
        // The cloud config, the pages of machines, and those of the other pool, which has a few.
        const round = 1 + 120 / maxPageSize + 2
        const count = clusterRequests().length
        assert.ok(count >= 3 * round, `${count} requests`)
        assert.ok(count <= passed / budgetMs + round, `${count} requests in ${passed} ms`)
      })
    }

    it('waits longer after the requests of the check right after the response', async () => {
      testClock.shorten('following', 3_600_000) // ends by hand alone
      data().machines = 120
      const begunAt = performance.now() // the clock runs on meanwhile
      await confirmDeletion(session, await row())
      await until('a wait', () => testClock.pendingDelays('following').some((ms) => ms > 0))
      const passed = performance.now() - begunAt
      const { requests } = session.sandbox
      const spent = requests.length - 1 - requests.findIndex(({ method }) => method === 'DELETE')
      const [ms = 0] = testClock.pendingDelays('following')
      assert.ok(spent >= 4 && ms >= spent * budgetMs - passed, `${spent} requests, then ${ms} ms`)
    })

    it('waits for as long as the service asks, up to five minutes', async () => {
      await begin()
      const fault = { method: 'GET', path: `/aws/${config.uid}`, status: 429, times: null }
      session.sandbox.addFault({ ...fault, headers: { 'retry-after': '9000' } })
      testClock.endWaits('following')
      await until('the wait', () => (testClock.pendingDelays('following')[0] ?? 0) > 290_000)
      assert.ok((testClock.pendingDelays('following')[0] ?? 0) < 330_000)
    })

    it('costs less and less while nothing happens', async () => {
      await begin()
      session.sandbox.drain = 'never'
      pass(60)
      testClock.endWaits('following')
      await until('the next wait', () => (testClock.pendingDelays('following')[0] ?? 0) > 60_000)
      pass(600)
      testClock.endWaits('following')
      await until(
        'the longest wait',
        () => (testClock.pendingDelays('following')[0] ?? 0) > 299_000,
      )
    })
  })
})
