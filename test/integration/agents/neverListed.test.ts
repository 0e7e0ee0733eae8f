import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { call } from './calling.ts'

const { checkout } = configs

describe('Agents: A machine pool that was never listed', () => {
  const session = useFilledSession()

  for (const machinePoolName of ['Worker-Pool', 'worker', 'nope']) {
    it(`isn’t gone: ${machinePoolName}`, async () => {
      const { provider, uid: configUid } = checkout
      const input = { connection: session.name, provider, configUid, machinePoolName }
      const { status, text } = await call('preview_deletion', input)
      assert.notEqual(status, 'gone')
      assert.match(String(text), /doesn’t list machine pool/)
    })
  }
})
