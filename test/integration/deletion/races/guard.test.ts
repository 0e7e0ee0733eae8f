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

  it('uses the cached config if the check fails', async () => {
    const rows = await w.rowsOf(pool.configUid)
    const { machinePoolName, configUid } = masters
    const row = rows.find(
      (candidate) =>
        candidate.configUid === configUid && candidate.machinePoolName === machinePoolName,
    )
    w.service.addFault({ method: 'GET', path: checkoutPath, times: null, status: 403 })
    const { detail, buttons } = await w.declineDialog(row)
    assert.match(detail, controlPlane)
    assert.match(detail, unchecked)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })

  it('uses the row’s facts if nothing else is known', async () => {
    const rows = await w.rowsOf(pool.configUid)
    const row = rows.find(
      ({ configUid, machinePoolName }) =>
        configUid === masters.configUid && machinePoolName === masters.machinePoolName,
    )
    w.service.addFault({ method: 'GET', path: checkoutPath, times: null, status: 403 })
    // What was loaded with an earlier key doesn’t count any more.
    await w.window.run('setApiKey', { connection: 'home', apiKey: w.service.apiKey })
    assert.match((await w.declineDialog(row)).detail, controlPlane)
  })

  it('requires typing if the check worked in another project, and fails now', async () => {
    await w.rowsOf(pool.configUid)
    const [entry] = w.machine.connections
    w.machine.writeSetting('poolkeeper.connections', [
      { ...entry, projectUid: projects.staging.uid },
    ])
    w.service.lookups = { cloudConfig: 405 }
    const { detail, buttons } = await w.declineDialog(masters)
    assert.match(detail, unchecked)
    assert.doesNotMatch(detail, /because the service doesn’t support this check/)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })

  it('checks although the service seemed not to support it', async () => {
    w.service.lookups = { cloudConfig: 405 }
    await w.window.pools()
    w.service.lookups = 'all'
    assert.match((await w.declineDialog(masters)).detail, controlPlane)
  })
})

describe('Deletion: The Enter key', () => {
  const w = useWindows()

  it('opens the details in every dialog, also behind another dialog, and deletes nothing', async () => {
    const removing = w.window.startCommand('removeConnection', 'home')
    const other = await w.waitForDialog(removing)
    const asked = [await w.openDialog(w.window, spark), await w.openDialog(w.window, masters)]
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
    const { run, modal } = await w.openDialog(w.window, target) // no list was loaded before
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
    const { run, modal } = await w.openDialog()
    await w.type(run, modal, pool.machinePoolName)
    await run.end
    const [box] = run.prompts
    assert.equal(box?.placeholder, `${config.clusterName}/${pool.machinePoolName}`)
    assert.equal(w.deletions().length, 1)
  })

  it('is named by the service’s list, whatever the caller calls it', async () => {
    const project = { uid: staging.uid, name: 'Safe to delete' }
    const { detail } = await w.declineDialog({ ...target, project })
    assert.match(detail, new RegExp(`^Project: ${staging.name}$`, 'm'))
  })

  it('stays what the dialog said although the caller changes the row', async () => {
    const row = (await w.rowsOf(target.configUid)).find(
      ({ configUid }) => configUid === target.configUid,
    )
    const project = { ...row?.project, uid: staging.uid }
    const { run, modal } = await w.openDialog(w.window, { ...row, project })
    project.uid = projects.production.uid
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(w.deletions()[0]?.headers['projectuid'], staging.uid)
  })
})
