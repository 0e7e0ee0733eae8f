import { strict as assert } from 'node:assert'
import { configs, projects } from '../../sandbox/data.ts'
import { confirmDeletion, poolPath, shownPools, useUncheckedSession } from './pools.ts'

const config = configs.checkout

describe('Deletion: Deleting a machine pool', () => {
  const session = useUncheckedSession()

  it('shows the whole scope, and sends nothing before the confirmation', async () => {
    await session.changeConnection({ projectUid: projects.production.uid })
    const row = await session.pinPool(config, 'worker-pool')
    const deleting = session.run('deleteMachinePool', row.node)
    const modal = await session.dialogs.modal()
    assert.equal(modal.severity, 'warning')
    assert.equal(
      modal.text,
      `Delete machine pool “worker-pool” of cloud config “checkout-prod (${config.uid})”?`,
    )
    assert.deepEqual(modal.detail.split('\n\n'), [
      'Couldn’t check whether this is a control plane pool or the last worker pool. The service doesn’t support this check.',
      `Project: ${projects.production.uid}\nConnection: ${session.name}`,
      'The nodes may be drained and removed. This can’t be undone.', // the state of the cluster is unknown
    ])
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool'])
    modal.press()
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('sends one request, and takes the row away', async () => {
    const row = await session.pinPool(config, 'worker-pool')
    await session.pinPool(config, 'gpu-inference')
    await confirmDeletion(session, row)
    const [request, ...otherRequests] = session.requests('DELETE')
    assert.deepEqual(otherRequests, [])
    assert.equal(request?.method, 'DELETE')
    assert.equal(request.url, poolPath(config, 'worker-pool'))
    assert.equal(request.body, '')
    const { severity, text } = await session.dialogs.message()
    assert.equal(severity, 'info')
    assert.match(text, /^Machine pool deleted: “worker-pool” in checkout-prod\./)
    assert.deepEqual(await shownPools(session, config), ['gpu-inference'])
  })
})
