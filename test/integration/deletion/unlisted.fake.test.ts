import { strict as assert } from 'node:assert'
import { drainingMachinesBody } from '../../bodies.ts'
import type { Fault } from '../../sandbox/service.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

// What becomes of a deletion while its machines drain is in interleavings/unlisted.ts.
describe('Deletion: A machine pool that has left its cloud config', () => {
  const windows = useWindows()

  /** Deletes the pool, which leaves its cloud config with the response, while its machines are listed so. */
  async function deleteWith(machines: Fault): Promise<string[]> {
    windows.service.drain = 'instant'
    windows.service.addFault({ method: 'GET', path: '/machines', times: null, ...machines })
    const texts = await windows.delete()
    await windows.machine.waitForResponses()
    return [...texts, ...windows.window.dialogs.messages.map(({ text }) => text)]
  }

  /** Returns what the history says about each deletion. */
  async function readHistory(): Promise<string> {
    const run = windows.window.startCommand('showDeletionHistory')
    const list = await until('the history', () => run.prompts[0])
    assert.ok('items' in list)
    const details = list.items.map(({ detail = '' }) => detail)
    list.hide()
    await run.end
    return details.join('\n')
  }

  /** Returns the row of the pool; undefined if it has none. */
  async function findRow() {
    const rows = await windows.window.pools()
    return rows.find(({ machinePoolName }) => machinePoolName === pool.machinePoolName)
  }

  /** Waits until the row of the pool begins with a text. */
  const waitForDescription = async (beginning: string) =>
    until('the row', async () => {
      const row = await findRow()
      const item = row && (await windows.window.item('machinePools', row))
      return String(item?.description).startsWith(beginning)
    })

  const machineReads = () =>
    windows.service.requests.filter(({ url }) => url.endsWith('/machines')).length

  it('has its machines asked for before anything is told', async () => {
    await windows.waitForRows(pool.configUid)
    const before = machineReads()
    await deleteWith({ body: drainingMachinesBody(2) })
    const afterwards = windows.service.requests.findIndex(({ method }) => method === 'DELETE')
    const urls = windows.service.requests.slice(afterwards + 1).map(({ url }) => url)
    assert.ok(machineReads() > before)
    assert.ok(
      urls.some((url) => url.endsWith(`${pool.machinePoolName}/machines`)),
      urls.join('\n'),
    )
  })

  it('has a row with the number of machines that are left', async () => {
    await deleteWith({ body: drainingMachinesBody(2) })
    const node = await findRow()
    assert.ok(node, 'it has no row')
    const item = await windows.window.item('machinePools', node)
    assert.match(String(item?.description), /\b2\b/)
  })

  /** Responses that are no proof, although machines were listed before. Other codes of a 404 are in `keyRefusal.test.ts`. */
  const noProofs: [what: string, fault: Fault][] = [
    ['a 404 without a code', { status: 404, body: '404 page not found' }],
    ['a denied access', { status: 404, body: '{"code":"ResourceAccessDenied","message":"x"}' }],
    ['an unreadable count', { body: '{"items":[],"listmeta":{"count":"2"}}' }],
    ['an error with the status of a success', { body: '{"code":"Internal","items":null}' }],
  ]
  for (const [what, fault] of noProofs) {
    it(`isn’t told to be deleted if the request for its machines is answered with ${what}`, async () => {
      windows.service.drain = 'never'
      const { run, modal } = await windows.openDialog()
      const gate = windows.holdRequests('/machinePools/', 'DELETE')
      modal.press('Delete Machine Pool')
      await until('the request', gate.isReached)
      windows.service.drain = 'instant'
      windows.service.addFault({ method: 'GET', path: '/machines', times: null, ...fault })
      gate.open()
      await run.end
      await windows.machine.waitForResponses()
      const messages = [...run.notifications, ...windows.window.dialogs.messages]
      const texts = messages.map(({ text }) => text)
      assert.doesNotMatch(texts.join('\n'), /Machine pool deleted/)
    })
  }

  const unreadable: [what: string, fault: Fault][] = [
    ['fails', { status: 500 }],
    ['isn’t supported', { status: 405 }],
  ]
  for (const [what, fault] of unreadable) {
    it(`isn’t told to be deleted where the list of its machines ${what}`, async () => {
      const texts = await deleteWith(fault)
      assert.doesNotMatch(texts.join('\n'), /Machine pool deleted/)
    })
  }

  it('is no longer listed in its row if its machines can’t be listed', async () => {
    await deleteWith({ status: 500 })
    await waitForDescription('no longer listed')
  })

  it('is no longer listed in the history if its machines can’t be listed, and not deleted', async () => {
    await deleteWith({ status: 500 })
    assert.match(await readHistory(), /^no longer listed ·/)
  })

  describe('with an unknown outcome, while its machines can’t be listed', () => {
    const deleteWithoutResponse = async () => {
      windows.service.drain = 'instant'
      windows.service.addFault({ method: 'DELETE', status: 502, afterEffect: true })
      const { run, modal } = await windows.openDialog()
      const gate = windows.holdRequests('/machinePools/', 'DELETE')
      modal.press('Delete Machine Pool')
      await until('the request', gate.isReached)
      windows.service.addFault({ method: 'GET', path: '/machines', times: null, status: 500 })
      gate.open()
      await run.end
    }
    const textsOfNextDeletion = async (window = windows.window) => {
      const run = window.startCommand('deleteMachinePool', pool)
      await run.end
      assert.equal(run.modals.length, 0)
      return run.notifications.map(({ text }) => text).join('\n')
    }

    it('is no longer listed in the history', async () => {
      await deleteWithoutResponse()
      await until('the row', async () => {
        const row = await findRow()
        const item = row && (await windows.window.item('machinePools', row))
        return /no longer listed/.test(String(item?.description))
      })
      assert.match(await readHistory(), /^no longer listed ·/)
    })

    it('may have been deleted if it’s deleted again after it was unpinned', async () => {
      await deleteWithoutResponse()
      await windows.window.run('unpin', await until('the row', findRow))
      assert.match(await textsOfNextDeletion(), /may have been deleted/)
    })

    it('may have been deleted if it’s deleted again in a window that was just opened', async () => {
      await deleteWithoutResponse()
      assert.match(await textsOfNextDeletion(windows.machine.open()), /may have been deleted/)
    })
  })
})
