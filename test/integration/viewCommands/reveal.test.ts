import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import type { MachinePoolNode, RegionNode } from '../../../src/ui/trees/nodes.ts'
import { accounts, configs } from '../../sandbox/data.ts'
import { failDeletion } from '../deletion/pools.ts'
import { parts } from '../extensionParts.ts'
import { testClock } from '../../clock.ts'
import { replace } from '../../replace.ts'
import { closeViews, until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout
const account = accounts.awsProduction

describe('View commands: Reveal in View', () => {
  afterEach(closeViews)

  const session = useFilledSession()
  // What a view has read before the service offered anything counts no more.
  beforeEach(() => session.run('refreshZones'))

  const selected = (view: keyof typeof viewIds) => parts.views.get(viewIds[view])?.selection[0]

  it('shows the machine pool that a message is about', async () => {
    const row = await session.poolRow(config, 'gpu-inference')
    const { buttons, press } = await failDeletion(session, row, { status: 500 })
    assert.deepEqual(buttons, ['Show Log', 'Reveal in View'])
    press('Reveal in View')
    await until('the row', () => {
      const node = selected('machinePools') as MachinePoolNode | undefined
      return node?.machinePoolName === 'gpu-inference' && node.configUid === config.uid
    })
  })

  it('shows a region below a project of its cloud', async () => {
    const { provider, uid: cloudAccountUid } = accounts.gcpProduction
    const project = 'gcp-production-417203'
    const region = 'europe-west1'
    await session.run('revealInView', { provider, cloudAccountUid, region, project })
    await until('the row', () => {
      const node = selected('zones') as RegionNode | undefined
      return node?.region === region && node.project === project
    })
  })

  it('shows the region that List Zones… has listed, and leaves the focus to the list', async () => {
    const { provider, uid: cloudAccountUid } = account
    const place = { provider, cloudAccountUid }
    await session.run('revealInView', { ...place, region: 'eu-west-1' }) // the view is open now
    const view = parts.views.get(viewIds.zones) ?? assert.fail()
    const options: unknown[] = []
    const reveal = view.reveal.bind(view)
    const restore = replace(view, 'reveal', async (node, how) => {
      options.push(how)
      return reveal(node, how)
    })
    try {
      const listing = session.run('listZones', { ...place, region: 'sa-east-1', show: true })
      const list = await session.dialogs.list()
      await until(
        'the row',
        () => (selected('zones') as RegionNode | undefined)?.region === 'sa-east-1',
      )
      list.choose(undefined)
      await listing
      assert.deepEqual(options[0], { select: true, focus: false, expand: true })
      assert.deepEqual(session.dialogs.messages, [])
    } finally {
      restore()
    }
  })

  /** Has VS Code select nothing when it is told to, as while it fills a view; returns what it was told. */
  function ignoreReveals() {
    const view = parts.views.get(viewIds.machinePools) ?? assert.fail()
    const told: unknown[] = []
    const reveal = view.reveal.bind(view)
    const restore = replace(view, 'reveal', async (node) => {
      told.push(node)
    })
    return { told, reveal, restore }
  }

  const worker = { provider: 'aws', configUid: config.uid, machinePoolName: 'worker-pool' }

  it('tells VS Code again while it selects nothing', async () => {
    const { told, reveal, restore } = ignoreReveals()
    try {
      const revealing = session.run('revealInView', worker)
      await until('the first time', () => told.length === 1)
      await until('another time', () => {
        testClock.end('reveal')
        return told.length > 1
      })
      await reveal(told[0], { select: true })
      await revealing
    } finally {
      restore()
    }
    await until('the row', () => {
      const node = selected('machinePools') as MachinePoolNode | undefined
      return node?.machinePoolName === 'worker-pool'
    })
  })

  it('is not told to VS Code again once something else is revealed or asked, which would lose the focus', async () => {
    const { told, restore } = ignoreReveals()
    try {
      const batch = { ...worker, machinePoolName: 'batch-spot' } // not the one that is selected
      const revealing = session.run('revealInView', batch)
      await until('the first time', () => told.length === 1)
      const other = session.run('revealInView', { ...worker, machinePoolName: 'gpu-inference' })
      await until('the other', () => told.length === 2)
      let isFirstOver = false
      void revealing.then(() => (isFirstOver = true))
      await until('the end of the first', () => {
        testClock.end('reveal')
        return isFirstOver
      })
      const later = told.slice(1) as MachinePoolNode[]
      assert.ok(later.every(({ machinePoolName }) => machinePoolName === 'gpu-inference'))
      const asking = session.run('manageConnections')
      const list = await session.dialogs.pick()
      const times = told.length
      let isOver = false
      void other.then(() => (isOver = true))
      await until('the end of the other', () => {
        testClock.end('reveal')
        return isOver
      })
      assert.equal(told.length, times)
      list.escape()
      await asking
    } finally {
      restore()
    }
  })

  it('says so where there is no such row', async () => {
    const { provider, uid: cloudAccountUid } = account
    await session.run('revealInView', { provider, cloudAccountUid, region: 'nowhere-1' })
    assert.equal((await session.dialogs.message()).text, '“nowhere-1” isn’t in the view.')
    const names = { provider: 'aws', configUid: config.uid, machinePoolName: 'none' }
    await session.run('revealInView', names)
    const text = (name: string) => `“${name}” isn’t in the view.`
    assert.equal((await session.dialogs.message()).text, text(`none · ${config.uid}`))
    await session.run('revealInView', { provider: 'aws', configUid: 'gone' })
    assert.equal((await session.dialogs.message()).text, text('gone'))
  })
})
