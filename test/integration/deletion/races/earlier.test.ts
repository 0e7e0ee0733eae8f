import { strict as assert } from 'node:assert'
import { testClock } from '../../../clock.ts'
import { until } from '../../../until.ts'
import { pool, useWindows } from './windows.ts'

// What the version before deletions had files has kept in global state.

describe('Deletion: What an earlier version has kept of deletions', () => {
  const w = useWindows()
  const dayMs = 24 * 60 * 60_000

  const mark = (more: object = {}) => ({
    sentAt: Date.now() - 1000,
    over: JSON.stringify(['home', w.service.baseUrl, undefined]),
    isAccepted: true,
    wasKept: 'nothing',
    ...more,
  })
  const tracked = (deletion: unknown, machinePoolName = pool.machinePoolName) => {
    const { provider, configUid: uid } = pool
    const pools = [{ name: machinePoolName, deletion }]
    return {
      home: { accounts: [], configs: [{ provider, uid, lastName: 'checkout-prod', pools }] },
    }
  }
  const entry = (more: object = {}) => ({
    at: Date.now() - 500,
    pool: JSON.stringify([
      'home',
      w.service.baseUrl,
      null,
      pool.provider,
      pool.configUid,
      pool.machinePoolName,
    ]),
    connection: 'home',
    host: new URL(w.service.baseUrl).host,
    provider: pool.provider,
    configUid: pool.configUid,
    machinePoolName: pool.machinePoolName,
    fate: 'draining',
    ...more,
  })
  /** Starts the next window with that in global state, as it was stored. */
  const start = (state: object) => {
    const before = JSON.parse(w.window.globalState.text) as object
    w.window.kill()
    w.window = w.machine.open(JSON.stringify({ ...before, ...state }))
    return w.window
  }

  it('is read: an open deletion guards, is followed to its end, and is gone from where it was', async () => {
    const window = start({
      tracked: tracked(mark()),
      recentActivity: { clearedAt: 0, entries: [entry()] },
    })
    await until('the mark', () => w.isMarked())
    const run = await window.run('deleteMachinePool', pool)
    assert.match(run.messages[0]?.text ?? '', /is already being deleted/)
    const config = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    config.pools = config.pools.filter(({ name }) => name !== pool.machinePoolName)
    const told = await until('its end', () => window.messages[0])
    assert.match(told.text, /Machine pool deleted: “gpu-inference” in checkout-prod\.$/)
    await until('the end of the entry', () => w.kept[0]?.settled)
    assert.deepEqual(
      w.kept.map(({ fate, settled }) => [fate, settled?.fate]),
      [['draining', 'deleted']],
    )
    window.gainFocus()
    await until(
      'nothing where it was',
      () => !/sentAt|recentActivity/.test(window.globalState.text),
    )
    assert.equal(w.kept.length, 1) // and nothing is taken over twice
  })

  it('is read by several windows that start at once, once', async () => {
    const state = {
      tracked: tracked(mark({ isAccepted: false })),
      recentActivity: { clearedAt: 0, entries: [entry({ fate: 'unknown' }), entry({ at: 5 })] },
    }
    start(state)
    w.machine.open(w.window.globalState.text)
    await until('both', () => w.kept.length >= 2)
    await until(
      'the history to be gone',
      () => !w.window.globalState.text.includes('recentActivity'),
    )
    assert.equal(w.kept.length, 2)
    assert.equal(w.kept.filter(({ isOpen }) => isOpen).length, 1)
  })

  it('keeps a pin that had a mark, and nothing that had but a mark', async () => {
    const { home } = tracked(mark({ wasKept: 'pool', sentAt: Date.now() - 30 * dayMs }))
    const { home: other } = tracked(mark({ sentAt: Date.now() - 30 * dayMs }), 'other')
    other.configs[0]!.uid = 'another-config'
    const window = start({
      tracked: { home: { accounts: [], configs: [...home.configs, ...other.configs] } },
    })
    await until('no marks', () => !window.globalState.text.includes('sentAt'))
    assert.deepEqual(w.kept, []) // of a month ago: everybody knows its end
    const kept = window.globalState.get<{ home: { configs: unknown[] } }>('tracked')
    const { provider, configUid: uid } = pool
    assert.deepEqual(kept.home.configs, [
      { provider, uid, lastName: 'checkout-prod', pools: [{ name: pool.machinePoolName }] },
    ])
  })

  it('leaves alone what cannot be read of it', async () => {
    const strange = tracked({ sentAt: 'yesterday', over: 7 })
    const window = start({
      tracked: strange,
      recentActivity: { clearedAt: 0, entries: ['x', null, entry({ at: 'then' }), entry()] },
    })
    await until('the entry', () => w.kept.length === 1)
    await until('the history to be gone', () => !window.globalState.text.includes('recentActivity'))
    assert.deepEqual(window.globalState.get('tracked'), strange)
    const isPinned = async () => {
      const rows = await window.pools()
      const row = rows.find(({ machinePoolName }) => machinePoolName === pool.machinePoolName)
      return row?.mark === 'pinned'
    }
    await until('the pin', isPinned)
  })

  it('is over once it is over, though the history was cleared meanwhile', async () => {
    const gate = w.hold('/cloudconfigs/')
    const window = start({ tracked: tracked(mark({ isAccepted: false })) })
    await until('the mark', () => w.isMarked())
    await until('the look', gate.isReached)
    const clearing = window.start('clearRecentActivity')
    ;(await w.question(clearing)).press('Clear Deletion History')
    await clearing.end
    gate.open()
    await until('a look at all machines', () => w.looks() > 1)
    testClock.putForward(11) // so long have they all been there
    await until('its end', () => window.messages[0])
    window.gainFocus()
    await until('no mark', () => !window.globalState.text.includes('sentAt'))
    await window.run('refreshMachinePools')
    assert.deepEqual([w.isMarked(), window.messages.length], [false, 1])
    const shown = await window.run('showRecentActivity')
    assert.match(shown.messages[0]?.text ?? '', /The deletion history is empty/)
  })

  it('is not synced: what Settings Sync carries along has no marks', async () => {
    await w.delete()
    const { synced, text } = w.window.globalState
    assert.deepEqual(synced, ['tracked'])
    assert.doesNotMatch(text, /sentAt|gpu-inference/)
  })
})
