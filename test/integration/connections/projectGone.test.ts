import { strict as assert } from 'node:assert'
import { commandIds } from '../../../src/contributions.ts'
import { configs, projects } from '../../sandbox/data.ts'
import type { Settings } from '../../sandbox/service.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { uid: projectUid } = projects.production

const codes: Settings['projectRefusal'][] = [
  'ProjectNotFoundInTenant',
  'ResourceNotFound',
  'ResourceAccessDenied',
]

for (const code of codes) {
  describe(`Connections: A project that is gone: ${code}`, () => {
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

    it('is told in both views at the first look, with the way to another one', async () => {
      await session.reconnect({ projectUid })
      remove()
      await session.setKey(session.name, session.sandbox.apiKey)
      await assertTold()
    })

    it('stops a deletion before it is sent, and unpins nothing', async () => {
      await session.reconnect({ projectUid })
      await session.addPool(configs.checkout, 'worker-pool')
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

    it('stops a deletion also before any list was loaded', async () => {
      await session.reconnect({ projectUid })
      remove()
      const { provider, uid: configUid } = configs.checkout
      const pool = { provider, configUid, machinePoolName: 'worker-pool' }
      const deleting = session.run('deleteMachinePool', { connection: session.name, ...pool })
      const { text, press } = await session.dialogs.message()
      assert.match(text, /^The API key has no access to project /)
      press()
      await deleting
      assert.deepEqual(session.requests('DELETE'), [])
    })
  })
}
