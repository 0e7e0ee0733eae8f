import { strict as assert } from 'node:assert'
import { cloudConfigBody, machinesBody } from '../../bodies.ts'
import type { Fault } from '../../sandbox/service.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

// The last pool of a cluster leaves such a cloud config behind for good.
const goneMachines: [what: string, fault: Fault][] = [
  ['which the service doesn’t find', { status: 404, body: '{"code":"ResourceNotFound"}' }],
  ['of which the service lists none', { body: machinesBody(0) }],
]

describe('Deletion: A cloud config without any machine pool', () => {
  const windows = useWindows()
  /** Without hybrid pools and Fargate profiles, a cluster has at least one pool: such a config is only a part. */
  const sendConfig = () =>
    windows.service.addFault({
      method: 'GET',
      path: '/cloudconfigs/',
      times: null,
      body: cloudConfigBody([]),
    })

  const configReads = () =>
    windows.service.requests.filter(({ url }) => url.endsWith(pool.configUid)).length

  /** Deletes, and lets the service answer so from the request on. Returns all that is told. */
  async function deleteWith(status: number, machines?: Fault): Promise<string> {
    const { run, modal } = await windows.openDialog()
    windows.service.addFault({ method: 'DELETE', status })
    const gate = windows.holdRequests('/machinePools/', 'DELETE')
    modal.press('Delete Machine Pool')
    await until('the request', gate.isReached)
    if (machines) {
      windows.service.addFault({ method: 'GET', path: '/machines', times: null, ...machines })
    }
    sendConfig()
    const before = configReads()
    gate.open()
    await run.end
    const texts = () => {
      const later = windows.window.dialogs.messages.map(({ text }) => text)
      return [...run.notifications.map(({ text }) => text), ...later].join()
    }
    // Nobody follows one that is not found.
    const isFollowed = () => status === 404 || configReads() >= before + 3
    await until('some looks', () => isFollowed() || /pool deleted/.test(texts()))
    await windows.machine.waitForResponses()
    return texts()
  }

  for (const status of [204, 500, 404]) {
    it(`is no proof of a deletion: after ${status}`, async () => {
      assert.doesNotMatch(await deleteWith(status), /Machine pool deleted/)
    })
  }

  for (const [gone, machines] of goneMachines) {
    it(`lets an accepted deletion end once the machines are gone, too, ${gone}`, async () => {
      await deleteWith(204, machines)
      const { messages } = windows.window.dialogs
      await until('the end', () => messages.some(({ text }) => /pool deleted/.test(text)))
    })

    it(`leaves open what became of a deletion without a definite response, ${gone}`, async () => {
      assert.doesNotMatch(await deleteWith(500, machines), /Machine pool deleted/)
    })
  }

  it('is no proof that there is nothing to delete, so that its name must be typed', async () => {
    sendConfig()
    const run = windows.window.startCommand('deleteMachinePool', pool)
    await until('a question or the end', () => run.isOver || run.modals.length > 0)
    assert.doesNotMatch(run.notifications.map(({ text }) => text).join(), /doesn’t list/)
    assert.equal(run.modals[0]?.buttons[1], 'Delete Machine Pool…')
  })
})

describe('Deletion: A cloud config without a pool whose machines are listed', () => {
  const windows = useWindows()

  it('is told with the number of those machines, which may still drain, and without Unpin', async () => {
    await windows.window.run('pin', pool)
    const other = [{ name: 'control-plane-pool', isControlPlane: true, size: 3 }]
    const fault = { method: 'GET', times: null }
    windows.service.addFault({ ...fault, path: '/machines', body: machinesBody(2) })
    windows.service.addFault({ ...fault, path: '/cloudconfigs/', body: cloudConfigBody(other) })
    const run = windows.window.startCommand('deleteMachinePool', pool)
    await run.end
    const [message] = run.notifications
    assert.match(
      message?.text ?? '',
      /Nothing was deleted\. .*still lists nodes of this pool: 2\.$/,
    )
    assert.deepEqual(message?.buttons, [])
  })
})
