import assert from 'node:assert/strict'
import { useSandbox } from '../useSandbox.ts'
import { config, lookupsOf } from './helpers.ts'

describe('Lookups: The conditions of a machine', () => {
  const sandbox = useSandbox()
  const read = async (condition: object) => {
    const status = { health: { conditions: [{ type: 'Ready', status: 'True' }, condition] } }
    sandbox.addFault({ body: JSON.stringify({ items: [{ metadata: { uid: 'm1' }, status }] }) })
    const pool = { ...config, machinePoolName: 'worker-pool' }
    const { machines } = await lookupsOf(sandbox).machines(pool)
    return machines[0]?.messages
  }

  // Of node-problem-detector, which AKS and GKE run by default.
  for (const type of [
    'KernelDeadlock',
    'ReadonlyFilesystem',
    'FrequentKubeletRestart',
    'FrequentDockerRestart',
    'FrequentContainerdRestart',
    'FrequentUnregisterNetDevice',
    'CorruptDockerOverlay2',
    'VMEventScheduled',
    'Paused',
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

  for (const message of ['', undefined, null]) {
    it(`have their reason told without a message: ${JSON.stringify(message)}`, async () => {
      const type = 'PreTerminateDeleteHookSucceeded'
      const reason = 'WaitingExternalHook'
      assert.deepEqual(await read({ type, status: 'False', reason, message }), [reason])
    })
  }
})
