import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import type { Message, Ongoing } from '../../fakeVscode/dialogs.ts'
import { until } from '../helpers.ts'
import { itInNode } from '../inBrowser.ts'
import { testClock } from '../../clock.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout
const names = { connection: 'sandbox', provider: 'aws', configUid: config.uid }

describe('Deletion: A deletion that is followed', () => {
  const session = useFilledSession()
  let restore: (() => void)[]

  beforeEach(() => {
    restore = [testClock.shorten('following', 20)]
    session.sandbox.drain = 'manual'
  })

  afterEach(() => {
    for (const one of restore) one()
  })

  const pools = async () =>
    session.labels('machinePools', await session.clusterRow(config.clusterName))
  const shown = async (name = 'gpu-inference') => (await session.poolRow(config, name)).item
  const says = (text: string | RegExp) => async () =>
    String((await shown()).description).match(text)
  const settled = () => session.log.filter((line) => line.includes(' settled '))

  /** Deletes a pool of two nodes, confirmed. */
  async function confirm(machinePoolName = 'gpu-inference'): Promise<void> {
    const deleting = session.run('deleteMachinePool', { ...names, machinePoolName })
    ;(await session.dialogs.modal()).press('Delete Machine Pool')
    await deleting
  }

  /** Deletes a pool that is not in sight, and returns the notification of its progress. */
  async function accept(name?: string): Promise<Ongoing> {
    await confirm(name)
    assert.deepEqual(session.dialogs.unseen, [])
    return [...session.dialogs.ongoing].at(-1) ?? assert.fail('nothing is shown')
  }

  /** Deletes a pool, and returns the message that follows. */
  async function remove(fault?: Fault): Promise<Message> {
    if (fault) session.sandbox.addFault({ method: 'DELETE', ...fault })
    await confirm()
    return session.dialogs.message()
  }

  /** Lets its machines go, and the pool after them. */
  function drain(): void {
    session.sandbox.drainStep(3)
  }

  it('tells how many nodes are left, until the pool is gone', async () => {
    const progress = await accept()
    const text = `Deleting machine pool, 2 nodes left: “gpu-inference” in ${config.clusterName}`
    assert.deepEqual(progress, { text, isCancellable: false })
    const item = await shown()
    assert.match(String(item.description), /^deleting, 2 left · d/)
    assert.doesNotMatch(item.contextValue ?? '', /\bdelete\b/)
    const { iconPath } = (await session.clusterRow(config.clusterName)).item
    assert.equal((iconPath as { id: string }).id, 'layers') // nobody has pinned it
    session.sandbox.drainStep()
    await until('one node less', says(/^deleting, 1 left/))
    await until('its progress', () => progress.text === text.replace('2 nodes', '1 node'))
    drain()
    const end = await session.dialogs.message()
    assert.equal(session.dialogs.ongoing.size, 0)
    assert.equal(end.severity, 'info')
    assert.match(end.text, /^Machine pool deleted: “gpu-inference” in .+\.$/)
    assert.ok(!(await pools()).includes('gpu-inference'))
    const isLogged = () => / path .+\/gpu-inference settled deleted$/.test(settled().join())
    await until('the line in the log', isLogged)
    assert.equal(session.requests('DELETE').length, 1)
  })

  it('leaves its cluster with the health of the nodes that are left', async () => {
    const own = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)
    own!.pools.find(({ name }) => name === 'worker-pool')!.unhealthy = 2
    await session.run('refreshMachinePools')
    await accept()
    drain()
    await session.dialogs.message()
    const described = async () =>
      String((await session.clusterRow(config.clusterName)).item.description)
    await until('the health', async () => /\d+\/\d+\+? healthy · 3 pools/.test(await described()))
  })

  it('claims no number of nodes where machines are not listed', async () => {
    await session.offer({ machines: false })
    session.sandbox.drain = 'manual'
    await accept()
    session.sandbox.drainStep()
    const asked = session.reads().length
    await until('another look', () => session.reads().length > asked)
    await until('what it saw', says(/^deleting…/))
  })

  it('is looked at soon, however far away the next look at its cluster is', async () => {
    restore.push(testClock.shorten('following', 3_600_000)) // ends by hand alone
    await accept()
    await until('a wait', () => testClock.waiting.includes('following'))
    restore.push(testClock.putForward(15))
    testClock.end('following')
    await until('a long wait', () => (testClock.askedFor('following')[0] ?? 0) > 29_000)
    await confirm('batch-spot')
    await until('a short wait', () => (testClock.askedFor('following')[0] ?? Infinity) < 20_000)
  })

  itInNode('is over where a redirect had taken effect, and its pool is gone', async () => {
    session.sandbox.drain = 'instant'
    const { text } = await remove({ status: 302, redirect: '/elsewhere', afterEffect: true })
    assert.match(text, /^Machine pool deleted: “gpu-inference” in .+\.$/)
  })

  it('is not known where it was answered with 303, which may follow on what was done', async () => {
    const { text } = await remove({ status: 303, redirect: '/v1/jobs/1', afterEffect: true })
    assert.match(text, /^Machine pool may have been deleted: /)
    drain()
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: /)
  })
})
