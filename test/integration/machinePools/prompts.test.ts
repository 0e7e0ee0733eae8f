import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import type { FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { until } from '../helpers.ts'
import { manual } from '../lookups.ts'
import { useFilledSession } from './filled.ts'

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
})
