import { strict as assert } from 'node:assert'
import { machinesBody } from '../../bodies.ts'
import { testClock } from '../../clock.ts'
import type { Message } from '../../fakeVscode/dialogs.ts'
import type { CloudConfig } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { type Row, until } from '../helpers.ts'
import { typeNames } from './pools.ts'

describe('Deletion: The requests for all worker pools of a cluster, whose machines are shown', () => {
  const session = useFilledSession()

  beforeEach(() => {
    testClock.shorten('following', 3_600_000) // no poll is counted
    testClock.shorten('pacing', 0)
    session.sandbox.drain = 'manual'
  })

  /** Adds a cluster with this number of worker pools, and expands their rows. */
  async function showPools(count: number): Promise<{ config: CloudConfig; rows: Row[] }> {
    const names = Array.from({ length: count }, (_, index) => `workers-${index}`)
    const config = await session.addCluster(`fleet-${count}`, ...names)
    const rows: Row[] = []
    for (const name of names) {
      const row = await session.poolRow(config, name)
      await session.rows('machinePools', row)
      rows.push(row)
    }
    session.sandbox.requests.length = 0
    return { config, rows }
  }

  const start = (rows: readonly Row[]) =>
    session.run(
      'deleteMachinePool',
      rows[0]?.node,
      rows.map(({ node }) => node),
    )

  async function confirm(modal: Message, name: string): Promise<void> {
    const button = modal.buttons.find((label) => label.startsWith('Delete Machine Pool'))
    assert.ok(button)
    modal.press(button)
    if (button.endsWith('…')) await typeNames(session, name)
  }

  async function deleteAll(rows: readonly Row[]): Promise<void> {
    const deleting = start(rows)
    for (const { label } of rows) await confirm(await session.dialogs.modal(), label)
    await deleting
    assert.equal(session.requests('DELETE').length, rows.length)
  }

  /** Asks about the first of four pools. Then only the nodes of the last one prove that nodes remain. */
  async function askWhereOnlyLastProves() {
    const { rows } = await showPools(4)
    const deleting = start(rows.slice(0, 1))
    const modal = await session.dialogs.modal()
    const body = machinesBody(2, { instanceState: 'Failed' })
    for (const name of ['workers-1', 'workers-2']) {
      session.sandbox.addFault({ path: `${name}/machines`, times: null, body })
    }
    return { deleting, modal }
  }

  const machineLists = () =>
    session.requests('GET').flatMap(({ url }) => /([^/]+)\/machines(\?|$)/.exec(url)?.[1] ?? [])

  it('grow in proportion to the number of pools', async () => {
    const counts: number[] = []
    for (const count of [2, 4, 8]) {
      const { rows } = await showPools(count)
      await deleteAll(rows)
      counts.push(session.requests().length)
    }
    const [two = 0, four = 0, eight = 0] = counts
    assert.ok(eight - four <= 2 * (four - two), `2, 4, and 8 pools: ${counts.join(', ')}`)
    assert.ok(eight <= 10 * 8, `8 pools: ${eight}`)
  })

  it('read anew, after each confirmation, what the confirmation stands on', async () => {
    const { config, rows } = await showPools(3)
    const deleting = start(rows.slice(0, 2))
    await confirm(await session.dialogs.modal(), 'workers-0')
    const second = await session.dialogs.modal()
    session.sandbox.requests.length = 0
    await confirm(second, 'workers-1')
    await deleting
    const sentAt = session.requests().findIndex(({ method }) => method === 'DELETE')
    const checked = session
      .requests()
      .slice(0, sentAt)
      .map(({ url }) => url)
    assert.ok(checked.some((url) => url.endsWith(`/${config.uid}`)))
    assert.ok(checked.some((url) => url.includes('workers-1/machines')))
    // The only pool that remains.
    assert.ok(checked.some((url) => url.includes('workers-2/machines')))
  })

  it('end after a refusal that only a second check confirms', async () => {
    const { rows } = await showPools(2)
    session.sandbox.addFault({ method: 'DELETE', status: 422 })
    const deleting = start(rows)
    await confirm(await session.dialogs.modal(), 'workers-0')
    await deleting
    assert.match((await session.dialogs.message()).text, /^Machine pool not deleted: “workers-0”/)
    assert.equal(session.requests('DELETE').length, 1)
    assert.deepEqual(session.dialogs.unseenTexts, [])
  })

  it('are as many as the other pools if what proves that nodes remain has gone', async () => {
    const { rows } = await showPools(4)
    const deleting = start(rows.slice(0, 1))
    const modal = await session.dialogs.modal()
    session.sandbox.requests.length = 0
    const body = machinesBody(2, { instanceState: 'Failed' })
    for (const name of ['workers-1', 'workers-2', 'workers-3']) {
      session.sandbox.addFault({ path: `${name}/machines`, times: null, body })
    }
    await confirm(modal, 'workers-0')
    const again = await session.dialogs.modal()
    assert.match(again.detail, /^The details changed while the dialog was open/)
    assert.match(again.detail, /may be the cluster’s last worker pool with nodes/)
    const names = ['workers-0', 'workers-1', 'workers-2', 'workers-3']
    assert.deepEqual(machineLists().toSorted(), names)
    again.press()
    await deleting
    assert.equal(session.requests('DELETE').length, 0)
  })

  it('are as many as the other pools, without another dialog, if the last of them proves it', async () => {
    const { deleting, modal } = await askWhereOnlyLastProves()
    await confirm(modal, 'workers-0')
    await deleting
    assert.equal(session.requests('DELETE').length, 1)
  })

  it('are asked about again if the computer sleeps during the last of them', async () => {
    const { deleting, modal } = await askWhereOnlyLastProves()
    const held = session.holdRequests('workers-3/machines', 'GET')
    await confirm(modal, 'workers-0')
    await until('the last list', held.hasRequest)
    testClock.putForward(2)
    held.release()
    const again = await session.dialogs.modal()
    assert.match(again.detail, /couldn’t be checked again after you confirmed/)
    again.press()
    await deleting
    assert.equal(session.requests('DELETE').length, 0)
  })
})
