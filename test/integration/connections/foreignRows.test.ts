import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useSession } from '../helpers.ts'

// Any extension can call a command, and so can a file of tasks in the workspace.
describe('Connections: A row that other code makes up', () => {
  const session = useSession()

  it('deletes nothing at the service that it names', async () => {
    const elsewhere = await session.startSandbox()
    const { node } = await session.pinPool(configs.checkout, 'worker-pool')
    const row = node as { connection: object }
    const connection = { ...row.connection, baseUrl: elsewhere.baseUrl }
    await session.run('deleteMachinePool', { ...row, connection })
    assert.equal(
      (await session.dialogs.message()).text,
      'The view changed in the meantime. Try again.',
    )
    assert.deepEqual(elsewhere.requests, [])
  })
})
