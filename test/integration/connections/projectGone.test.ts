import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { configs, projects } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { uid: projectUid } = projects.production

describe('Connections: A project that is gone', () => {
  // What else a service may say is in test/unit/cache/capabilities.test.ts.
  const code = 'ResourceNotFound'
  const session = useFilledSession()

  /** Removes the project from the service, as for a key to which it was never shown. */
  function remove(): void {
    const { data } = session.sandbox
    data.projects = data.projects.filter(({ uid }) => uid !== projectUid)
    session.sandbox.projectRefusal = code
  }

  async function assertTold(): Promise<void> {
    for (const view of ['zones', 'machinePools'] as const) {
      await session.run(view === 'zones' ? 'refreshZones' : 'refreshMachinePools')
      const [row] = await session.rows(view)
      assert.equal(row?.item.command?.command, commandIds.selectProject, view)
      assert.match(
        row.tooltip,
        new RegExp(`^The API key has no access to project ${projectUid}, or .*${code}\\)`),
      )
    }
  }

  it('is reported in both views, with a prompt for another project', async () => {
    await session.changeConnection({ projectUid })
    remove()
    await session.setKey(session.name, session.sandbox.apiKey)
    await assertTold()
  })

  it('stops a deletion before it is sent, and unpins no pool', async () => {
    await session.changeConnection({ projectUid })
    await session.pinPool(configs.checkout, 'worker-pool')
    remove()
    await session.run('refreshMachinePools')
    const { clusterName } = configs.checkout
    const row = await session.row('machinePools', clusterName, 'worker-pool')
    const deleting = session.run('deleteMachinePool', row?.node)
    const { text, buttons, press } = await session.dialogs.message()
    assert.match(text, /^The API key has no access to project /)
    assert.deepEqual(buttons, ['Select Project'])
    press()
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
