import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout

describe('Deletion: The look at several machine pools before their deletion', () => {
  const session = useFilledSession()
  beforeEach(() => {
    // One without nodes does not count as a worker pool that is left.
    const { pools } = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
    const spot = pools.find(({ name }) => name === 'batch-spot')!
    // Nor does the view count the machines of one that is not autoscaled.
    Object.assign(spot, { size: 2, maxSize: 0 })
  })

  const deleted = () => session.requests('DELETE').map(({ url }) => url.split('/').at(-1))

  /** Begins as the menu of the first one does. */
  const start = (nodes: unknown[]) => session.run('deleteMachinePool', nodes[0], nodes)

  /** The rows' nodes, as they are selected. */
  async function select(...names: string[]): Promise<unknown[]> {
    const rows = await session.rows('machinePools', await session.clusterRow('checkout-prod'))
    const nodes = rows.filter(({ label }) => names.includes(label)).map(({ node }) => node)
    assert.equal(nodes.length, names.length)
    session.sandbox.requests.length = 0
    return nodes
  }

  it('is one read of their cloud config, and one of the machines of each', async () => {
    const deleting = start(await select('gpu-inference', 'worker-pool'))
    const modal = await session.dialogs.modal()
    assert.deepEqual(session.reads().sort(), [config.uid, 'machines', 'machines'])
    assert.equal(session.requests().length, 3)
    assert.match(
      modal.detail,
      /^• gpu-inference\n {3}Nodes: 2 · .+\n• worker-pool\n {3}Nodes: 6 · .+$/m,
    )
    modal.press(modal.buttons[1])
    ;(await session.dialogs.box()).answer('2')
    await deleting
    assert.deepEqual(deleted(), ['gpu-inference', 'worker-pool'])
  })

  for (const [what, names, text] of [
    [
      'a control-plane pool among them',
      ['control-plane-pool', 'worker-pool'],
      /control plane pool/,
    ],
    [
      'no worker pool left',
      ['batch-spot', 'gpu-inference', 'worker-pool'],
      /would have no worker pool left/,
    ],
  ] as const) {
    it(`sends nothing with ${what}`, async () => {
      await start(await select(...names))
      const message = await session.dialogs.message()
      assert.equal(message.severity, 'error')
      assert.match(message.text, text)
      assert.match(message.text, /Nothing was deleted/)
      assert.deepEqual([deleted(), session.dialogs.unseen], [[], []])
    })
  }

  it('leaves out one that is gone, says so, and asks for the other', async () => {
    const found = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)
    assert.ok(found)
    const nodes = await select('gpu-inference', 'worker-pool')
    found.pools = found.pools.filter(({ name }) => name !== 'gpu-inference')
    const deleting = start(nodes)
    const modal = await session.dialogs.modal()
    assert.equal(modal.text, 'Delete machine pool “worker-pool” of cluster “checkout-prod”?')
    assert.match(
      (await session.dialogs.message()).text,
      /^Machine pool not deleted: “gpu-inference” in .+\. The service doesn’t list it\.$/,
    )
    modal.press('Delete Machine Pool')
    await deleting
    assert.deepEqual(deleted(), ['worker-pool'])
  })
})
