import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { until } from '../helpers.ts'
import { manual, problemIn } from '../lookups.ts'
import { searchPath, useFilledSession } from './filled.ts'

describe('Machine Pools: The prompts for a machine pool', () => {
  const session = useFilledSession()

  /** The next list, once all of it is there. */
  async function pick(): Promise<FakeQuickPick> {
    const list = await session.dialogs.pick()
    await until('the whole list', () => !list.busy)
    return list
  }

  for (const command of ['pin', 'deleteMachinePool'] as const) {
    it(`offer what the service lists: ${command}`, async () => {
      const running = session.run(command)
      if (command === 'deleteMachinePool') (await pick()).choose(manual)
      ;(await pick()).choose('aws')
      const clusters = await pick()
      assert.deepEqual(clusters.labels, ['checkout-prod', 'storefront-staging'])
      clusters.choose('checkout-prod')
      const pools = await pick()
      const names = configs.checkout.pools.map(({ name }) => name)
      assert.deepEqual(pools.labels, [...names])
      pools.choose('gpu-inference')
      if (command === 'deleteMachinePool') {
        const modal = await session.dialogs.modal()
        assert.match(modal.text, /“gpu-inference” of cluster “checkout-prod”\?$/)
        modal.press()
      }
      await running
      const context = (await session.poolRow(configs.checkout, 'gpu-inference')).item.contextValue
      const isKept = command === 'pin'
      assert.match(context ?? '', isKept ? /\bunpin\b/ : /\bpin\b/)
    })
  }

  it('offer clusters by the provider that their cloud type stands for', async () => {
    const running = session.run('pin')
    ;(await pick()).choose('vsphere')
    const clusters = await pick()
    assert.deepEqual(clusters.labels, ['factory-floor', 'warehouse-042'])
    clusters.escape()
    await running
  })

  describe('where a cluster’s name is entered before the list is there', () => {
    /** Enters it, up to the end of the list, whose first page has the status. */
    async function enter(name: string, status = 200) {
      const held = session.hold(searchPath)
      if (status !== 200) session.sandbox.addFault({ path: searchPath, status, times: null })
      const running = session.run('pin')
      ;(await session.dialogs.pick()).choose('aws')
      const clusters = await session.dialogs.pick()
      clusters.answer(name)
      held.letGo()
      await until('the whole list', () => clusters.isOver || !clusters.busy)
      return { clusters, running }
    }

    it('leave the choice between two of that name, on whichever pages they are', async () => {
      await session.addClusters(110)
      const onAws = session.sandbox.data.configs.filter(({ provider }) => provider === 'aws')
      const twins = [onAws[0], onAws.at(-1)]
      for (const one of twins) if (one) one.clusterName = 'twin'
      const { clusters, running } = await enter('twin')
      assert.ok(!clusters.isOver)
      const uids = clusters.shown.flatMap(({ label, description }) =>
        label === 'twin' ? (description ?? '') : [],
      )
      assert.deepEqual(
        uids,
        twins.map((one) => one?.uid),
      )
      clusters.escape()
      await running
    })

    it('take it for no UID where the list fails, until Enter is pressed again', async () => {
      const { clusters, running } = await enter('checkout-prod', 500)
      assert.ok(!clusters.isOver)
      assert.match(problemIn(clusters) ?? '', /reported a server error \(500\)/)
      clusters.enter()
      ;(await session.dialogs.box()).escape() // for a label of the UID
      await running
    })
  })
})
