import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { type CloudConfig, configs } from '../sandbox/data.ts'
import { describeUi, type UiOptions } from './fixtures.ts'
import { answer, answerMachinePool, chooseDeletion, typeNames } from './flows.ts'
import { actUntil, until } from './until.ts'
import type { Workbench } from './workbench.ts'

const { checkout, billing, dataPlatform, mlTraining } = configs

describeUi('Delete Machine Pool', { window: 'companion', filled: true }, (ui) => {
  const deletions = () =>
    ui.sandbox.requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url)
  const isGone = (pool: string) =>
    until(`${pool} is gone`, async () => (await ui.workbench.machinePools.item(pool).count()) === 0)

  ui.setUp(async () => {
    // The companion adds it last.
    await ui.workbench.openViewContainer()
    await ui.workbench.machinePools.item('kafka-brokers').waitFor()
  })

  it('names the whole scope, and sends nothing when it is cancelled', async () => {
    const { workbench } = ui
    await chooseDeletion(workbench, 'worker-pool')
    const text = await workbench.dialog.innerText()
    for (const part of [
      `Delete machine pool “worker-pool” of cloud config “${checkout.clusterName} (${checkout.uid})”?`,
      'Connection: sandbox',
    ]) {
      assert.ok(text.includes(part), `“${part}” in ${text}`)
    }
    await workbench.screenshot('confirm-deletion')
    await workbench.pressDialogButton('Cancel')
    await workbench.machinePools.item('worker-pool').waitFor()
    assert.deepEqual(deletions(), [])
  })

  it('deletes by the menu', async () => {
    const { workbench } = ui
    await chooseDeletion(workbench, 'spark-executors')
    await workbench.pressDialogButton('Delete Machine Pool')
    await workbench.statusBar
      .getByText('Machine pool deleted: “spark-executors” in data-platform')
      .waitFor()
    assert.deepEqual(await workbench.notifications.texts(), [])
    await isGone('spark-executors')
    assert.deepEqual(deletions(), [
      `/v1/cloudconfigs/azure/${dataPlatform.uid}/machinePools/spark-executors`,
    ])
  })

  it('deletes what is selected by the Delete key', async () => {
    const { workbench } = ui
    await askBySelecting(workbench, checkout, ['gpu-inference'], '“gpu-inference”')
    await workbench.pressDialogButton('Delete Machine Pool')
    await isGone('gpu-inference')
    assert.equal(deletions().length, 1)
  })

  it('deletes by the palette, a pool of the view or one that is typed', async () => {
    const { workbench } = ui
    await workbench.runCommand('Poolkeeper: Delete Machine Pool…')
    await workbench.quickInput.pick('batch-spot')
    await workbench.pressDialogButton('Delete Machine Pool')
    await isGone('batch-spot')

    await workbench.runCommand('Poolkeeper: Delete Machine Pool…')
    await workbench.quickInput.pick('Enter Manually…')
    await answerMachinePool(workbench, 'Delete Machine Pool', mlTraining, 'control-plane-pool')
    await workbench.dialog.getByText(mlTraining.uid).waitFor()
    await workbench.pressDialogButton('Delete Machine Pool')
    await workbench.notifications.appear(/^Machine pool deleted: “control-plane-pool” in /)
    assert.equal(deletions().length, 2)
  })

  for (const [how, press] of [
    [
      'twice within 250 ms',
      async ({ keyboard }: Page) => {
        await keyboard.press('Enter')
        await keyboard.press('Enter', { delay: 200 })
      },
    ],
    [
      'for 0.7 s',
      async ({ keyboard }: Page) => {
        for (let repeats = 0; repeats < 12; repeats++) {
          await keyboard.down('Enter') // the same again until `up`: the key repeats
          await new Promise((resolve) => setTimeout(resolve, 60))
        }
        await keyboard.up('Enter')
      },
    ],
  ] as const) {
    it(`opens the details, and deletes nothing, where Enter is pressed ${how} in the list of pools`, async () => {
      const { dialog, page, quickInput } = ui.workbench
      const details = page.getByRole('tab', { name: /^kafka-brokers \(data-platform\)\.json/ })
      await ui.workbench.runCommand('Poolkeeper: Delete Machine Pool…')
      await quickInput.type('kafka-brokers')
      await quickInput.item('kafka-brokers').waitFor()
      await press(page)
      await actUntil(
        'the details are shown',
        async () => {
          if (await dialog.isVisible()) await page.keyboard.press('Enter') // where it came later
        },
        async () => deletions().length > 0 || (await details.isVisible()),
      )
      await dialog.waitFor({ state: 'hidden' })
      assert.deepEqual(deletions(), [])
      await ui.workbench.runCommand('View: Close All Editors')
      await details.waitFor({ state: 'hidden' })
    })
  }

  it('keeps the row when it is refused, and shows what helps', async () => {
    const { workbench, sandbox } = ui
    const { machinePools, notifications } = workbench
    sandbox.addFault({ method: 'DELETE', status: 401 })
    await deleteByMenu('master-pool')
    await notifications.appear('Machine pool not deleted: “master-pool” in data-platform')
    await workbench.screenshot('refused')
    await notifications.press('Machine pool not deleted', 'Set API Key')
    await workbench.quickInput.step({ title: 'Set API Key for “sandbox”' }).waitFor()
    await workbench.quickInput.cancel()
    await machinePools.item('master-pool').waitFor()
    assert.equal(deletions().length, 1)
  })

  it('offers to remove from the view what was not found', async () => {
    const { workbench, sandbox } = ui
    sandbox.addFault({ method: 'DELETE', status: 404 })
    await deleteByMenu('system')
    await workbench.notifications.press('may already have been deleted', 'Unpin')
    await isGone('system')
  })

  it('marks the row when a stalled deletion is cancelled, and says that it is not known', async () => {
    const { workbench, sandbox } = ui
    const { machinePools, notifications } = workbench
    sandbox.addFault({ method: 'DELETE', stall: 'beforeHeaders' })
    await deleteByMenu('kafka-brokers')
    await machinePools
      .item('kafka-brokers')
      .getByText(/^deleting/)
      .waitFor()
    await workbench.screenshot('deleting')
    await until('it was sent', () => deletions().length === 1)
    await notifications.press('Deleting machine pool “kafka-brokers”…', 'Cancel')
    await notifications.appear(/may have been deleted: .+ Check before you try again\./)
    await machinePools.item('kafka-brokers').getByText('outcome unknown').waitFor()
    await workbench.screenshot('unknown')
    assert.deepEqual(deletions(), [
      `/v1/cloudconfigs/azure/${dataPlatform.uid}/machinePools/kafka-brokers`,
    ])
  })

  async function deleteByMenu(pool: string): Promise<void> {
    await chooseDeletion(ui.workbench, pool)
    await ui.workbench.pressDialogButton('Delete Machine Pool')
  }
})

