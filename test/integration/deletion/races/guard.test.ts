import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import { testClock } from '../../../clock.ts'
import { configs, projects } from '../../../sandbox/data.ts'
import type { Fault } from '../../../sandbox/service.ts'
import { modalsOf, reportsOf } from '../../../fakeVscode/run.ts'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

const lastWorker = /^This is the cluster’s last worker pool/m
const controlPlane = /^This is a control plane pool/m
const unchecked = /^Couldn’t check whether this is a control plane pool or the last worker pool/m

/** A cluster with two worker pools. */
const platform = { provider: 'azure', configUid: configs.dataPlatform.uid }
const spark = { ...platform, machinePoolName: 'spark-executors' }
const kafka = { ...platform, machinePoolName: 'kafka-brokers' }
const masters = { ...pool, machinePoolName: 'control-plane-pool' }
const checkoutPath = `/${configs.checkout.uid}`

describe('Deletion: The guard of a cluster’s last worker pool', () => {
  const w = useWindows()

  it('counts a pool that drains as gone', async () => {
    await w.delete(w.window, spark)
    const { run, modal } = await w.ask(w.window, kafka)
    assert.match(modal.detail, lastWorker)
    assert.match(modal.detail, /^Deletion also requested: spark-executors$/m)
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool…'])
    modal.press()
    await run.end
    assert.equal(w.deletions().length, 1)
  })

  it('counts a pool as gone that may have been deleted', async () => {
    w.service.addFault({ method: 'DELETE', cut: 'beforeHeaders' })
    await w.delete(w.window, spark)
    const { run, modal } = await w.ask(w.window, kafka)
    assert.match(modal.detail, lastWorker)
    assert.match(modal.detail, /^Deletion also requested: spark-executors$/m)
    assert.doesNotMatch(modal.detail, /being deleted/)
    modal.press()
    await run.end
  })

  it('counts a pool as gone whose deletion another window has sent', async () => {
    const second = w.machine.open(w.window.globalState.text)
    await w.delete(second, spark)
    const { run, modal } = await w.ask(w.window, kafka)
    assert.match(modal.detail, lastWorker)
    modal.press()
    await run.end
  })

  for (const [where, isSecond] of [
    ['in one window', false],
    ['in two windows', true],
  ] as const) {
    it(`asks once more where two questions stand at once, ${where}`, async () => {
      const other = isSecond ? w.machine.open(w.window.globalState.text) : w.window
      const first = await w.ask(w.window, spark)
      const second = await w.ask(other, kafka)
      assert.doesNotMatch(second.modal.detail, lastWorker)
      first.modal.press('Delete Machine Pool')
      await first.run.end
      second.modal.press('Delete Machine Pool')
      const again = await until('another question', () => modalsOf(second.run)[1])
      assert.match(again.detail, /^The details changed while the dialog was open\./)
      assert.match(again.detail, lastWorker)
      again.press()
      await second.run.end
      assert.equal(w.deletions().length, 1)
    })
  }

  for (const isSecond of [false, true]) {
    const where = isSecond ? 'another window' : 'this one'
    it(`asks once more where a deletion in ${where} has begun and ended while the question stood`, async () => {
      w.service.drain = 'instant'
      const other = isSecond ? w.machine.open(w.window.globalState.text) : w.window
      const { run, modal } = await w.ask(w.window, kafka)
      const first = await w.ask(other, spark)
      first.modal.press('Delete Machine Pool')
      await first.run.end
      assert.match(textsOf(first.run).join(), /Machine pool deleted: “spark-executors” in .+\.$/)
      assert.ok(!w.isMarked())
      modal.press('Delete Machine Pool')
      const again = await until('another question', () => modalsOf(run)[1])
      assert.match(again.detail, lastWorker)
      again.press()
      await run.end
      assert.equal(w.deletions().length, 1)
    })
  }

  it('asks once more where both are confirmed in the same moment', async () => {
    const first = await w.ask(w.window, spark)
    const second = await w.ask(w.window, kafka)
    for (const { modal } of [first, second]) modal.press('Delete Machine Pool')
    const again = await until('another question', () => modalsOf(second.run)[1])
    assert.match(again.detail, lastWorker)
    await w.type(second.run, again, 'kafka-brokers')
    await Promise.all([first.run.end, second.run.end])
    assert.equal(w.deletions().length, 2) // as somebody wants it
  })

  it('never lets both go that two windows confirm in the same moment', async () => {
    for (let times = 0; times < 5; times++) {
      const second = w.machine.open(w.window.globalState.text)
      const asked = [await w.ask(w.window, spark), await w.ask(second, kafka)]
      for (const { modal } of asked) modal.press('Delete Machine Pool')
      const isOver = asked.map(() => false)
      for (const [index, { run }] of asked.entries())
        void run.end.then(() => (isOver[index] = true))
      await until('an end or another question of both', () =>
        asked.every(({ run }, index) => isOver[index] || modalsOf(run)[1]),
      )
      for (const { run } of asked) modalsOf(run)[1]?.press()
      await Promise.all(asked.map(({ run }) => run.end))
      assert.ok(w.deletions().length <= 1)
      w.service.reset()
      w.service.drain = 'manual'
      for (const path of w.machine.files.paths) w.machine.files.drop(path)
      second.kill()
      await w.window.run('refreshMachinePools')
    }
  })

  it('looks again where the question stood for long, and asks where that tells more', async () => {
    const { run, modal } = await w.ask(w.window, kafka)
    const data = w.service.data.configs.find(({ uid }) => uid === platform.configUid)!
    data.pools = data.pools.filter(({ name }) => name !== 'spark-executors')
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    const again = await until('another question', () => modalsOf(run)[1])
    assert.match(again.detail, lastWorker)
    again.press()
    await run.end
    assert.deepEqual(w.deletions(), [])
  })

  it('asks once more where the second look fails, and says no more than that', async () => {
    const { run, modal } = await w.ask(w.window, kafka)
    w.service.addFault({ method: 'GET', path: platform.configUid, status: 500, times: null })
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    const again = await until('another question', () => modalsOf(run)[1])
    assert.match(
      again.detail,
      /^The details couldn’t be checked again after you confirmed\. They may have changed\./,
    )
    assert.match(again.detail, /^Couldn’t check whether this is .+ \(500\)/m)
    assert.deepEqual(again.buttons, ['Show Details', 'Delete Machine Pool…'])
    again.press()
    await run.end
    assert.deepEqual(w.deletions(), [])
  })

  it('looks again where the question stood for long, and goes on where that tells no more', async () => {
    const { run, modal } = await w.ask(w.window, kafka)
    const looks = () => w.service.requests.filter(({ method }) => method === 'GET').length
    const before = looks()
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(modalsOf(run).length, 1)
    assert.ok(looks() > before)
    assert.equal(w.deletions().length, 1)
  })

  it('asks once more where another pool has its name by then', async () => {
    const { run, modal } = await w.ask()
    assert.match(modal.detail, /^Nodes: 2 · /m)
    const data = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    const found = data.pools.find(({ name }) => name === pool.machinePoolName)!
    Object.assign(found, { generation: 2, size: 9 })
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    const again = await until('another question', () => modalsOf(run)[1])
    assert.match(again.detail, /^The details changed while the dialog was open\./)
    assert.match(again.detail, /^Nodes: 9 · /m)
    again.press()
    await run.end
    assert.deepEqual(w.deletions(), [])
  })

  it('asks once more where the look fails after the question stood for long', async () => {
    const { run, modal } = await w.ask(w.window, kafka)
    w.service.addFault({ method: 'GET', path: platform.configUid, status: 500, times: 2 })
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    const again = await until('another question', () => modalsOf(run)[1])
    assert.match(again.detail, unchecked)
    await w.type(run, again, 'kafka-brokers')
    await run.end
    assert.equal(w.deletions().length, 1)
  })

  it('does not take a pool without nodes for one that runs workloads', async () => {
    const data = w.service.data.configs.find(({ uid }) => uid === configs.checkout.uid)!
    data.pools = data.pools.filter(({ name }) => name !== 'gpu-inference')
    const { run, modal } = await w.ask(w.window, { ...pool, machinePoolName: 'worker-pool' })
    assert.match(modal.detail, lastWorker) // beside batch-spot, which has none
    modal.press()
    await run.end
  })
})

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

  it('are not sent twice where one is deleted by itself before its turn', async () => {
    const { run, gate } = await begin()
    const own = await w.delete()
    assert.match(own.join(), /Machine pool deleted: “gpu-inference” in .+\.$/)
    gate.open()
    await run.end
    assert.deepEqual(new Set(sent()), new Set(names))
    assert.equal(sent().length, 2)
    assert.match(textsOf(run).join(), /The cluster changed after you confirmed\. Try again\./)
  })

  it('are looked at again where those before took long, and sent where that tells no more', async () => {
    const { run, gate } = await begin()
    testClock.putForward(8 * 60)
    gate.open()
    await run.end
    assert.deepEqual(sent(), names)
  })

  it('are not sent where the cluster has changed while the computer slept', async () => {
    const { run, gate } = await begin()
    const data = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    data.pools = data.pools.filter(({ name }) => name !== 'worker-pool')
    testClock.putForward(8 * 60)
    gate.open()
    await run.end
    assert.deepEqual(sent(), ['batch-spot'])
    assert.match(
      textsOf(run).join(),
      /Machine pool not deleted: “gpu-inference” in .+\. The cluster changed after you confirmed\. Try again\./,
    )
  })

  it('are not sent where they could not be looked at again', async () => {
    const { run, gate } = await begin()
    w.service.addFault({ method: 'GET', path: pool.configUid, status: 500, times: null })
    testClock.putForward(8 * 60)
    gate.open()
    await run.end
    assert.deepEqual(sent(), ['batch-spot'])
    assert.match(
      textsOf(run).join(),
      /not deleted: “gpu-inference” in .+\. The cluster couldn’t be checked again\. .+ \(500\)/,
    )
  })

  it('are not sent where another pool has the name of one by its turn', async () => {
    const { run, gate } = await begin()
    const data = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    data.pools.find(({ name }) => name === 'gpu-inference')!.generation = 2
    testClock.putForward(1)
    gate.open()
    await run.end
    assert.deepEqual(sent(), ['batch-spot'])
    assert.match(
      textsOf(run).join(),
      /Machine pool not deleted: “gpu-inference” in .+\. The cluster changed/,
    )
  })

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

  it('are not sent where another window has deleted others of the cluster meanwhile', async () => {
    const { run, gate } = await begin()
    const second = w.machine.open(w.window.globalState.text)
    const other = { ...pool, machinePoolName: 'worker-pool' }
    const asked = await w.ask(second, other)
    const [, button = ''] = asked.modal.buttons
    if (button.endsWith('…')) await w.type(asked.run, asked.modal, other.machinePoolName)
    else asked.modal.press(button)
    await asked.run.end
    gate.open()
    await run.end
    assert.deepEqual(new Set(sent()), new Set(['batch-spot', 'worker-pool']))
    assert.match(textsOf(run).join(), /The cluster changed after you confirmed\. Try again\./)
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
  for (const fault of odd) {
    it(`stands although another cluster answers oddly: ${JSON.stringify(fault)}`, async () => {
      w.service.addFault({ method: 'GET', path: configs.billing.uid, times: null, ...fault })
      await w.window.pools()
      await until('a look at the other', () =>
        w.service.requests.some(({ url }) => url.includes(configs.billing.uid)),
      )
      const { run, modal } = await w.ask(w.window, masters)
      assert.match(modal.detail, controlPlane)
      assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool…'])
      modal.press()
      await run.end
    })
  }

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

  it('need not be kept from a question that comes late or behind another one', async () => {
    const asked = [await w.ask(w.window, spark), await w.ask()]
    for (const { modal, run } of asked) {
      assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool'])
      modal.press()
      await run.end
    }
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

  it('stays what the question said where it stood for long, and the list is forgotten by then', async () => {
    await w.window.rows('machinePools')
    const { run, modal } = await w.ask(w.window, target)
    await w.window.run('refreshMachinePools')
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    await run.end
    const [sent] = w.deletions()
    assert.equal(sent?.headers['projectuid'], staging.uid)
  })

  it('stays the same at Retry, though the list is forgotten by then', async () => {
    await w.window.rows('machinePools')
    w.service.addFault({ method: 'DELETE', status: 409 })
    const { run, modal } = await w.ask(w.window, target)
    modal.press('Delete Machine Pool')
    await run.end
    await w.window.run('refreshMachinePools')
    const [failure] = reportsOf(run)
    failure?.press('Retry')
    const again = await until('the question', () => w.window.messages[0])
    assert.match(again.detail, new RegExp(`^Project: ${staging.name}$`, 'm'))
    again.press('Delete Machine Pool')
    await until('the deletion', () => w.deletions().length === 2)
    for (const { headers } of w.deletions()) assert.equal(headers['projectuid'], staging.uid)
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

  it('stays none where the question named none, and the list has come by then', async () => {
    w.service.addFault({ path: '/v1/dashboard/spectroclusters/', status: 500 })
    const { run, modal } = await w.ask(w.window, target)
    assert.doesNotMatch(modal.detail, /^Project: /m)
    await w.window.rows('machinePools')
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    await run.end
    const [sent] = w.deletions()
    assert.equal(sent?.headers['projectuid'], undefined)
  })

  it('is that of the connection where it sets one', async () => {
    w.service.data.projects.push({ uid: 'p1', name: 'p1' })
    const [entry] = w.machine.connections
    w.machine.set('poolkeeper.connections', [{ ...entry, projectUid: 'p1' }])
    await w.window.rows('machinePools')
    const { run, modal } = await w.ask(w.window, target)
    assert.match(modal.detail, /^Project: p1$/m)
    modal.press()
    await run.end
  })

  it('is none where none is known', async () => {
    w.service.addFault({ path: '/v1/dashboard/spectroclusters/', status: 500, times: null })
    const { run, modal } = await w.ask(w.window, target)
    assert.doesNotMatch(modal.detail, /^Project: /m)
    modal.press()
    await run.end
  })

  it('is the same in all looks that follow, which nothing begins twice', async () => {
    await w.delete(w.window, target)
    const followed = () => testClock.waiting.filter((wait) => wait === 'following').length
    await until('the wait for a look', () => followed() === 1)
    const [entry] = w.machine.connections
    w.machine.set('poolkeeper.connections', [
      { ...entry, consoleUrl: 'https://console.example.com' },
    ])
    await w.window.rows('machinePools')
    assert.equal(followed(), 1)
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
