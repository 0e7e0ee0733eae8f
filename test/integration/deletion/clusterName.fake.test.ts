import { strict as assert } from 'node:assert'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

// Any keybinding, or another extension, may call the command with an old or a false label.
describe('Deletion: The name of the cluster, if the caller has another one,', () => {
  const windows = useWindows()
  const called = { ...pool, configLabel: 'checkout-dev' }

  it('is that of the list in what is told of the outcome', async () => {
    const texts = await windows.delete(windows.window, called)
    assert.match(texts.join(), / in checkout-prod/)
  })

  it('is that of the list in the history', async () => {
    await windows.delete(windows.window, called)
    const run = windows.window.startCommand('showDeletionHistory')
    const list = await until('the history', () => run.prompts[0])
    assert.ok('items' in list)
    const details = list.items.map(({ detail = '' }) => detail).join()
    list.hide()
    await run.end
    assert.match(details, / · checkout-prod · /)
  })
})

describe('Deletion: The name of a cluster that was renamed since the list was loaded', () => {
  const windows = useWindows()

  it('is in the question, and its UID is what must be typed', async () => {
    await windows.waitForRows(pool.configUid)
    const config = windows.service.data.configs.find(({ uid }) => uid === pool.configUid)
    assert.ok(config)
    config.clusterName = 'renamed-prod'
    windows.changeConnections({ deletion: 'type' })
    const { run, modal } = await windows.openDialog()
    assert.match(modal.text, /“renamed-prod \([^)]+\)”/)
    assert.match(modal.detail, /^Cluster: checkout-prod$/m)
    await windows.type(run, modal, `${pool.configUid}/${pool.machinePoolName}`)
    await run.end
    assert.equal(windows.deletions().length, 1)
  })
})
