import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { viewIds } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { replace } from '../../replace.ts'
import { configs } from '../../sandbox/data.ts'
import type { Fault } from '../../sandbox/service.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { resetSetting, writeSetting } from '../settings.ts'
import { confirmDeletion, failDeletion } from './pools.ts'

const config = configs.checkout
const gpu = 'gpu-inference'
const deletedText = `Machine pool deleted: “${gpu}” in ${config.clusterName}.`
const screenReader = 'editor.accessibilitySupport'

describe('Deletion: One deletion, one notification', () => {
  const session = useFilledSession()
  let restore: (() => void)[]

  beforeEach(() => {
    restore = [testClock.shorten('following', 20), focus(true)]
    session.sandbox.drain = 'manual'
    show(true)
  })

  afterEach(async () => {
    for (const one of restore.toReversed()) one()
    await resetSetting(screenReader)
  })

  /** Says that the window has the focus, or another program. */
  const focus = (focused: boolean) => replace(vscode.window, 'state', { focused, active: true })
  /** Says that the view is visible, or hidden. */
  const show = (isVisible: boolean) => parts.visibility.set(viewIds.machinePools, isVisible)
  const row = (name = gpu) => session.poolRow(config, name) // which expands its cluster
  const isGone = () =>
    until('no row', async () => {
      const cluster = await session.clusterRow(config.clusterName)
      return !(await session.labels('machinePools', cluster)).includes(gpu)
    })
  const progress = () => [...session.dialogs.ongoing]
  const tracked = () => testClock.waiting.includes('following')

  /** Collapses the cluster of the pools. */
  const collapse = async () => {
    const element = (await session.clusterRow(config.clusterName)).node
    parts.closings.get(viewIds.machinePools)?.fire({ element })
  }

  /** Deletes several pools, confirmed by their number. */
  async function deleteSeveral(...names: string[]): Promise<void> {
    const nodes = []
    for (const name of names) nodes.push((await row(name)).node)
    const deleting = session.run('deleteMachinePool', nodes[0], nodes)
    ;(await session.dialogs.modal()).press(`Delete ${names.length} Machine Pools…`)
    ;(await session.dialogs.box()).answer(String(names.length))
    await deleting
  }

  /** Nothing was shown but rows, the bar in their view, and a text in the status bar. */
  function assertQuiet(...texts: string[]): void {
    assert.deepEqual([session.dialogs.unseen, session.dialogs.progress], [[], []])
    assert.deepEqual(session.dialogs.statusMessages, texts)
    assert.deepEqual(session.dialogs.busyViews, [])
  }

  describe('whose row is in sight', () => {
    it('shows none, but the row and then the status bar', async () => {
      await confirmDeletion(session, await row())
      assert.match(String((await row()).item.description), /^deleting, 2 left/)
      assertQuiet()
      // The look before the question, and the request.
      const { machinePools } = viewIds
      assert.deepEqual(session.dialogs.viewProgress, [machinePools, machinePools])
      session.sandbox.drainStep(3)
      await isGone()
      await until('its end', () => session.dialogs.statusMessages.length > 0)
      assertQuiet(deletedText.slice(0, -1))
    })

    it('shows none where the pool is gone at once', async () => {
      session.sandbox.drain = 'instant'
      await confirmDeletion(session, await row())
      await isGone()
      assertQuiet(deletedText.slice(0, -1))
    })

    it('tells of several together', async () => {
      restore.push(testClock.shorten('quick', 10_000)) // sent quickly, however slow the host is
      await deleteSeveral(gpu, 'batch-spot')
      session.sandbox.drainStep(3)
      await until('their end', () => session.dialogs.statusMessages.length > 0)
      const [text = ''] = session.dialogs.statusMessages
      assert.match(text, /^2 machine pools were deleted: “[^.]+”$/)
      assertQuiet(text)
    })

    it('does not take a name for an icon', async () => {
      session.sandbox.drain = 'instant'
      const name = '$(trash)'
      const { pools } = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
      pools.find((one) => one.name === gpu)!.name = name
      await session.run('refreshMachinePools')
      await confirmDeletion(session, await row(name))
      const text = `Machine pool deleted: “\\${name}” in ${config.clusterName}`
      assert.deepEqual(session.dialogs.statusMessages, [text])
    })

    const hidings: [string, () => unknown][] = [
      ['the view is hidden', () => show(false)],
      ['its cluster is collapsed', collapse],
      ['another program has the focus', () => restore.push(focus(false))],
      ['a screen reader speaks notifications alone', () => writeSetting(screenReader, 'on')],
      [
        'another connection is active',
        async () => {
          const other = await session.connectAnother()
          await session.run('manageConnections', other.name)
        },
      ],
    ]
    for (const [what, hide] of hidings) {
      it(`tells its end in one once ${what}`, async () => {
        await confirmDeletion(session, await row())
        await hide()
        session.sandbox.drainStep(3)
        const { severity, text } = await session.dialogs.message()
        assert.deepEqual([severity, text], ['info', deletedText])
        assert.deepEqual([session.dialogs.unseen, session.dialogs.progress], [[], []])
        assert.deepEqual(session.dialogs.statusMessages, [])
      })

      // Whoever has just confirmed it is here; the focus may come back from the dialog a moment later.
      if (what.startsWith('another program')) continue
      it(`has one from the beginning where ${what}`, async () => {
        const pool = await row()
        await hide()
        await confirmDeletion(session, pool)
        const text = `Deleting machine pool, 2 nodes left: “${gpu}” in ${config.clusterName}`
        assert.deepEqual(progress(), [{ text, isCancellable: false }])
        session.sandbox.drainStep(1)
        await until('one node less', () => progress()[0]?.text.includes('1 node left'))
        session.sandbox.drainStep(2)
        assert.equal((await session.dialogs.message()).text, deletedText)
        assert.deepEqual([progress(), session.dialogs.unseen], [[], []])
      })
    }

    const failures: [Fault, string][] = [
      [{ status: 403 }, 'error'],
      [{ status: 404 }, 'error'],
      [{ status: 502 }, 'warning'],
    ]
    for (const [fault, severity] of failures) {
      it(`has one all the same where it fails: ${JSON.stringify(fault)}`, async () => {
        const message = await failDeletion(session, await row(), fault)
        assert.equal(message.severity, severity)
        assert.deepEqual(session.dialogs.statusMessages, [])
      })
    }

    it('has one for the end of one that nobody knew', async () => {
      await failDeletion(session, await row(), { status: 502, afterEffect: true })
      session.sandbox.drainStep(3)
      assert.equal((await session.dialogs.message()).text, deletedText)
    })

    it('has one where it is overdue, and then for its end', async () => {
      await confirmDeletion(session, await row())
      await until('a wait', tracked)
      restore.push(testClock.putForward(20))
      const { severity, text } = await session.dialogs.message()
      assert.match(`${severity}: ${text}`, /^warning: Deletion accepted, not confirmed/)
      session.sandbox.drainStep(3)
      await session.run('refreshMachinePools')
      assert.equal((await session.dialogs.message()).text, deletedText)
    })

    it('offers to cancel it after three seconds', async () => {
      testClock.shorten('quick', 60_000)
      session.sandbox.addFault({ method: 'DELETE', stall: 'beforeHeaders' })
      const deleting = confirmDeletion(session, await row())
      await until('the request', () => session.requests('DELETE').length === 1)
      assert.deepEqual(session.dialogs.busyViews, [viewIds.machinePools])
      assert.deepEqual(testClock.askedFor('quick'), [3000])
      assert.ok(!session.dialogs.isCancellable)
      testClock.end('quick')
      await until('Cancel', () => session.dialogs.isCancellable)
      session.dialogs.cancel()
      await deleting
      assert.match((await session.dialogs.message()).text, /may have been deleted: /)
      assert.deepEqual([progress(), session.dialogs.busyViews], [[], []])
    })
  })

  describe('whose row is not in sight', () => {
    beforeEach(() => show(false))

    it('keeps it though the row comes in sight', async () => {
      await confirmDeletion(session, await row())
      show(true)
      session.sandbox.drainStep(3)
      assert.equal((await session.dialogs.message()).text, deletedText)
      assert.deepEqual([progress(), session.dialogs.statusMessages], [[], []])
    })

    it('is one message where the pool is gone at once', async () => {
      session.sandbox.drain = 'instant'
      await confirmDeletion(session, await row())
      assert.equal((await session.dialogs.message()).text, deletedText)
      assert.deepEqual([session.dialogs.unseen, session.dialogs.progress], [[], []])
    })

    it('offers to cancel it after half a second', async () => {
      testClock.shorten('quick', 60_000)
      const held = session.hold(`/machinePools/${gpu}`, 'DELETE')
      const deleting = confirmDeletion(session, await row())
      await until('the request', held.isReached)
      assert.deepEqual([testClock.askedFor('quick'), session.dialogs.viewProgress], [[500], []])
      testClock.end('quick')
      await until('Cancel', () => session.dialogs.isCancellable)
      assert.equal(progress()[0]?.text, `Deleting machine pool “${gpu}”…`)
      held.letGo()
      await until('a wait', tracked)
      // VS Code shows it for 0.8 seconds at least, however soon it ends: until then, there is no other.
      assert.deepEqual(testClock.askedFor('quick'), [900])
      assert.deepEqual(
        progress().map(({ isCancellable }) => isCancellable),
        [true],
      )
      testClock.end('quick')
      await deleting
      assert.deepEqual(
        progress().map(({ isCancellable }) => isCancellable),
        [false],
      )
    })

    it('is one for several, until the last of them is gone', async () => {
      await deleteSeveral(gpu, 'batch-spot')
      const state = (what: string) => `Deleting 2 machine pools, ${what}: “${gpu}”, “batch-spot”`
      assert.equal(progress()[0]?.text, state('0 of 2 deleted · 2 nodes left'))
      session.sandbox.drainStep(1)
      await until('one gone', () => progress()[0]?.text === state('1 of 2 deleted · 1 node left'))
      assert.deepEqual(session.dialogs.unseen, [])
      session.sandbox.drainStep(2)
      const { text } = await session.dialogs.message()
      assert.equal(text, `2 machine pools were deleted: “batch-spot”, “${gpu}”.`)
      assert.deepEqual([progress(), session.dialogs.unseen], [[], []])
    })

    it('leaves out of several what was refused, which has its own at once', async () => {
      session.sandbox.addFault({ method: 'DELETE', path: 'batch-spot', status: 403 })
      await deleteSeveral(gpu, 'batch-spot')
      const { severity, text } = await session.dialogs.message()
      assert.match(`${severity}: ${text}`, /^error: Machine pool not deleted: “batch-spot”/)
      assert.equal(progress().length, 1)
      session.sandbox.drainStep(3)
      assert.equal((await session.dialogs.message()).text, deletedText)
    })

    it('says that the progress is unknown while the service can’t be reached, and ends once it is overdue', async () => {
      await confirmDeletion(session, await row())
      const state = (what: string) =>
        `Deleting machine pool, ${what}: “${gpu}” in ${config.clusterName}`
      assert.equal(progress()[0]?.text, state('2 nodes left'))
      const path = `/v1/cloudconfigs/aws/${config.uid}`
      session.sandbox.addFault({ method: 'GET', path, cut: 'beforeHeaders', times: null })
      await until('unknown', () => progress()[0]?.text === state('progress unknown'))
      assert.match(String((await row()).item.description), /^deleting…/)
      assert.deepEqual(session.dialogs.unseen, [])
      restore.push(testClock.putForward(21))
      const { severity, text } = await session.dialogs.message()
      assert.match(`${severity}: ${text}`, /^warning: Deletion accepted, not confirmed/)
      assert.deepEqual(progress(), [])
      // It comes to its end all the same, and nothing is said twice.
      session.sandbox.clearFaults()
      session.sandbox.drainStep(3)
      assert.equal((await session.dialogs.message()).text, deletedText)
    })

    it('ends with a warning where nothing more can be known', async () => {
      await confirmDeletion(session, await row())
      const path = `/v1/cloudconfigs/aws/${config.uid}`
      session.sandbox.addFault({ method: 'GET', path, status: 403, times: null })
      await until('a wait', tracked)
      restore.push(testClock.putForward(21))
      const { severity, text } = await session.dialogs.message()
      assert.match(`${severity}: ${text}`, /^warning: Deletion accepted, not confirmed/)
      assert.deepEqual(progress(), [])
    })
  })
})
