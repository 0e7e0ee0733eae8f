import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { nextPick, problemIn } from '../lookups.ts'

describe('Connections: A key without access to the whole tenant', () => {
  const session = useFilledSession()
  beforeEach(async () => {
    const body = JSON.stringify({ code: 'OperationForbidden', message: 'No tenant-wide access' })
    for (const path of ['/spectroclusters/search', '/cloudaccounts/summary']) {
      session.sandbox.addFault({ path, status: 403, body, times: null })
    }
    await session.run('refreshZones')
    await session.run('refreshMachinePools')
  })

  for (const view of ['zones', 'machinePools'] as const) {
    it(`is told so where a list is to stand, and a project can be selected there: ${view}`, async () => {
      const [row, ...others] = await session.rows(view)
      assert.equal(row?.label, 'Access denied')
      assert.deepEqual(others, [])
      assert.match(row.tooltip, /No tenant-wide access \(OperationForbidden\)$/)
      assert.equal(row.item.command?.command, commandIds.selectProject)
    })
  }

  it('is told so where a machine pool is looked for, not that there is none', async () => {
    const going = session.run('goToMachinePool')
    const list = await nextPick(session)
    assert.match(String(problemIn(list)), /No tenant-wide access/)
    list.escape()
    await going
    assert.deepEqual(session.dialogs.unseen, [])
  })
})
