import { strict as assert } from 'node:assert'
import type { ThemeIcon } from 'vscode'
import { configs, projects } from '../../sandbox/data.ts'
import type { Row } from '../helpers.ts'
import { useFilledSession } from './filled.ts'

const config = configs.checkout
const looks = ({ item }: Row) => [
  item.label,
  (item.iconPath as ThemeIcon).id,
  /not listed/.test(String(item.description)),
  item.contextValue?.includes('unpin'),
]

describe('Machine Pools: What is kept in the Machine Pools view, beside what is listed', () => {
  const session = useFilledSession()
  const keep = (machinePoolName: string) =>
    session.run('pin', { provider: 'aws', configUid: config.uid, machinePoolName })

  beforeEach(() => session.enterProject(projects.production.uid))

  it('stands first in its level, once, with the icon of its kind', async () => {
    const before = await session.labels('machinePools')
    await keep('gpu-inference')
    const others = before.filter((label) => label !== config.clusterName)
    assert.deepEqual(await session.labels('machinePools'), [config.clusterName, ...others])
    const cluster = await session.clusterRow('checkout-prod')
    assert.deepEqual(looks(cluster), ['checkout-prod', 'layers', false, true])
    const rows = await session.rows('machinePools', cluster)
    assert.deepEqual(rows.map(looks), [
      ['gpu-inference', 'server', false, true],
      ['batch-spot', 'server', false, false],
      ['control-plane-pool', 'server-environment', false, false],
      ['worker-pool', 'server', false, false],
    ])
    assert.match(String(rows[0]?.item.description), /^2 · d · pinned$/)
  })

  it('is not listed in another project, which its row and Go to Machine Pool say', async () => {
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

  const rename = (name: string) => {
    session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!.clusterName = name
  }

  it('has the name that the service gives it now, else the one that it had last', async () => {
    await keep('worker-pool')
    rename('payments')
    await session.run('refreshMachinePools')
    await session.clusterRow('payments')
    await keep('worker-pool')
    await session.offer('none')
    await session.clusterRow('payments')
  })

  it('has its present name also where it is kept because its deletion is unsure', async () => {
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
})
