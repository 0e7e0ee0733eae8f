import { strict as assert } from 'node:assert'
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
  const windows = useWindows()

  it('uses the cached config if the check fails', async () => {
    const rows = await windows.waitForRows(pool.configUid)
    const { machinePoolName, configUid } = masters
    const row = rows.find(
      (candidate) =>
        candidate.configUid === configUid && candidate.machinePoolName === machinePoolName,
    )
    windows.service.addFault({ method: 'GET', path: checkoutPath, times: null, status: 403 })
    const { detail, buttons } = await windows.declineDialog(row)
    assert.match(detail, controlPlane)
    assert.match(detail, unchecked)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })

  it('uses the row’s facts if nothing else is known', async () => {
    const rows = await windows.waitForRows(pool.configUid)
    const row = rows.find(
      ({ configUid, machinePoolName }) =>
        configUid === masters.configUid && machinePoolName === masters.machinePoolName,
    )
    windows.service.addFault({ method: 'GET', path: checkoutPath, times: null, status: 403 })
    // What was loaded with an earlier key doesn’t count any more.
    await windows.window.run('setApiKey', { connection: 'home', apiKey: windows.service.apiKey })
    assert.match((await windows.declineDialog(row)).detail, controlPlane)
  })

  it('requires typing if the check worked in another project, and fails now', async () => {
    await windows.waitForRows(pool.configUid)
    const [entry] = windows.machine.connections
    windows.machine.writeSetting('poolkeeper.connections', [
      { ...entry, projectUid: projects.staging.uid },
    ])
    windows.service.lookups = { cloudConfig: 405 }
    const { detail, buttons } = await windows.declineDialog(masters)
    assert.match(detail, unchecked)
    assert.doesNotMatch(detail, /The service doesn’t support this check/)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })

  it('checks although the service seemed not to support it', async () => {
    windows.service.lookups = { cloudConfig: 405 }
    await windows.window.pools()
    windows.service.lookups = 'all'
    assert.match((await windows.declineDialog(masters)).detail, controlPlane)
  })
})

describe('Deletion: The Enter key', () => {
  const windows = useWindows()

  it('opens the details in every dialog, also behind another dialog, and deletes nothing', async () => {
    const removing = windows.window.startCommand('removeConnection', 'home')
    const other = await windows.waitForDialog(removing)
    const asked = [
      await windows.openDialog(windows.window, spark),
      await windows.openDialog(windows.window, masters),
    ]
    other.press()
    for (const { modal, run } of asked) {
      const [first] = modal.buttons
      assert.equal(first, 'Show Details')
      modal.press(first)
      await run.end
      assert.deepEqual(run.prompts, [])
    }
    await removing.end
    assert.deepEqual(windows.deletions(), [])
  })
})

describe('Deletion: The scope of a deletion', () => {
  const windows = useWindows()
  const target = {
    provider: 'aws',
    configUid: configs.storefront.uid,
    machinePoolName: 'worker-pool',
  }
  const { staging } = projects

  it('is the project of the cluster where the connection sets none', async () => {
    const { run, modal } = await windows.openDialog(windows.window, target) // no list was loaded before
    assert.match(modal.detail, new RegExp(`^Project: ${staging.name}$`, 'm'))
    modal.press('Delete Machine Pool')
    await run.end
    const sent = windows.service.requests.filter(({ url }) => url.includes(target.configUid))
    assert.ok(sent.length > 1)
    for (const { headers } of sent) assert.equal(headers['projectuid'], staging.uid)
    assert.equal(windows.deletions().length, 1)
  })

  it('has a cluster whose name is typed in full, however long', async () => {
    const config = windows.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    config.clusterName = `${'checkout-'.repeat(30)}prod`
    windows.changeConnections({ deletion: 'type' })
    const { run, modal } = await windows.openDialog()
    await windows.type(run, modal, pool.machinePoolName)
    await run.end
    const [box] = run.prompts
    assert.equal(box?.placeholder, `${config.clusterName}/${pool.machinePoolName}`)
    assert.equal(windows.deletions().length, 1)
  })

  it('has the UID, which is typed, of a cluster whose name another cluster has', async () => {
    const { data } = windows.service
    const other = data.configs.find(({ uid }) => uid === configs.reporting.uid)
    Object.assign(other ?? assert.fail(), { clusterName: configs.checkout.clusterName })
    windows.changeConnections({ deletion: 'type' })
    const { run, modal } = await windows.openDialog()
    await windows.type(run, modal, pool.machinePoolName)
    await run.end
    const [box] = run.prompts
    assert.equal(box?.placeholder, `${pool.configUid}/${pool.machinePoolName}`)
  })

  it('is named by the service’s list, whatever the caller calls it', async () => {
    const project = { uid: staging.uid, name: 'Safe to delete' }
    const { detail } = await windows.declineDialog({ ...target, project })
    assert.match(detail, new RegExp(`^Project: ${staging.name}$`, 'm'))
  })

  it('stays what the dialog said although the caller changes the row', async () => {
    const row = (await windows.waitForRows(target.configUid)).find(
      ({ configUid }) => configUid === target.configUid,
    )
    const project = { ...row?.project, uid: staging.uid }
    const { run, modal } = await windows.openDialog(windows.window, { ...row, project })
    project.uid = projects.production.uid
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(windows.deletions()[0]?.headers['projectuid'], staging.uid)
  })
})
