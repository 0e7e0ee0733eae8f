import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Row, useSession } from '../helpers.ts'
import { contractOnly, pathOf, poolsShown } from './pools.ts'

const config = configs.checkout
const small = (name: string) => {
  return { name, isControlPlane: false, size: 1, azs: [], instanceType: 'm6i.large' }
}
const deletionUrls = (requests: { url: string }[]) => requests.map(({ url }) => url)

describe('Deletion: Deleting several machine pools', () => {
  const session = useSession()
  const names = ['batch-spot', 'gpu-inference', 'worker-pool']
  let rows: Row[]

  beforeEach(async () => {
    rows = []
    session.sandbox.lookups = { ...contractOnly, cloudConfig: true }
    poolsOf(config).push(small('yet-another'))
    for (const name of names) rows.push(await session.addPool(config, name))
  })

  function poolsOf({ uid }: { uid: string }) {
    return (session.sandbox.data.configs.find((one) => one.uid === uid) ?? assert.fail()).pools
  }

  /** Opens the question for rows, as the menu of the first one does. */
  function deleteRows(some: Row[]): Promise<unknown> {
    return session.run(
      'deleteMachinePool',
      some[0]?.node,
      some.map(({ node }) => node),
    )
  }

  /** Confirms the question by the cluster and the number. */
  async function confirm(number: number, { uid } = config as { uid: string }): Promise<void> {
    ;(await session.dialogs.modal()).press(`Delete ${number} Machine Pools…`)
    ;(await session.dialogs.box()).answer(`${uid}/${number}`)
  }

  it('asks once, lists them, and wants the cluster and their number typed', async () => {
    const deleting = deleteRows(rows)
    const modal = await session.dialogs.modal()
    assert.equal(
      modal.text,
      `Delete 3 machine pools of cloud config “checkout-prod (${config.uid})”?`,
    )
    for (const name of names) assert.ok(modal.detail.includes(`• ${name}`))
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete 3 Machine Pools…'])
    modal.press(modal.buttons[1])
    const box = await session.dialogs.box()
    assert.equal(box.placeholder, `${config.uid}/3`)
    for (const wrong of ['', '3', `${config.uid}/2`, ` ${config.uid}/3`, 'worker-pool']) {
      box.answer(wrong)
      assert.ok(box.validationMessage, wrong)
    }
    assert.deepEqual(session.requests('DELETE'), [])
    box.answer(`${config.uid}/3`)
    await deleting
    assert.equal(session.requests('DELETE').length, 3)
  })

  it('sends nothing after Cancel or Escape', async () => {
    const first = deleteRows(rows)
    ;(await session.dialogs.modal()).press()
    await first
    const second = deleteRows(rows)
    ;(await session.dialogs.modal()).press('Delete 3 Machine Pools…')
    ;(await session.dialogs.box()).escape()
    await second
    assert.deepEqual(session.requests('DELETE'), [])
    const shown = await poolsShown(session, config)
    assert.deepEqual(shown.slice(0, 3), names)
  })

  it('lists five, then how many more', async () => {
    const many: Row[] = []
    for (let n = 10; n < 23; n++) {
      poolsOf(configs.billing).push(small(`pool-${n}`))
      many.push(await session.addPool(configs.billing, `pool-${n}`))
    }
    const deleting = deleteRows(many)
    const { detail, press } = await session.dialogs.modal()
    assert.equal(detail.match(/^• pool-/gm)?.length, 5)
    assert.match(detail, /^… and 8 more$/m)
    press()
    await deleting
  })

  it('tells of more than the history keeps that they are deleted', async () => {
    session.sandbox.drain = 'manual'
    const many: Row[] = []
    for (let n = 0; n < 52; n++) {
      poolsOf(configs.billing).push(small(`pool-${n}`))
      many.push(await session.addPool(configs.billing, `pool-${n}`))
    }
    const deleting = deleteRows(many)
    await confirm(52, configs.billing)
    await deleting
    session.sandbox.drainStep(20)
    await session.run('refreshMachinePools')
    const { text } = await session.dialogs.message()
    assert.match(text, /^Deleted \(52 machine pools\): “pool-0”, “pool-1”,/)
    assert.deepEqual(session.dialogs.unseen, [])
  })

  it('are refused before anything is asked where they are of several clusters or connections', async () => {
    const elsewhere = await session.addPool(configs.reporting, 'userpool')
    const other = await session.connectAnother()
    await session.run('manageConnections', other.name)
    const same = await session.addPool(config, 'gpu-inference', other.name)
    session.sandbox.requests.length = 0
    for (const row of [elsewhere, same]) {
      await deleteRows([rows[0] ?? assert.fail(), row])
      const { text } = await session.dialogs.message()
      assert.match(text, /^Nothing was deleted because the machine pools are in several clusters\./)
    }
    assert.deepEqual(session.requests(), [])
    assert.deepEqual(session.dialogs.unseen, [])
  })

  it('reports each result, and goes on after a failure', async () => {
    session.sandbox.addFault({ method: 'DELETE', path: 'batch-spot', status: 422 })
    session.sandbox.addFault({ method: 'DELETE', path: 'gpu-inference', status: 502 })
    const deleting = deleteRows(rows)
    await confirm(3)
    await deleting
    const results = [
      ['error', /Machine pool not deleted: “batch-spot” in checkout-prod\./],
      [
        'warning',
        /Machine pool may have been deleted: “gpu-inference” in checkout-prod\. Check before/,
      ],
      ['info', /Machine pool deleted: “worker-pool” in checkout-prod\./],
    ] as const
    for (const [severity, text] of results) {
      const message = await session.dialogs.message()
      assert.equal(message.severity, severity)
      assert.match(message.text, text)
    }
    assert.deepEqual(session.dialogs.unseen, [])
    const shown = await poolsShown(session, config)
    assert.deepEqual(shown.slice(0, 3), ['batch-spot', 'gpu-inference', 'control-plane-pool'])
    assert.equal(session.requests('DELETE').length, 3)
  })

  it('takes those that are selected where the Delete key is pressed', async () => {
    parts.selection.set(
      'poolkeeper.machinePools',
      rows.slice(1).map(({ node }) => node),
    )
    const deleting = session.run('deleteMachinePool', { target: 'selection' })
    await confirm(2)
    await deleting
    assert.deepEqual(deletionUrls(session.requests('DELETE')).sort(), [
      pathOf(config, 'gpu-inference'),
      pathOf(config, 'worker-pool'),
    ])
  })
})
