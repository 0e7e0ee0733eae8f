import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import type { Row } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { typeNames } from './pools.ts'

const config = configs.checkout

describe('Deletion: Several selected machine pools', () => {
  const session = useFilledSession()
  let rows: Row[]

  beforeEach(async () => {
    const { pools } = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
    Object.assign(
      pools.find(({ name }) => name === 'batch-spot')!,
      { size: 2, maxSize: 0 },
    )
    session.sandbox.drain = 'manual'
    rows = []
    for (const name of ['batch-spot', 'gpu-inference', 'worker-pool']) {
      rows.push(await session.poolRow(config, name))
    }
  })

  const sent = () => session.requests('DELETE').map(({ url }) => url.split('/').at(-1))
  /** Begins as the menu of the first row does. */
  const start = (...some: Row[]) =>
    session.run(
      'deleteMachinePool',
      some[0]?.node,
      some.map(({ node }) => node),
    )
  async function asked(name: string) {
    const modal = await session.dialogs.modal()
    assert.equal(modal.text, `Delete machine pool “${name}” of cluster “checkout-prod”?`)
    return modal
  }

  it('are checked and confirmed one after the other, and those before count as gone', async () => {
    const deleting = start(...rows)
    const first = await asked('batch-spot')
    assert.match(
      first.detail,
      /^Machine pool 1 of 3\. If you cancel, no more of .* are deleted\.$/m,
    )
    first.press('Delete Machine Pool')
    const second = await asked('gpu-inference')
    assert.match(
      second.detail,
      /^Deletion was also requested for other pools of this cluster: batch-spot$/m,
    )
    assert.deepEqual(sent(), ['batch-spot'])
    second.press('Delete Machine Pool')
    const third = await asked('worker-pool')
    assert.match(
      third.detail,
      /^Machine pool 3 of 3\..*\nWithout .* this is the cluster’s last worker pool/,
    )
    assert.deepEqual(sent(), ['batch-spot', 'gpu-inference'])
    third.press('Delete Machine Pool…')
    await typeNames(session, 'worker-pool')
    await deleting
    assert.deepEqual(sent(), ['batch-spot', 'gpu-inference', 'worker-pool'])
  })

  it('are skipped after one is refused', async () => {
    session.sandbox.addFault({ method: 'DELETE', status: 403 })
    const deleting = start(...rows)
    ;(await asked('batch-spot')).press('Delete Machine Pool')
    await deleting
    assert.match((await session.dialogs.message()).text, /^Machine pool not deleted: “batch-spot”/)
    assert.deepEqual(session.dialogs.unseenTexts, [])
  })

  it('stay if the dialog of the first is canceled', async () => {
    const deleting = start(...rows)
    ;(await asked('batch-spot')).press()
    await deleting
    assert.deepEqual(session.dialogs.unseenTexts, [])
    assert.deepEqual(sent(), [])
  })

  it('count as gone once they are deleted, although the service was asked before', async () => {
    session.sandbox.drain = 'instant'
    const { pools } = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
    pools.splice(
      pools.findIndex(({ name }) => name === 'worker-pool'),
      1,
    )
    await session.run('refreshMachinePools')
    const deleting = start(...rows.slice(0, 2))
    ;(await asked('batch-spot')).press('Delete Machine Pool')
    const second = await asked('gpu-inference')
    assert.match(second.detail, /this is the cluster’s last worker pool/)
    assert.equal(second.buttons[1], 'Delete Machine Pool…')
    second.press()
    await deleting
    assert.deepEqual(sent(), ['batch-spot'])
  })

  it('are confirmed except for one that is gone, which is reported', async () => {
    const found = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
    found.pools = found.pools.filter(({ name }) => name !== 'batch-spot')
    const deleting = start(...rows.slice(0, 2))
    const modal = await asked('gpu-inference')
    const { text } = await session.dialogs.message()
    assert.match(text, /^The service doesn’t list machine pool “batch-spot” in checkout-prod\./)
    modal.press()
    await deleting
    assert.deepEqual(sent(), [])
  })

  it('are those that are selected when the Delete key is pressed', async () => {
    const nodes = rows.slice(1).map(({ node }) => node)
    parts.selections.set('poolkeeper.machinePools', nodes)
    const deleting = session.run('deleteMachinePool', { target: 'selection' })
    ;(await asked('gpu-inference')).press('Delete Machine Pool')
    ;(await asked('worker-pool')).press()
    await deleting
    assert.deepEqual(sent(), ['gpu-inference'])
  })
})
