import { strict as assert } from 'node:assert'
import type { ThemeIcon } from 'vscode'
import { viewIds } from '../../../src/contributions.ts'
import { configs, projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { type Row, until } from '../helpers.ts'
import { loadingLabel } from '../views.ts'
import { useFilledSession } from './filled.ts'

const config = configs.checkout
const looks = ({ item }: Row) => [
  item.label,
  (item.iconPath as ThemeIcon).id,
  /not listed/.test(String(item.description)),
  item.contextValue?.includes('unpin'),
]

describe('Machine Pools: A pinned pool in the Machine Pools view', () => {
  const session = useFilledSession()
  const keep = (machinePoolName: string) =>
    session.run('pin', { provider: 'aws', configUid: config.uid, machinePoolName })

  beforeEach(() => session.enterProject(projects.production.uid))

  it('is marked as not listed in another project, in its row and in Go to Machine Pool', async () => {
    await keep('worker-pool')
    await session.enterProject(projects.staging.uid)
    const [cluster] = await session.rows('machinePools')
    assert.deepEqual(cluster && looks(cluster), [cluster?.label, 'warning', true, true])
    assert.match(cluster?.tooltip ?? '', /Not listed by the service in this project\.$/)
    assert.deepEqual(await session.labels('machinePools', cluster), ['worker-pool'])
    const going = session.run('goToMachinePool')
    const list = await session.dialogs.pick()
    const item = list.items.find(({ label }) => label === 'worker-pool')
    assert.equal(item?.detail, 'not listed')
    assert.equal((item?.iconPath as ThemeIcon | undefined)?.id, 'warning')
    list.escape()
    await going
  })

  it('has the focus if it was entered, because the welcome view with its button may be gone', async () => {
    await session.offer('none')
    const pinning = session.run('pin')
    // On a slow computer, the list of pools is open, and would take the answer, until the empty list has arrived.
    for (const [placeholder, answer] of [
      ['Select or enter a provider', 'aws'],
      ['Select a cloud config or enter its UID', config.uid],
      ['', 'payments'],
      ['Machine pool', 'worker-pool'],
    ] as const) {
      const prompt = await session.dialogs.prompt(placeholder)
      prompt.answer(answer)
    }
    await pinning
    const [selected] = parts.views.get(viewIds.machinePools)?.selection ?? []
    assert.equal((selected as { machinePoolName?: string }).machinePoolName, 'worker-pool')
  })

  const rename = (name: string) => {
    session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!.clusterName = name
  }

  it('has the name that the service returns, else the last known one', async () => {
    await keep('worker-pool')
    rename('payments')
    await session.run('refreshMachinePools')
    await session.clusterRow('payments')
    await keep('worker-pool')
    await session.offer('none')
    await session.clusterRow('payments')
  })

  it('has its current name even if it is shown because of an uncertain deletion', async () => {
    const { node } = await session.poolRow(config, 'worker-pool')
    session.sandbox.addFault({ method: 'DELETE', status: 500 })
    const deleting = session.run('deleteMachinePool', node)
    ;(await session.dialogs.modal()).press('Delete Machine Pool')
    await deleting
    await session.clusterRow('checkout-prod')
    rename('payments')
    await session.run('refreshMachinePools')
    await session.clusterRow('payments')
  })

  describe('while the list of clusters is loading', () => {
    const path = `/cloudconfigs/aws/${config.uid}`

    it('is requested again in the cluster’s project, if it is denied without a project', async () => {
      await session.writeConnections()
      await session.currentRows('machinePools') // the next rows are the first ones
      await session.writeConnections({ name: session.name, baseUrl: session.sandbox.baseUrl })
      session.sandbox.requests.length = 0
      const held = session.holdRequests('/spectroclusters/search')
      session.sandbox.addFault({ path, status: 403 })
      const machinePoolName = 'batch-spot'
      await session.run('pin', { provider: 'aws', configUid: config.uid, machinePoolName })
      const [pinned] = await session.currentRows('machinePools')
      assert.ok(pinned)
      const below = async () =>
        (await session.currentRows('machinePools', pinned)).map(({ label }) => label)
      await below()
      await until('the request', () => session.reads().length > 0)
      assert.deepEqual(await below(), [machinePoolName, loadingLabel])
      held.release()
      const cluster = await session.clusterRow(config.clusterName)
      assert.equal((await session.labels('machinePools', cluster)).length, config.pools.length)
      const configRequests = session.requests('GET').filter(({ url }) => url.includes(path))
      assert.deepEqual(
        configRequests.map(({ headers }) => headers['projectuid']),
        [undefined, projects.production.uid],
      )
    })

    it('shows the error if it is denied there, too', async () => {
      session.sandbox.addFault({ path, status: 403, times: null })
      const row = await session.clusterRow(config.clusterName)
      const [first] = await session.labels('machinePools', row)
      assert.match(first ?? '', /denied|permission/i)
      assert.equal(session.reads().length, 1)
    })
  })
})
