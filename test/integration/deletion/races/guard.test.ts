import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import { configs, projects } from '../../../sandbox/data.ts'
import { pool, useWindows } from './windows.ts'

const controlPlane = /^This is a control plane pool/m
const unchecked = /^Couldn’t check whether this is a control plane pool or the last worker pool/m

/** A cluster with two worker pools. */
const platform = { provider: 'azure', configUid: configs.dataPlatform.uid }
const spark = { ...platform, machinePoolName: 'spark-executors' }
const masters = { ...pool, machinePoolName: 'control-plane-pool' }
const checkoutPath = `/${configs.checkout.uid}`

describe('Deletion: The guard of a control plane', () => {
  const w = useWindows()

  it('goes by what was read before where the look fails', async () => {
    const rows = await w.rowsOf(pool.configUid)
    const { machinePoolName, configUid } = masters
    const row = rows.find(
      (one) => one.configUid === configUid && one.machinePoolName === machinePoolName,
    )
    w.service.addFault({ method: 'GET', path: checkoutPath, times: null, status: 403 })
    const { detail, buttons } = await w.decline(row)
    assert.match(detail, controlPlane)
    assert.match(detail, unchecked)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })

  it('goes by what the row says where nothing else is known', async () => {
    const rows = await w.rowsOf(pool.configUid)
    const row = rows.find(
      ({ configUid, machinePoolName }) =>
        configUid === masters.configUid && machinePoolName === masters.machinePoolName,
    )
    w.service.addFault({ method: 'GET', path: checkoutPath, times: null, status: 403 })
    // What was loaded with an earlier key doesn’t count any more.
    await w.window.run('setApiKey', { connection: 'home', apiKey: w.service.apiKey })
    assert.match((await w.decline(row)).detail, controlPlane)
  })

  it('wants a name where the look has worked in another project, and works no more', async () => {
    await w.rowsOf(pool.configUid)
    const [entry] = w.machine.connections
    w.machine.writeSetting('poolkeeper.connections', [
      { ...entry, projectUid: projects.staging.uid },
    ])
    w.service.lookups = { cloudConfig: 405 }
    const { detail, buttons } = await w.decline(masters)
    assert.match(detail, unchecked)
    assert.doesNotMatch(detail, /because the service doesn’t support this check/)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })

  it('looks although the service seemed not to support it', async () => {
    w.service.lookups = { cloudConfig: 405 }
    await w.window.pools()
    w.service.lookups = 'all'
    assert.match((await w.decline(masters)).detail, controlPlane)
  })
})

describe('Deletion: The Enter key', () => {
  const w = useWindows()

  it('opens the details in every question, also behind another dialog, and deletes nothing', async () => {
    const removing = w.window.startCommand('removeConnection', 'home')
    const other = await w.question(removing)
    const asked = [await w.ask(w.window, spark), await w.ask(w.window, masters)]
    other.press()
    for (const { modal, run } of asked) {
      const [first] = modal.buttons
      assert.equal(first, 'Show Details')
      modal.press(first)
      await run.end
      assert.deepEqual(run.prompts, [])
    }
    await removing.end
    assert.deepEqual(w.deletions(), [])
  })
})

describe('Deletion: The scope of a deletion', () => {
  const w = useWindows()
  const target = {
    provider: 'aws',
    configUid: configs.storefront.uid,
    machinePoolName: 'worker-pool',
  }
  const { staging } = projects

  it('is the project of the cluster where the connection sets none', async () => {
    const { run, modal } = await w.ask(w.window, target) // no list was loaded before
    assert.match(modal.detail, new RegExp(`^Project: ${staging.name}$`, 'm'))
    modal.press('Delete Machine Pool')
    await run.end
    const sent = w.service.requests.filter(({ url }) => url.includes(target.configUid))
    assert.ok(sent.length > 1)
    for (const { headers } of sent) assert.equal(headers['projectuid'], staging.uid)
    assert.equal(w.deletions().length, 1)
  })

  it('has a cluster whose name is typed in full, however long', async () => {
    const config = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    config.clusterName = `${'checkout-'.repeat(30)}prod`
    w.machine.writeSetting(settingIds.confirmation, 'typeName')
    const { run, modal } = await w.ask()
    await w.type(run, modal, pool.machinePoolName)
    await run.end
    const [box] = run.prompts
    assert.equal(box?.placeholder, `${config.clusterName}/${pool.machinePoolName}`)
    assert.equal(w.deletions().length, 1)
  })

  it('is named by the list, whatever the caller calls it', async () => {
    const project = { uid: staging.uid, name: 'Safe to delete' }
    const { detail } = await w.decline({ ...target, project })
    assert.match(detail, new RegExp(`^Project: ${staging.name}$`, 'm'))
  })

  it('stays what the question said, although the caller changes the row under it', async () => {
    const row = (await w.rowsOf(target.configUid)).find(
      ({ configUid }) => configUid === target.configUid,
    )
    const project = { ...row?.project, uid: staging.uid }
    const { run, modal } = await w.ask(w.window, { ...row, project })
    project.uid = projects.production.uid
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(w.deletions()[0]?.headers['projectuid'], staging.uid)
  })
})
