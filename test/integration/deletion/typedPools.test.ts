import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { call } from '../agents/calling.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout } = configs

describe('Deletion: Machine pools to type, and nodes by zone', () => {
  const session = useFilledSession()
  const cluster = () => session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)

  const readQuestion = async (pool: string) =>
    session.readDeletionQuestion((await session.poolRow(checkout, pool)).node)

  /** Confirms a deletion after a change, which must be told in a dialog of its own. */
  async function asksAgain(target: unknown, change: () => void): Promise<void> {
    const deleting = session.run('deleteMachinePool', target)
    const first = await session.dialogs.modal()
    change()
    testClock.putForward(1)
    first.press('Delete Machine Pool')
    const again = await session.dialogs.modal()
    assert.match(again.detail, /^The details changed while the dialog was open/)
    again.press()
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
  }

  it('are marked, and must be typed', async () => {
    await session.changeConnection({ typeFor: ['*-prod/gpu-*'] })
    const { item } = await session.poolRow(checkout, 'gpu-inference')
    assert.match(String(item.description), / · type to delete$/)
    assert.deepEqual((await readQuestion('gpu-inference')).buttons, [
      'Show Details',
      'Delete Machine Pool…',
    ])
    assert.doesNotMatch(
      String((await session.poolRow(checkout, 'worker-pool')).item.description),
      /type to delete/,
    )
    assert.deepEqual((await readQuestion('worker-pool')).buttons, [
      'Show Details',
      'Delete Machine Pool',
    ])
  })

  it('must be typed where the cluster has another name by now, or none that is listed', async () => {
    await session.changeConnection({ typeFor: ['*-prod/*'] })
    for (const [before, after] of [
      ['checkout-test', 'checkout-prod'],
      ['checkout-prod', 'checkout-test'],
      ['', ''],
    ] as const) {
      cluster()!.clusterName = before
      await session.run('refreshMachinePools')
      const [row] = await session.rows(
        'machinePools',
        await session.clusterRow(before || cluster()!.clusterUid),
      )
      assert.ok(row)
      cluster()!.clusterName = after
      const target = { provider: 'aws', configUid: checkout.uid, machinePoolName: 'worker-pool' }
      const { buttons } = await session.readDeletionQuestion(target)
      assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'], before)
    }
  })

  it('have their nodes counted by zone, before and after, once all machines are listed', async () => {
    const pools = cluster()?.pools ?? assert.fail()
    pools.splice(0, pools.length, ...pools.filter(({ name }) => name !== 'batch-spot'))
    assert.doesNotMatch((await readQuestion('gpu-inference')).detail, /by zone/)
    await session.rows('machinePools', await session.poolRow(checkout, 'worker-pool'))
    const worker = pools.find(({ name }) => name === 'worker-pool') ?? assert.fail()
    worker.size = 3 // fewer than the view shows
    const { detail } = await readQuestion('gpu-inference')
    const zones = 'us-east-1d: 2 to 0, us-east-1a: 1, us-east-1b: 1, us-east-1c: 1'
    const lines = detail.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-').split('\n')
    assert.ok(lines.includes(`Worker nodes by zone: ${zones}`), detail)
    const { provider, uid: configUid } = checkout
    const pool = { connection: session.name, provider, configUid, machinePoolName: 'gpu-inference' }
    const { nodesByZone } = await call('preview_deletion', pool)
    assert.deepEqual(nodesByZone, {
      zones: {
        items: [
          { name: 'us-east-1a', before: 1, after: 1 },
          { name: 'us-east-1b', before: 1, after: 1 },
          { name: 'us-east-1c', before: 1, after: 1 },
          { name: 'us-east-1d', before: 2, after: 0 },
        ],
      },
      isConfigured: false,
    })
    await asksAgain(pool, () => (worker.size = 2))
  })
})
