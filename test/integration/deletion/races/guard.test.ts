import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import { testClock } from '../../../clock.ts'
import { configs, projects } from '../../../sandbox/data.ts'
import type { Fault } from '../../../sandbox/service.ts'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

const controlPlane = /^This is a control plane pool/m
const unchecked = /^Couldn’t check whether this is a control plane pool or the last worker pool/m

/** A cluster with two worker pools. */
const platform = { provider: 'azure', configUid: configs.dataPlatform.uid }
const spark = { ...platform, machinePoolName: 'spark-executors' }
const masters = { ...pool, machinePoolName: 'control-plane-pool' }
const checkoutPath = `/${configs.checkout.uid}`

describe('Deletion: Several machine pools that are deleted one after the other', () => {
  const w = useWindows()
  const names = ['batch-spot', 'gpu-inference']

  /** Confirms the deletion of both, and holds the request for the first. */
  async function begin() {
    w.service.drain = 'instant'
    const all = await w.rowsOf(pool.configUid)
    const rows = names.map((name) =>
      all.find((one) => one.configUid === pool.configUid && one.machinePoolName === name),
    )
    const gate = w.hold('/machinePools/batch-spot', 'DELETE')
    const run = w.window.start('deleteMachinePool', rows[0], rows)
    await w.type(run, await w.question(run), '2')
    await until('the first request', gate.isReached)
    return { run, gate }
  }
  const sent = () => w.deletions().map(({ url }) => url.split('/').at(-1))

  it('are not sent where another pool has the name of one, and the machines of that are listed as gone', async () => {
    const machine = (uid: string, instanceState: string) => ({
      metadata: { uid, name: uid },
      status: { instanceState },
    })
    const list = (...items: object[]) => {
      w.service.clearFaults()
      const body = JSON.stringify({ items })
      w.service.addFault({ method: 'GET', path: '/gpu-inference/machines', body, times: null })
    }
    list(machine('old', 'Running'))
    const { run, gate } = await begin()
    list(machine('old', 'Deleted'), machine('new', 'Running'))
    testClock.putForward(1)
    gate.open()
    await run.end
    assert.deepEqual(sent(), ['batch-spot'])
    assert.match(
      textsOf(run).join(),
      /Machine pool not deleted: “gpu-inference” in .+\. The cluster changed/,
    )
  })
})

describe('Deletion: The guard of a control plane', () => {
  const w = useWindows()

  const odd: Fault[] = [
    { status: 403 },
    { status: 404 },
    { status: 405 },
    { malformed: true },
    { body: '<html>maintenance</html>', headers: { 'content-type': 'text/html' } },
    { cut: 'midBody' },
    { oversize: true },
  ]

  for (const fault of [...odd, { status: 500 }, { cut: 'beforeHeaders' as const }]) {
    it(`goes by what was read before where the look fails: ${JSON.stringify(fault)}`, async () => {
      const rows = await w.rowsOf(pool.configUid)
      const row = rows.find(
        (one) =>
          one.configUid === pool.configUid && one.machinePoolName === masters.machinePoolName,
      )
      w.service.addFault({ method: 'GET', path: checkoutPath, times: null, ...fault })
      const { run, modal } = await w.ask(w.window, row)
      assert.match(modal.detail, controlPlane)
      assert.match(modal.detail, unchecked)
      assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool…'])
      modal.press()
      await run.end
    })

    it(`wants a name where nothing is known and the look fails: ${JSON.stringify(fault)}`, async () => {
      w.service.addFault({ method: 'GET', path: configs.billing.uid, times: null, status: 403 })
      await w.rowsOf(platform.configUid) // others can be read
      w.service.addFault({ method: 'GET', path: checkoutPath, times: null, ...fault })
      const { run, modal } = await w.ask(w.window, { ...pool, machinePoolName: 'unheard-of' })
      assert.match(modal.detail, unchecked)
      await w.type(run, modal, 'unheard-of')
      await run.end
      assert.equal(w.deletions().length, 1)
    })
  }

  it('lets none of several go where the look fails', async () => {
    const all = await w.rowsOf(pool.configUid)
    const rows = all.filter((one) => one.configUid === pool.configUid)
    w.service.addFault({ method: 'GET', path: checkoutPath, status: 500, times: null })
    const workers = rows.filter((one) =>
      ['gpu-inference', 'batch-spot'].includes(one.machinePoolName),
    )
    const run = await w.window.run('deleteMachinePool', workers[0], workers)
    assert.match(
      textsOf(run).join(),
      /^Nothing was deleted because “.+” couldn’t be checked\. Delete the pools one at a time\. .+ \(500\)/,
    )
    const wrong = await w.window.run('deleteMachinePool', rows[0], rows)
    assert.match(
      textsOf(wrong).join(),
      /“control-plane-pool” is a control plane pool\. Delete the other pools without it/,
    )
    assert.deepEqual(w.deletions(), [])
  })

  it('leaves it to the setting where the service has never supported the look, and says so', async () => {
    w.service.lookups = { cloudConfig: 405 }
    const { run, modal } = await w.ask(w.window, masters)
    assert.match(modal.detail, /because the service doesn’t support this check\.$/m)
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool'])
    modal.press()
    await run.end
  })

  for (const [what, prepare, why] of [
    [
      'may be the control plane',
      () => (w.service.traps = ['noIsControlPlane']),
      /^Nothing was deleted because “.+” may be a control plane pool\. Delete the pools one at a time\.$/,
    ],
    [
      'nothing can be looked up of',
      () => (w.service.lookups = { cloudConfig: 405 }),
      /^Nothing was deleted because the service doesn’t support checking “.+”\. Delete the pools one at a time\.$/,
    ],
  ] as const) {
    it(`lets none of several go that ${what}`, async () => {
      prepare()
      const { provider, uid } = configs.storefront // of many workers
      const names = ['worker-pool', masters.machinePoolName]
      for (const machinePoolName of names)
        await w.window.run('pin', { provider, configUid: uid, machinePoolName })
      const rows = await until('the rows', async () => {
        const all = await w.window.pools()
        const both = all.filter(
          (one) => one.configUid === uid && names.includes(one.machinePoolName),
        )
        return both.length === 2 && both
      })
      const run = w.window.start('deleteMachinePool', rows[0], rows)
      const message = await until('what is told', () => run.messages[0])
      if (message.isModal) await w.type(run, message, '2')
      await run.end
      assert.deepEqual(w.deletions(), [])
      assert.match(message.text, why)
    })
  }

  it('wants a name where the look has worked in another project, and works no more', async () => {
    await w.rowsOf(pool.configUid)
    const [entry] = w.machine.connections
    w.machine.set('poolkeeper.connections', [{ ...entry, projectUid: projects.staging.uid }])
    w.service.lookups = { cloudConfig: 405 }
    const { run, modal } = await w.ask(w.window, masters)
    assert.match(modal.detail, unchecked)
    assert.doesNotMatch(modal.detail, /because the service doesn’t support this check/)
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool…'])
    modal.press()
    await run.end
  })

  it('looks although the service seemed not to support it', async () => {
    w.service.lookups = { cloudConfig: 405 }
    await w.window.pools()
    w.service.lookups = 'all'
    const { run, modal } = await w.ask(w.window, masters)
    assert.match(modal.detail, controlPlane)
    modal.press()
    await run.end
  })
})

