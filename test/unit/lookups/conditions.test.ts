import assert from 'node:assert/strict'
import { useSandbox } from '../useSandbox.ts'
import { config, lookupsOf } from './helpers.ts'

describe('Lookups: The conditions of a machine', () => {
  const sandbox = useSandbox()
  const readMachine = async (condition: object) => {
    const status = { health: { conditions: [{ type: 'Ready', status: 'True' }, condition] } }
    sandbox.addFault({ body: JSON.stringify({ items: [{ metadata: { uid: 'm1' }, status }] }) })
    const pool = { ...config, machinePoolName: 'worker-pool' }
    const { machines } = await lookupsOf(sandbox).machines(pool)
    return machines[0]
  }
  const read = async (condition: object) => (await readMachine(condition))?.messages

  // Of node-problem-detector, which AKS and GKE run by default.
  for (const type of [
    'KernelDeadlock',
    'ReadonlyFilesystem',
    'FrequentKubeletRestart',
    'FrequentDockerRestart',
    'FrequentContainerdRestart',
    'FrequentUnregisterNetDevice',
    'CorruptDockerOverlay2',
    'XfsShutdown',
    'CperHardwareErrorFatal',
    'SysctlChanged',
    'VMEventScheduled',
    'TerminateScheduled',
    'Paused',
    'Updating',
    'Remediating',
    'RollingOut',
  ]) {
    it(`say nothing if they are as they should be: ${type} is False`, async () => {
      assert.equal(await read({ type, status: 'False', message: 'all is well' }), undefined)
    })
  }

  for (const type of ['Paused', 'KernelDeadlock']) {
    it(`say what is wrong: ${type} is True`, async () => {
      assert.deepEqual(await read({ type, status: 'True', message: 'what is wrong' }), [
        'what is wrong',
      ])
    })
  }

  it('say what is wrong if a type that only ends like a harmless one is False: PodScheduled', async () => {
    assert.deepEqual(await read({ type: 'PodScheduled', status: 'False', message: 'no room' }), [
      'no room',
    ])
  })

  it('say why a machine is paused, which is healthy nevertheless', async () => {
    const machine = await readMachine({ type: 'Paused', status: 'True', message: 'by an upgrade' })
    assert.equal(machine?.pausedMessage, 'by an upgrade')
  })

  it('say that a machine is paused without a message', async () => {
    const machine = await readMachine({ type: 'Paused', status: 'True' })
    assert.equal(machine?.pausedMessage, 'Paused')
  })

  it('say nothing of a pause that has ended', async () => {
    const machine = await readMachine({ type: 'Paused', status: 'False', reason: 'NotPaused' })
    assert.equal(machine?.pausedMessage, undefined)
  })

  for (const condition of [
    { type: 'Deleting', status: 'True', reason: 'DrainingNode' },
    { type: 'DrainingSucceeded', status: 'False', reason: 'Draining' },
    { type: 'PreTerminateDeleteHookSucceeded', status: 'True' },
    { type: 'NodeHealthy', status: 'False', reason: 'Deleting' },
  ]) {
    it(`say that a machine is being deleted: ${JSON.stringify(condition)}`, async () => {
      assert.equal((await readMachine(condition))?.hasDeletionCondition, true)
    })
  }

  it('don’t say that a machine is being deleted if it isn’t', async () => {
    const condition = { type: 'Deleting', status: 'False', reason: 'NotDeleting' }
    assert.equal((await readMachine(condition))?.hasDeletionCondition, undefined)
  })

  for (const message of ['', undefined, null]) {
    it(`have their reason told without a message: ${JSON.stringify(message)}`, async () => {
      const type = 'PreTerminateDeleteHookSucceeded'
      const reason = 'WaitingExternalHook'
      assert.deepEqual(await read({ type, status: 'False', reason, message }), [reason])
    })
  }
})
