import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

// Where the service lists the machines of a pool, but no cloud config can be loaded, the machines tell what became of the pool.
describe('Deletion: A service that lists machines, but supports no lookup of cloud configs', () => {
  const windows = useWindows()

  /** Deletes the pool, whose machines drain, after cloud configs of other clusters couldn’t be loaded. */
  async function deleteWithout(status: 403 | 404 | 405, lookups: object = {}): Promise<string> {
    windows.service.lookups = { cloudConfig: status, ...lookups }
    windows.service.drain = 'manual'
    for (const { provider, uid, pools } of windows.service.data.configs.slice(1, 5)) {
      const machinePoolName = pools[0]?.name
      const target = { provider, configUid: uid, machinePoolName }
      const run = windows.window.startCommand('deleteMachinePool', target)
      await until('its dialog', () => run.isOver || run.modals[0])
      run.closeAll()
      await run.end
    }
    const { run, modal } = await windows.openDialog()
    const button = modal.buttons[1] ?? ''
    if (button.endsWith('…')) await windows.type(run, modal, pool.machinePoolName)
    else modal.press(button)
    await run.end
    const texts = [...run.notifications.map(({ text }) => text), ...run.deletionProgressTexts]
    return texts.join('\n')
  }

  for (const status of [403, 404, 405] as const) {
    it(`isn’t told to have deleted a pool whose machines drain: ${status}`, async () => {
      assert.doesNotMatch(await deleteWithout(status), /pool deleted/)
    })

    it(`isn’t told to have refused a deletion if machines leave: ${status}`, async () => {
      windows.service.addFault({ method: 'DELETE', status: 409, afterEffect: true })
      assert.doesNotMatch(await deleteWithout(status), /not deleted/)
    })
  }

  for (const isKeyReplaced of [true, false]) {
    const [not, key] = isKeyReplaced ? ['isn’t', 'another key'] : ['is', 'the same key']
    it(`${not} told to have deleted a pool whose machines it doesn’t find with ${key}`, async () => {
      await deleteWithout(405)
      testClock.putForward(1)
      const { apiKey, requests } = windows.service
      if (isKeyReplaced) await windows.window.run('setApiKey', { connection: 'home', apiKey })
      const body = '{"code":"ResourceNotFound","message":"not found"}'
      windows.service.addFault({
        method: 'GET',
        path: '/machines',
        times: null,
        status: 404,
        body,
      })
      const before = requests.length
      const lists = () => requests.slice(before).filter(({ url }) => url.includes('/machines'))
      const texts = () => windows.window.dialogs.messages.map(({ text }) => text).join()
      await until('the end, or two polls', () => /pool deleted/.test(texts()) || lists().length > 1)
      await windows.machine.waitForResponses()
      assert.equal(/pool deleted/.test(texts()), !isKeyReplaced)
    })
  }

  for (const [denied, config, machines] of [
    ['its cloud config, and doesn’t list machines', 403, 405],
    ['the list of its machines', 405, 403],
  ] as const) {
    it(`isn’t told to have deleted a pool if it denies ${denied}`, async () => {
      assert.doesNotMatch(await deleteWithout(config, { machines }), /pool deleted/)
    })
  }

  it('isn’t told to have deleted a pool without machines whose deletion it may not have received', async () => {
    windows.service.addFault({ method: 'DELETE', status: 502 })
    await deleteWithout(405)
    const before = windows.service.requests.length
    const body = '{"code":"ResourceNotFound","message":"not found"}'
    const path = `${pool.machinePoolName}/machines`
    windows.service.addFault({ method: 'GET', times: null, path, status: 404, body })
    const polls = () =>
      windows.service.requests.slice(before).filter(({ url }) => url.endsWith(path))
    await until('two polls', () => polls().length >= 2)
    await windows.machine.waitForResponses()
    const texts = windows.window.dialogs.messages.map(({ text }) => text)
    assert.doesNotMatch(texts.join('\n'), /pool deleted/)
  })

  describe('and doesn’t say whether it accepts the key', () => {
    for (const whoAmI of [{ status: 503 }, { status: 429 }, { status: 403 }]) {
      it(`isn’t told to have deleted a pool whose machines it doesn’t find: ${whoAmI.status}`, async () => {
        const read = { method: 'GET', times: null } as const
        await deleteWithout(405)
        windows.service.addFault({ ...read, path: '/users/info', ...whoAmI })
        windows.service.lookups = { cloudConfig: 405, clusterSearch: 405 }
        const body = '{"code":"ResourceNotFound","message":"not found"}'
        windows.service.addFault({ ...read, path: '/machines', status: 404, body })
        const { requests } = windows.service
        const before = requests.length
        const keyChecks = () =>
          requests.slice(before).filter(({ url }) => url.endsWith('/users/info'))
        await until('two polls', () => keyChecks().length >= 2)
        await windows.machine.waitForResponses()
        const texts = windows.window.dialogs.messages.map(({ text }) => text)
        assert.doesNotMatch(texts.join('\n'), /pool deleted/)
      })
    }
  })
})

// A 403 is of one thing: such a key may still be allowed to delete the pool.
describe('Deletion: A key that may delete machine pools, but not load them', () => {
  const windows = useWindows()

  /** Deletes the pool, and returns all that is told. */
  async function deleteUnread(): Promise<string> {
    windows.service.lookups = { cloudConfig: 403, machines: 403, clusterSearch: 403 }
    windows.service.drain = 'never'
    const { run, modal } = await windows.openDialog()
    await windows.type(run, modal, pool.machinePoolName)
    await run.end
    const texts = [...run.notifications.map(({ text }) => text), ...run.deletionProgressTexts]
    return texts.join('\n')
  }

  it('isn’t told that the pool was deleted', async () => {
    assert.doesNotMatch(await deleteUnread(), /pool deleted/)
  })

  for (const status of [409, 422, 404]) {
    it(`isn’t told that nothing was deleted: ${status}`, async () => {
      windows.service.addFault({ method: 'DELETE', status, afterEffect: true })
      assert.match(await deleteUnread(), /may have been deleted/)
    })
  }
})