describe('Deletion: The Enter key', () => {
  const w = useWindows()

  it('opens the details in every question, also behind another dialog, and deletes nothing', async () => {
    const removing = w.window.start('removeConnection', 'home')
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
    await w.window.rows('machinePools')
    const { run, modal } = await w.ask(w.window, target)
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
    w.machine.set(settingIds.confirmation, 'typeName')
    const { run, modal } = await w.ask()
    await w.type(run, modal, pool.machinePoolName)
    await run.end
    const [box] = run.prompts
    assert.equal(box?.placeholder, `${config.clusterName}/${pool.machinePoolName}`)
    assert.equal(w.deletions().length, 1)
  })

  it('is named by the list, whatever the caller calls it', async () => {
    const project = { uid: staging.uid, name: 'Safe to delete' }
    const { run, modal } = await w.ask(w.window, { ...target, project })
    assert.match(modal.detail, new RegExp(`^Project: ${staging.name}$`, 'm'))
    modal.press()
    await run.end
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

  it('is found where the clusters were not listed before', async () => {
    const { run, modal } = await w.ask(w.window, target)
    assert.match(modal.detail, new RegExp(`^Project: ${staging.name}$`, 'm'))
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(w.deletions()[0]?.headers['projectuid'], staging.uid)
  })

  it('is said for each of several pools, with their number', async () => {
    await w.delete()
    const rows = await w.rowsOf(configs.storefront.uid, pool.configUid)
    const some = rows.filter(
      ({ configUid, machinePoolName }) =>
        (configUid === configs.storefront.uid && machinePoolName !== 'control-plane-pool') ||
        (configUid === pool.configUid && machinePoolName === 'batch-spot'),
    )
    some.splice(
      some.findIndex((one) => one.machinePoolName === 'worker-pool'),
      1,
    )
    const run = w.window.start('deleteMachinePool', some[0], some)
    const { text, detail, press } = await w.question(run)
    assert.equal(text, `Delete ${some.length} machine pools?`)
    assert.match(detail, /^Cluster: storefront-staging$/m)
    assert.match(detail, /^Cluster: checkout-prod$/m)
    assert.match(detail, /^… and 5 more$/m)
    assert.match(detail, /^checkout-prod: Deletion also requested: gpu-inference$/m)
    assert.match(detail, /^checkout-prod: Only this pool has: workers in us-east-1f$/m)
    press()
    await run.end
  })
})
