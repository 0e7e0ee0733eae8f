import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { toolNames } from '../../../src/contributions.ts'
import { accounts } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { call } from './calling.ts'

// Many models fill in every field of a schema.
describe('Agents: An optional input', () => {
  useFilledSession()

  for (const value of [null, '']) {
    const text = JSON.stringify(value)

    it(`is missing if it is ${text}: list_machine_pools`, async () => {
      const all = { cluster: value, machinePool: value, after: value, connection: value }
      const { clusters } = await call<{ clusters: unknown[] }>('list_machine_pools', all)
      assert.ok(clusters.length > 1)
    })

    it(`is missing if it is ${text}: list_zones`, async () => {
      const { provider, name: cloudAccount } = accounts.awsProduction
      const region = 'us-east-1'
      const input = { provider, cloudAccount, region, project: value, connection: value }
      const { zones } = await call<{ zones: unknown[] }>('list_zones', input)
      assert.ok(zones.length > 1)
    })
  }

  it('is missing with the whole input', async () => {
    const options = { input: undefined as never, toolInvocationToken: undefined }
    const { content } = await vscode.lm.invokeTool(toolNames.list_machine_pools, options)
    assert.match((content[0] as vscode.LanguageModelTextPart).value, /checkout-prod/)
  })
})
