import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import {
  asked,
  faultAt,
  look,
  manual,
  nextPick,
  offer,
  paths,
  problemIn,
  rowAt,
  useLookups,
} from './offered.ts'

const account = accounts.gcpProduction
const own = 'gcp-production-417203'
const shared = 'gcp-production (shared network)'

describe('The project of a gcp account', () => {
  const session = useLookups()

  /** Starts the command, up to after the account. */
  async function chooseAccount(provider = 'gcp') {
    const listing = session.run('listZones')
    ;(await nextPick(session)).choose(provider)
    ;(await nextPick(session)).choose(account.name)
    return { listing }
  }

  for (const provider of ['gcp', 'gke']) {
    it(`is asked for where it has several: ${provider}`, async () => {
      const { listing } = await chooseAccount(provider)
      const projects = await nextPick(session)
      assert.equal(projects.step, 2)
      assert.deepEqual(projects.labels, ['gcp-production', shared, manual])
      assert.equal(projects.activeItems[0]?.description, own)
      projects.choose(shared)
      const regions = await nextPick(session)
      assert.equal(asked(session).at(-1), `${paths.gcpProjects}/gcp-production-shared/regions`)
      regions.choose('us-central1')
      ;(await session.dialogs.list()).choose(undefined)
      await listing
      assert.equal(look(await rowAt(session, account.name, shared, 'us-central1')), '$(pinned)')
    })
  }

  it('leads back to the account, and from the region back to it', async () => {
    const { listing } = await chooseAccount()
    ;(await nextPick(session)).back()
    const list = await nextPick(session)
    assert.ok(list.labels.includes(account.name))
    list.choose(account.name)
    ;(await nextPick(session)).choose(shared)
    ;(await nextPick(session)).back()
    const again = await nextPick(session)
    assert.equal(again.step, 2)
    again.escape()
    await listing
  })

  it('can be typed', async () => {
    const { listing } = await chooseAccount()
    ;(await nextPick(session)).answer('elsewhere-9')
    const regions = await nextPick(session)
    assert.equal(asked(session).at(-1), `${paths.gcpProjects}/elsewhere-9/regions`)
    assert.deepEqual(regions.labels, [manual])
    regions.escape()
    await listing
  })

  it('is not asked for where there is one', async () => {
    const body = JSON.stringify({ projects: [{ id: own, name: 'Only' }] })
    session.sandbox.addFault(faultAt(paths.gcpProjects, { body }))
    const { listing } = await chooseAccount()
    const regions = await nextPick(session)
    assert.equal(regions.step, 3)
    assert.equal(asked(session).at(-1), `${paths.gcpProjects}/${own}/regions`)
    regions.escape()
    await listing
  })

  it('is not asked for where projects are not offered, and the zones are there', async () => {
    await offer(session, { gcpProjects: false })
    const { listing } = await chooseAccount()
    const regions = await nextPick(session)
    assert.deepEqual([regions.step, regions.labels], [3, [manual]])
    regions.answer('us-central1')
    ;(await session.dialogs.list()).choose(undefined)
    await listing
    await rowAt(session, account.name, 'us-central1', 'us-central1-a')
  })

  it('is waited for in sight', async () => {
    const held = session.hold(paths.gcpProjects)
    const { listing } = await chooseAccount()
    const projects = await session.dialogs.pick()
    await until('the request', held.isReached)
    assert.ok(projects.busy && !projects.isOver)
    assert.deepEqual(projects.labels, [manual])
    held.letGo()
    await until('the projects', () => !projects.busy)
    assert.equal(projects.activeItems[0]?.label, 'gcp-production')
    projects.escape()
    await listing
  })

  it('can be typed or left out where it cannot be read, which is said', async () => {
    session.sandbox.addFault(faultAt(paths.gcpProjects, { status: 500 }))
    const { listing } = await chooseAccount()
    const projects = await nextPick(session)
    assert.match(problemIn(projects) ?? '', /failed \(500\)/)
    const without = 'Go on without a project'
    assert.deepEqual([projects.labels[0], projects.labels.at(-1)], [without, manual])
    projects.choose(without)
    ;(await nextPick(session)).answer('us-central1')
    ;(await session.dialogs.list()).choose(undefined)
    await listing
    assert.deepEqual(session.dialogs.messages, [])
  })
})