const typing: UiOptions = {
  window: 'companion',
  filled: true,
  settings: { 'poolkeeper.deletion.confirmation': 'typeName' },
}

describeUi('Delete Machine Pool: a name that has to be typed', typing, (ui) => {
  it('deletes nothing while it is mistyped', async () => {
    const { workbench, sandbox } = ui
    const { machinePools, quickInput } = workbench
    await workbench.openViewContainer()
    await chooseDeletion(workbench, 'system')
    await workbench.pressDialogButton('Delete Machine Pool…')
    await answer(workbench, { title: 'Delete Machine Pool' }, 'System')
    await quickInput.box.getByText('Nothing has been deleted.').waitFor()
    await workbench.screenshot('typed-name')
    assert.ok(sandbox.requests.every(({ method }) => method !== 'DELETE'))
    await typeNames(workbench, 'system')
    await until('it is gone', async () => (await machinePools.item('system').count()) === 0)
  })
})

/** Only pools that can be checked are deleted together. */
const checked: UiOptions = {
  window: 'companion',
  filled: true,
  lookups: { projects: false, clusterSearch: false, clusters: false },
}

describeUi('Delete Machine Pool: several at once', checked, (ui) => {
  it('asks for the number of several pools', async () => {
    const { workbench, sandbox } = ui
    const { quickInput } = workbench
    const deletions = () =>
      sandbox.requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url)
    await workbench.openViewContainer()
    const pools = ['general-purpose', 'memory-optimized'] as const
    await askBySelecting(workbench, billing, pools, 'Delete 2 machine pools of ')
    await workbench.screenshot('confirm-several')
    await workbench.pressDialogButton('Delete 2 Machine Pools…')
    await answer(workbench, { title: 'Delete 2 Machine Pools' }, '3')
    await quickInput.box.getByText('Nothing has been deleted.').waitFor()
    assert.deepEqual(deletions(), [])
    await quickInput.submit('2')
    const last = workbench.machinePools.item('memory-optimized')
    await until('it is gone', async () => (await last.count()) === 0)
    assert.deepEqual(
      deletions(),
      pools.map((pool) => `/v1/cloudconfigs/eks/${billing.uid}/machinePools/${pool}`),
    )
  })
})

/** Selects rows and presses the key; a view that refreshes between the two takes it for nothing. */
async function askBySelecting(
  { dialog, machinePools, page }: Workbench,
  { clusterName }: CloudConfig,
  pools: readonly [string, ...string[]],
  question: string,
): Promise<void> {
  await actUntil(
    `it is asked: ${question}`,
    async () => {
      if (await dialog.isVisible()) return
      await machinePools.expand(clusterName) // a click that hit it has closed it
      await machinePools.trySelect(...pools)
      if (await machinePools.isSelected(...pools)) await page.keyboard.press('Delete')
    },
    () => dialog.getByText(question).isVisible(),
  )
}
