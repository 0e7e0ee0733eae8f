import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout
const configPath = `/v1/cloudconfigs/aws/${config.uid}`
const pool = { provider: 'aws', configUid: config.uid, machinePoolName: 'worker-pool' }

describe('Deletion: The inspection of a machine pool before its deletion', () => {
  const session = useFilledSession()
  const deleted = () => session.requests('DELETE').map(({ url }) => url)
  const data = () => session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!
  // The view counts the machines of an autoscaled pool by itself.
  beforeEach(() => void (data().pools.find(({ name }) => name === 'batch-spot')!.maxSize = 0))

  it('is one read of the config and one of the machines, and the dialog shows what it found', async () => {
    const deleting = session.run('deleteMachinePool', pool)
    const modal = await session.dialogs.modal()
    // The views may still read other clusters.
    const urls = session.requests().map(({ url }) => url)
    assert.deepEqual(urls.filter((url) => url.startsWith(configPath)).sort(), [
      configPath,
      `${configPath}/machinePools/worker-pool/machines`,
    ])
    const lines = modal.detail.replaceAll('\u2011', '-').split('\n')
    assert.equal(modal.text, 'Delete machine pool “worker-pool” of cluster “checkout-prod”?')
    const zones = 'us-east-1a, us-east-1b, us-east-1c'
    assert.ok(lines.includes(`Nodes: 6 · m6i.2xlarge · ${zones}`), modal.detail)
    assert.ok(lines.includes(`Lost with this pool: worker nodes in ${zones}`), modal.detail)
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool'])
    modal.press('Delete Machine Pool')
    await deleting
    assert.deepEqual(deleted(), [`${configPath}/machinePools/worker-pool`])
  })

  it('tells the config’s own name instead of a label that says otherwise, where no list does', async () => {
    await session.offer({ clusterSearch: 405 })
    const { text } = await session.readDeletionQuestion({ ...pool, configLabel: 'playground' })
    assert.ok(text.endsWith(` of cloud config “checkout-prod (${config.uid})”?`), text)
  })

  it('takes no name from a list that isn’t loaded whole as the only one', async () => {
    await session.addClusters(50)
    await session.poolRow(config, 'worker-pool')
    const { text } = await session.readDeletionQuestion(pool)
    assert.ok(text.endsWith(` of cloud config “checkout-prod (${config.uid})”?`), text)
  })

  it('is fresh, whatever the view shows', async () => {
    const row = await session.poolRow(config, 'worker-pool')
    data().pools[1]!.size = 17
    const before = session.reads().length
    assert.match((await session.readDeletionQuestion(row.node)).detail, /^Nodes: 17 · /m)
    assert.equal(session.reads().length, before + 2)
    assert.match(String((await session.poolRow(config, 'worker-pool')).item.description), /^17 /)
  })

  it('lists the machines of the other pools that are shown and count, each once', async () => {
    const open = async () => {
      for (const { name } of config.pools) {
        await session.rows('machinePools', await session.poolRow(config, name))
      }
    }
    await open()
    await session.run('selectProject', { projectUid: data().projectUid })
    await open()
    data().pools = data().pools.filter(({ name }) => name !== 'batch-spot')
    const listed = () => session.requests().filter(({ url }) => url.includes('/machines')).length
    const before = listed()
    await session.readDeletionQuestion({ ...pool, machinePoolName: 'gpu-inference' })
    assert.equal(listed() - before, 2)
  })

  it('loads the list of clusters again after a failed refresh, else takes no name from it as the only one', async () => {
    await session.poolRow(config, 'batch-spot')
    session.sandbox.addFault({ path: '/spectroclusters/search', status: 500, times: null })
    const other = session.sandbox.data.configs.find(({ uid }) => uid === configs.billing.uid)!
    other.clusterName = config.clusterName
    await session.run('refreshMachinePools')
    await session.poolRow(config, 'batch-spot')
    const before = session.searches().length
    const question = async () =>
      (await session.readDeletionQuestion({ ...pool, machinePoolName: 'batch-spot' })).text
    const named = `Delete machine pool “batch-spot” of cloud config “checkout-prod (${config.uid})”?`
    assert.equal(await question(), named)
    assert.ok(session.searches().length > before)
    other.clusterName = 'billing'
    session.sandbox.clearFaults()
    assert.equal(await question(), 'Delete machine pool “batch-spot” of cluster “checkout-prod”?')
  })

  for (const [what, path] of [
    ['the cloud config is read', configPath],
    ['the machines are counted', `${configPath}/machinePools/worker-pool/machines`],
    ['its cluster is looked for', '/v1/dashboard/spectroclusters/'],
  ] as const) {
    it(`ends in silence where it is canceled while ${what}`, async () => {
      session.sandbox.addFault({ path, stall: 'beforeHeaders', times: null })
      await session.run('refreshMachinePools')
      const deleting = session.run('deleteMachinePool', pool)
      await until('its progress', () => session.dialogs.isCancellable)
      session.dialogs.cancel()
      await deleting
      const { messages, prompts } = session.dialogs
      assert.deepEqual([messages, prompts], [[], []])
      assert.deepEqual(deleted(), [])
    })
  }
})
