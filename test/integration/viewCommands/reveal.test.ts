import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import type { MachinePoolNode } from '../../../src/ui/trees/nodes.ts'
import { accounts, configs } from '../../sandbox/data.ts'
import { confirmDeletion, failDeletion } from '../deletion/pools.ts'
import { parts } from '../extensionParts.ts'
import { testClock } from '../../clock.ts'
import { replace } from '../../replace.ts'
import { closeViews, until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout
const account = accounts.awsProduction

describe('View commands: Reveal in View', () => {
  afterEach(closeViews)

  let restore = () => {}
  afterEach(() => restore()) // before the session ends, which waits for its commands

  const session = useFilledSession()
  // What a view has read before the service offered anything counts no more.
  beforeEach(() => session.run('refreshZones'))

  const requireView = (view: keyof typeof viewIds) =>
    parts.views.get(viewIds[view]) ?? assert.fail()
  /** Waits until a row with these fields is selected. */
  const selects = (view: keyof typeof viewIds, fields: Readonly<Record<string, string>>) =>
    until('the row', () => {
      const node = requireView(view).selection[0] as Record<string, unknown> | undefined
      return node && Object.entries(fields).every(([key, value]) => node[key] === value)
    })

  /** Records what VS Code is told to reveal, and has it select nothing if `isIgnored`, as while it fills a view. */
  function recordReveals(of: keyof typeof viewIds, isIgnored: boolean) {
    const view = requireView(of)
    const reveals: { node: unknown; options: unknown }[] = []
    const reveal = view.reveal.bind(view)
    restore = replace(view, 'reveal', async (node, options) => {
      reveals.push({ node, options })
      if (!isIgnored) await reveal(node, options)
    })
    return { reveals, reveal }
  }

  it('reveals the machine pool that a message is about', async () => {
    const row = await session.poolRow(config, 'gpu-inference')
    const { buttons, press } = await failDeletion(session, row, { status: 500 })
    assert.deepEqual(buttons, ['Check Again', 'Reveal in View', 'Show Log'])
    press('Reveal in View')
    await selects('machinePools', { machinePoolName: 'gpu-inference', configUid: config.uid })
  })

  it('moves from a pool that is deleted at once to its neighbor, if its row is selected', async () => {
    session.sandbox.drain = 'instant'
    const row = await session.poolRow(config, 'batch-spot')
    await requireView('machinePools').reveal(row.node, { select: true })
    parts.visibility.set(viewIds.machinePools, true)
    await confirmDeletion(session, row)
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted/)
    await selects('machinePools', { machinePoolName: 'control-plane-pool', configUid: config.uid })
  })

  it('reveals a region below a project of its cloud', async () => {
    const { provider, uid: cloudAccountUid } = accounts.gcpProduction
    const project = 'gcp-production-417203'
    const region = 'europe-west1'
    await session.run('revealInView', { provider, cloudAccountUid, region, project })
    await selects('zones', { region, project })
  })

  it('reveals the region that List Zones… has listed, and leaves the focus where it is', async () => {
    const { provider, uid: cloudAccountUid } = account
    const place = { provider, cloudAccountUid }
    await session.run('revealInView', { ...place, region: 'eu-west-1' }) // the view is open now
    const { reveals } = recordReveals('zones', false)
    const listing = session.run('listZones', { ...place, region: 'sa-east-1', show: true })
    const list = await session.dialogs.pick()
    await selects('zones', { region: 'sa-east-1' })
    list.escape()
    await listing
    assert.deepEqual(reveals[0]?.options, { select: true, focus: false, expand: true })
    assert.deepEqual(session.dialogs.messages, [])
  })

  /** Lists zones, and waits until VS Code is told to reveal their region, which it does once `reveal` is called. */
  async function listZonesWhileHeld() {
    const { provider, uid: cloudAccountUid } = account
    const place = { provider, cloudAccountUid }
    await session.run('revealInView', { ...place, region: 'eu-west-1' }) // the view is open now
    const view = requireView('zones')
    const revealNow = view.reveal.bind(view)
    const held = Promise.withResolvers<void>()
    let isHeld = false
    const restoreReveal = replace(view, 'reveal', async (node, options) => {
      isHeld = true
      await held.promise
      await revealNow(node, options)
    })
    restore = () => {
      restoreReveal()
      held.resolve()
    }
    const listing = session.run('listZones', { ...place, region: 'sa-east-1', show: true })
    await until('the reveal', () => isHeld)
    return { listing, reveal: () => held.resolve() }
  }

  it('comes before the list of List Zones…, which could lose the focus', async () => {
    testClock.shorten('quick', 60_000) // longer, so that the list can’t open because of the time
    const { listing, reveal } = await listZonesWhileHeld()
    assert.deepEqual(session.dialogs.prompts, [])
    reveal()
    const list = await session.dialogs.pick()
    list.escape()
    await listing
  })

  it('delays the list of List Zones… only for a limited time', async () => {
    const { listing, reveal } = await listZonesWhileHeld()
    await until('the list', () => {
      testClock.endWaits('quick')
      return session.dialogs.prompts.length > 0
    })
    const list = await session.dialogs.pick()
    reveal()
    list.escape()
    await listing
  })

  const worker = { provider: 'aws', configUid: config.uid, machinePoolName: 'worker-pool' }

  it('is repeated while VS Code selects nothing', async () => {
    const { reveals, reveal } = recordReveals('machinePools', true)
    const revealing = session.run('revealInView', worker)
    await until('the first time', () => reveals.length === 1)
    await until('another time', () => {
      testClock.endWaits('reveal')
      return reveals.length > 1
    })
    await reveal(reveals[0]?.node, { select: true })
    await revealing
    await selects('machinePools', { machinePoolName: 'worker-pool' })
  })

  it('is not repeated once something else is revealed or a prompt is open, which would lose the focus', async () => {
    const { reveals } = recordReveals('machinePools', true)
    /** Lets time pass until a command is over. */
    const over = async (command: Promise<unknown>) => {
      let isOver = false
      void command.then(() => (isOver = true))
      await until('its end', () => {
        testClock.endWaits('reveal')
        return isOver
      })
    }
    const batch = { ...worker, machinePoolName: 'batch-spot' } // not the one that is selected
    const revealing = session.run('revealInView', batch)
    await until('the first time', () => reveals.length === 1)
    const other = session.run('revealInView', { ...worker, machinePoolName: 'gpu-inference' })
    await until('the other', () => reveals.length === 2)
    await over(revealing)
    const later = reveals.slice(1).map(({ node }) => (node as MachinePoolNode).machinePoolName)
    assert.deepEqual(new Set(later), new Set(['gpu-inference']))
    const asking = session.run('manageConnections')
    const list = await session.dialogs.pick()
    const times = reveals.length // one more may have come before the prompt
    await over(other)
    assert.equal(reveals.length, times)
    list.escape()
    await asking
  })

  it('is not repeated while several items are selected in a list', async () => {
    const { reveals } = recordReveals('machinePools', true)
    const revealing = session.run('revealInView', { ...worker, machinePoolName: 'batch-spot' })
    await until('the first time', () => reveals.length === 1)
    const comparing = session.run('compareZones')
    const list = await session.dialogs.pick()
    const times = reveals.length
    let isOver = false
    void revealing.then(() => (isOver = true))
    await until('its end', () => {
      testClock.endWaits('reveal')
      return isOver
    })
    assert.equal(reveals.length, times)
    list.escape()
    await comparing
  })

  it('says so if there is no such row', async () => {
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
