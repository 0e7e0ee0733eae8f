import { strict as assert } from 'node:assert'
import { configs, projects } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import type { Message, Ongoing } from '../../fakeVscode/dialogs.ts'
import { until } from '../helpers.ts'
import { itInNode } from '../inBrowser.ts'
import { testClock } from '../../clock.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout
const configPath = `/v1/cloudconfigs/aws/${config.uid}`
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
    assert.match(settled().join(), / path .+\/machinePools\/gpu-inference settled deleted$/)
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

  it('ends with its requests, and leaves nothing kept', async () => {
    await accept()
    drain()
    await session.dialogs.message()
    const before = session.reads().length
    await session.run('refreshMachinePools')
    assert.equal(session.reads().length, before)
    await session.offer('none')
    assert.deepEqual(await session.rows('machinePools'), [])
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

  it('follows several at once, and tells of them together', async () => {
    await accept()
    await accept('batch-spot')
    assert.match(String((await shown('batch-spot')).description), /^deleting,/)
    session.sandbox.drainStep(20)
    const { text } = await session.dialogs.message()
    assert.match(text, /^2 machine pools were deleted: “.+”, “.+”\.$/)
    assert.equal(session.dialogs.ongoing.size, 0)
    assert.deepEqual(session.dialogs.unseen, [])
  })

  it('goes on in its own project where another one is selected', async () => {
    await accept()
    await session.reconnect({ projectUid: 'another' })
    session.sandbox.requests.length = 0
    await session.run('refreshMachinePools')
    drain()
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: [^.]+\.$/)
    const sentIn = session
      .requests('GET')
      .filter(({ url }) => url.startsWith(configPath))
      .map(({ headers }) => headers['projectuid'])
    assert.ok(sentIn.length > 0)
    assert.deepEqual([...new Set(sentIn)], [projects.production.uid])
  })

  it('marks its pool in every project, and is refused there', async () => {
    await accept()
    await session.reconnect({ projectUid: 'another' })
    const deleting = session.run('deleteMachinePool', {
      ...names,
      machinePoolName: 'gpu-inference',
    })
    await deleting
    assert.match(session.dialogs.unseen.join(), /is already being deleted/)
    assert.equal(session.requests('DELETE').length, 1)
  })

  it('is told to be overdue after 20 minutes, and may be deleted again', async () => {
    await accept()
    restore.push(testClock.putForward(20))
    const { severity, text } = await session.dialogs.message()
    assert.equal(severity, 'warning')
    assert.match(text, /^Deletion accepted, but not confirmed in the expected time: .+/)
    const item = await shown()
    assert.match(
      String(item.description),
      /^stalled for 20 min · 2 nodes left · completion not confirmed/,
    )
    assert.equal((item.iconPath as { id: string }).id, 'warning')
    assert.equal(session.dialogs.ongoing.size, 0)
    assert.match((await remove()).text, /is being deleted/) // as the service says
    assert.equal(session.requests('DELETE').length, 2)
  })

  it('is told once where it is seen to be gone before its response', async () => {
    await accept()
    session.sandbox.drain = 'instant'
    session.sandbox.addFault({ method: 'DELETE', delayMs: 500, afterEffect: true })
    await confirm('batch-spot')
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: “batch-spot”/)
    const before = session.reads().length
    await until('two looks', () => session.reads().length > before + 2)
    assert.deepEqual(session.dialogs.unseen, [])
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

  it('is not called unknown any more where it was seen to be gone while others were sent', async () => {
    const rows = [
      await session.poolRow(config, 'gpu-inference'),
      await session.poolRow(config, 'batch-spot'),
    ]
    const nodes = rows.map(({ node }) => node)
    session.sandbox.drain = 'instant'
    session.sandbox.addFault({ method: 'DELETE', status: 502, afterEffect: true })
    const held = session.hold('batch-spot', 'DELETE')
    const deleting = session.run('deleteMachinePool', nodes[0], nodes)
    ;(await session.dialogs.modal()).press('Delete 2 Machine Pools…')
    ;(await session.dialogs.box()).answer('2')
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: “gpu-inference”/)
    await until('the second one', held.isReached)
    held.letGo()
    await deleting
    const { text } = await session.dialogs.message()
    assert.match(text, /^Machine pool deleted: “batch-spot”/)
    assert.deepEqual(session.dialogs.unseen, [])
  })

  describe('that was answered with 404', () => {
    it('is no deletion where the pool is still listed', async () => {
      const { severity, text, buttons } = await remove({ status: 404 })
      assert.equal(severity, 'error')
      assert.match(
        text,
        /Machine pool not deleted: “gpu-inference” in .+\. The service still lists it\./,
      )
      assert.deepEqual(buttons, ['Retry'])
      assert.match((await shown()).contextValue ?? '', /\bdelete;pin\b/)
    })

    it('tells what is seen where the pool was listed before, and is not any more', async () => {
      await session.run('pin', { ...names, machinePoolName: 'gpu-inference' })
      const deleting = session.run('deleteMachinePool', {
        ...names,
        machinePoolName: 'gpu-inference',
      })
      const modal = await session.dialogs.modal()
      const data = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
      data.pools = data.pools.filter(({ name }) => name !== 'gpu-inference')
      modal.press('Delete Machine Pool')
      await deleting
      const { severity, text, buttons } = await session.dialogs.message()
      assert.deepEqual([severity, buttons], ['info', []])
      // A proxy may have sent it twice: the first one deleted it, and the second found nothing.
      assert.match(text, /Machine pool deleted: “gpu-inference” in .+\.$/)
      assert.ok(!(await pools()).includes('gpu-inference'))
    })

    it('is not known where the pool is listed and its machines leave', async () => {
      session.sandbox.drain = 'manual'
      const deleting = session.run('deleteMachinePool', {
        ...names,
        machinePoolName: 'gpu-inference',
      })
      const modal = await session.dialogs.modal()
      const { baseUrl, apiKey } = session.sandbox
      const path = `/v1/cloudconfigs/${names.provider}/${names.configUid}/machinePools/gpu-inference`
      const first = await fetch(baseUrl + path, { method: 'DELETE', headers: { ApiKey: apiKey } })
      assert.equal(first.status, 204)
      session.sandbox.addFault({ method: 'DELETE', status: 404 })
      modal.press('Delete Machine Pool')
      await deleting
      const { severity, text } = await session.dialogs.message()
      assert.equal(severity, 'warning')
      assert.match(
        text,
        /Machine pool may have been deleted: “gpu-inference” in .+\. Check before you try again\./,
      )
    })
  })

  for (const status of [301, 302, 307, 308]) {
    describe(`that was redirected with ${status}`, () => {
      const redirect = '/elsewhere'

      itInNode('tells what is seen where the pool is gone', async () => {
        session.sandbox.drain = 'instant'
        const { severity, text } = await remove({ status, redirect, afterEffect: true })
        assert.equal(severity, 'info')
        assert.match(text, /^Machine pool deleted: “gpu-inference” in .+\.$/)
      })

      itInNode('is no deletion where nothing leaves', async () => {
        const { text } = await remove({ status, redirect })
        assert.match(text, /^Machine pool not deleted: .+ redirected the request/)
        assert.match((await shown()).contextValue ?? '', /\bdelete;pin\b/)
      })
    })
  }

  it('is not known where it was answered with 303, which may follow on what was done', async () => {
    const { text } = await remove({ status: 303, redirect: '/v1/jobs/1', afterEffect: true })
    assert.match(text, /^Machine pool may have been deleted: /)
    drain()
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: /)
  })

  it('is over at once where the cloud config is not offered: the row goes', async () => {
    await session.offer({ cloudConfig: 405 })
    await session.run('pin', { ...names, machinePoolName: 'gpu-inference' })
    session.sandbox.drain = 'instant'
    assert.ok((await pools()).includes('gpu-inference'))
    const { text } = await remove()
    assert.match(text, /^Machine pool deleted: [^.]+\.$/)
    assert.ok(!(await pools()).includes('gpu-inference'))
  })
})
