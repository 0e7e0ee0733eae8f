import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import type { MachinePoolNode } from '../../../src/ui/trees/nodes.ts'
import { accounts, configs, projects } from '../../sandbox/data.ts'
import { failDeletion } from '../deletion/pools.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout, billing } = configs
const gpu = 'gpu-inference'
const names = Object.values(configs)
  .filter(({ projectUid }) => projectUid === projects.production.uid)
  .map(({ clusterName }) => clusterName)

describe('View commands: Filter…', () => {
  const session = useFilledSession()
  beforeEach(async () => {
    await session.run('refreshZones')
    await session.enterProject(projects.production.uid)
    await session.labels('machinePools')
  })

  const message = (view: keyof typeof viewIds) => parts.views.get(viewIds[view])?.message ?? ''
  const told = (text: string, count: number) =>
    `${count ? `Hidden by the filter “${text}”: ${count}` : `Filter: “${text}”`}. To show everything, select Clear Filter.`

  /** Enters a filter as the user does. */
  async function filter(view: 'Zones' | 'MachinePools', text: string): Promise<void> {
    const filtering = session.run(`filter${view}`)
    ;(await session.dialogs.box()).answer(text)
    await filtering
  }

  it('shows the clusters that it names, and how many it hides', async () => {
    await filter('MachinePools', 'CHECKOUT')
    assert.deepEqual(await session.labels('machinePools'), [checkout.clusterName])
    assert.equal(message('machinePools'), told('CHECKOUT', names.length - 1))
    assert.equal(message('zones'), '')
    assert.deepEqual(parts.contextKeys.get('poolkeeper.filtered'), [viewIds.machinePools])
    // With all of their pools.
    const cluster = await session.clusterRow(checkout.clusterName)
    assert.equal((await session.labels('machinePools', cluster)).length, checkout.pools.length)
  })

  it('takes all words, and alternatives', async () => {
    const shown = [billing.clusterName, checkout.clusterName]
    for (const comma of [',', '，', '、']) {
      await filter('MachinePools', `prod checkout${comma} eks prod${comma}`)
      assert.deepEqual(await session.labels('machinePools'), shown)
    }
  })

  it('is cleared at once, and by an empty text', async () => {
    const all = await session.labels('machinePools')
    await filter('MachinePools', 'nothing has this name')
    assert.deepEqual(await session.labels('machinePools'), [])
    assert.equal(message('machinePools'), told('nothing has this name', names.length))
    await session.run('clearMachinePoolsFilter')
    assert.deepEqual(await session.labels('machinePools'), all)
    assert.deepEqual(parts.contextKeys.get('poolkeeper.filtered'), [])
    await filter('MachinePools', 'checkout')
    const filtering = session.run('filterMachinePools')
    const box = await session.dialogs.box()
    assert.equal(box.value, 'checkout')
    box.answer('')
    await filtering
    assert.deepEqual(await session.labels('machinePools'), all)
    assert.equal(message('machinePools'), '')
    await filter('MachinePools', ' , ,, ')
    assert.deepEqual(parts.contextKeys.get('poolkeeper.filtered'), [])
    assert.equal(message('machinePools'), '')
  })

  it('keeps projects above their clusters, be it one', async () => {
    await session.reconnect({ projectUid: undefined as never })
    await session.labels('machinePools')
    await filter('MachinePools', 'checkout')
    const rows = await session.rows('machinePools')
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Production'],
    )
    assert.deepEqual(await session.labels('machinePools', rows[0]), [checkout.clusterName])
    await filter('MachinePools', 'staging')
    assert.deepEqual(await session.labels('machinePools'), ['Staging'])
  })

  it('never hides what is pinned', async () => {
    await filter('MachinePools', 'checkout')
    await session.addPool(billing, billing.pools[0]!.name)
    const shown = [billing.clusterName, checkout.clusterName]
    assert.deepEqual(await session.labels('machinePools'), shown)
  })

  it('never hides a cluster with a deletion of unknown outcome', async () => {
    const row = await session.poolRow(checkout, gpu)
    await failDeletion(session, row, { status: 500 })
    await filter('MachinePools', 'billing')
    const shown = [billing.clusterName, checkout.clusterName]
    assert.deepEqual((await session.labels('machinePools')).sort(), shown)
    const pool = await session.poolRow(checkout, gpu)
    assert.match(String(pool.item.description), /^may have been deleted/)
  })

  it('never hides a cluster with a deletion that was sent without its project', async () => {
    await session.reconnect({ projectUid: undefined as never })
    const { provider, uid: configUid } = checkout
    session.sandbox.addFault({ path: 'spectroclusters', status: 403, times: 9 })
    session.sandbox.addFault({ method: 'DELETE', status: 500 })
    const deleting = session.run('deleteMachinePool', { provider, configUid, machinePoolName: gpu })
    const { buttons, press } = await session.dialogs.modal()
    press(buttons[1])
    await deleting
    await session.dialogs.message()
    session.sandbox.clearFaults()
    await session.enterProject(projects.production.uid)
    await session.labels('machinePools')
    await filter('MachinePools', 'billing')
    const shown = [billing.clusterName, checkout.clusterName]
    assert.deepEqual((await session.labels('machinePools')).sort(), shown)
  })

  it('never hides an error', async () => {
    session.sandbox.addFault({ path: 'spectroclusters', status: 422 })
    await filter('MachinePools', 'checkout')
    await session.run('refreshMachinePools')
    const [row] = await session.rows('machinePools')
    assert.equal((row?.node as { kind: string } | undefined)?.kind, 'failure')
  })

  it('leaves an empty view to its welcome view', async () => {
    await filter('MachinePools', 'checkout')
    await session.run('clearApiKey')
    assert.deepEqual(await session.labels('machinePools'), [])
    await until('no message', () => message('machinePools') === '')
  })

  it('leaves a view without a key to its welcome view, though something is pinned', async () => {
    await session.addPool(billing, billing.pools[0]!.name)
    await filter('MachinePools', 'checkout')
    await session.labels('machinePools')
    assert.notEqual(message('machinePools'), '')
    await session.run('clearApiKey')
    assert.deepEqual(await session.labels('machinePools'), [])
    await until('no message', () => message('machinePools') === '')
    await session.setKey(session.name, session.sandbox.apiKey)
    await session.labels('machinePools')
    await until('the message', () => message('machinePools') !== '')
  })

  it('takes nothing for hidden while the clusters are loaded again', async () => {
    const { node } = await session.poolRow(checkout, gpu)
    const hidden = (await session.poolRow(billing, 'system')).node
    await filter('MachinePools', 'checkout')
    await session.labels('machinePools')
    const held = session.hold('spectroclusters')
    await session.run('refreshMachinePools')
    parts.selection.set(viewIds.machinePools, [hidden, node])
    const deleting = session.run('deleteMachinePool', { target: 'selection' })
    const dialog = await session.dialogs.modal()
    assert.ok(dialog.text.startsWith(`Delete machine pool “${gpu}” of `), dialog.text)
    dialog.press(undefined)
    held.letGo()
    await deleting
  })

  it('deletes nothing that it hides, though VS Code may still have it selected', async () => {
    const { node } = await session.poolRow(checkout, gpu)
    const hidden = (await session.poolRow(billing, 'system')).node
    await filter('MachinePools', 'checkout')
    parts.selection.set(viewIds.machinePools, [hidden, node])
    for (const args of [[{ target: 'selection' }], [node, [hidden, node]]]) {
      const deleting = session.run('deleteMachinePool', ...args)
      const dialog = await session.dialogs.modal()
      assert.ok(dialog.text.startsWith(`Delete machine pool “${gpu}” of `), dialog.text)
      dialog.press(undefined)
      await deleting
    }
    parts.selection.set(viewIds.machinePools, [hidden])
    await session.run('deleteMachinePool', { target: 'selection' })
    assert.deepEqual(session.dialogs.statusMessages, ['No machine pool is selected'])
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('is cleared by Reveal in View of what it hides', async () => {
    await filter('MachinePools', 'billing')
    const { provider, uid: configUid } = checkout
    await session.run('revealInView', { provider, configUid, machinePoolName: gpu })
    const selected = () => parts.views.get(viewIds.machinePools)?.selection[0]
    await until('the row', () => (selected() as MachinePoolNode)?.machinePoolName === gpu)
    assert.deepEqual(session.dialogs.statusMessages, [
      'Cleared the filter of the view, which hid this item',
    ])
    assert.equal((await session.labels('machinePools')).length, names.length)
  })

  describe('of zones', () => {
    const production = accounts.awsProduction.name
    beforeEach(() => session.labels('zones'))

    it('shows the accounts that it names', async () => {
      const all = await session.labels('zones')
      await filter('Zones', 'aws-prod, azure-prod')
      assert.deepEqual(await session.labels('zones'), [production, accounts.azureProduction.name])
      assert.equal(message('zones'), told('aws-prod, azure-prod', all.length - 2))
      assert.equal(message('machinePools'), '')
    })

    it('shows the regions that it names, in all accounts if it names none', async () => {
      const all = await session.labels('zones')
      const regions = await session.labels('zones', await session.row('zones', production))
      await filter('Zones', 'us-east')
      assert.deepEqual(await session.labels('zones'), all)
      const rows = await session.rows('zones', await session.row('zones', production))
      const shown = regions.filter((region) => region.includes('us-east'))
      const text = told('us-east', regions.length - shown.length)
      assert.deepEqual(
        rows.map(({ label }) => label),
        [...shown, text],
      )
      assert.equal(message('zones'), text)
      // One click shows everything again.
      const { command } = rows.at(-1)?.item ?? assert.fail()
      assert.equal(command?.command, 'poolkeeper.clearZonesFilter')
    })

    it('shows all regions of an account where it names the account alone', async () => {
      const regions = await session.labels('zones', await session.row('zones', production))
      await filter('Zones', production)
      assert.deepEqual(
        await session.labels('zones', await session.row('zones', production)),
        regions,
      )
    })

    it('stays where the region to reveal is nowhere', async () => {
      await filter('Zones', 'research')
      const { provider, uid: cloudAccountUid } = accounts.awsProduction
      await session.run('revealInView', { provider, cloudAccountUid, region: 'xx-none-1' })
      assert.deepEqual(session.dialogs.statusMessages, [])
      await session.labels('zones')
      assert.match(message('zones'), /research/)
      await session.dialogs.message()
    })

    it('is cleared by Reveal in View of a region that it hides', async () => {
      await filter('Zones', 'research')
      const { provider, uid: cloudAccountUid } = accounts.awsProduction
      await session.run('revealInView', { provider, cloudAccountUid, region: 'eu-west-1' })
      assert.ok((await session.labels('zones')).includes(production))
    })
  })
})
