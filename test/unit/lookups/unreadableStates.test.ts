import assert from 'node:assert/strict'
import { MachinesResponse } from '../../../src/api/clusterSchemas.ts'
import { CloudAccountsResponse, Region } from '../../../src/api/accountSchemas.ts'
import { isUnhealthy, lifecyclePhase } from '../../../src/model/poolFacts.ts'
import * as v from 'valibot'

/** States that are none of the service’s known ones, and that a service must not be taken not to have sent. */
const oddStates: readonly unknown[] = [
  'x'.repeat(1_001),
  'x'.repeat(100_000),
  5,
  true,
  ['Failed'],
  { code: 1 },
]

function readMachine(fields: { status?: object; deletionTimestamp?: unknown }) {
  const { status, deletionTimestamp } = fields
  const metadata = { uid: 'm0', name: 'node-0', deletionTimestamp }
  const [machine] = v.parse(MachinesResponse, { items: [{ metadata, status }] }).items
  assert.ok(machine)
  return machine
}

describe('Lookups: A state that can’t be read', () => {
  for (const odd of oddStates) {
    const what = JSON.stringify(odd).slice(0, 20)

    it(`isn’t the usual state of a cloud account: ${what}`, () => {
      const account = { metadata: { uid: 'a0' }, kind: 'aws', status: { state: odd } }
      const [read] = v.parse(CloudAccountsResponse, { items: [account] }).items
      assert.ok(read?.state)
      assert.notEqual(read.state, 'active')
    })

    it(`isn’t that of a region that is up: ${what}`, () => {
      assert.ok(v.parse(Region, { name: 'r1', status: odd }).state)
    })

    it(`is that of a machine that needs attention: ${what}`, () => {
      assert.ok(isUnhealthy(readMachine({ status: { instanceState: odd } })))
      assert.ok(
        isUnhealthy(readMachine({ status: { instanceState: 'Running', health: { state: odd } } })),
      )
    })

    it(`keeps pods off a machine: ${what}`, () => {
      const maintenanceStatus = { action: odd, state: 'complete' }
      const machine = readMachine({ status: { instanceState: 'Running', maintenanceStatus } })
      assert.equal(machine.inMaintenance, true)
    })

    it(`means that a machine is being deleted, if it is the time of that: ${what}`, () => {
      const machine = readMachine({ status: { instanceState: 'Running' }, deletionTimestamp: odd })
      assert.equal(lifecyclePhase(machine), 'leaving')
    })
  }

  it('isn’t one that the service has left out', () => {
    for (const missing of [undefined, null, '', {}, []]) {
      const machine = readMachine({
        status: { instanceState: missing, health: { state: missing } },
        deletionTimestamp: missing,
      })
      assert.equal(machine.state, undefined)
      assert.ok(!isUnhealthy(machine))
      assert.equal(v.parse(Region, { name: 'r1', status: missing }).state, undefined)
    }
  })

  it('of a condition is told if it is a boolean', () => {
    const condition = { type: 'Ready', status: false, message: 'The kubelet has stopped' }
    const machine = readMachine({ status: { health: { conditions: [condition] } } })
    assert.deepEqual(machine.messages, ['The kubelet has stopped'])
  })
})
