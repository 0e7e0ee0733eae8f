import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import type { Message } from '../../fakeVscode/dialogs.ts'
import {
  loadFailedLabel,
  getRequestedPaths,
  createLookupFault,
  describeRow,
  getLoadedPick,
  setLookups,
  lookupPaths,
  findProblem,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'

const account = accounts.gcpProduction
const listedProject = 'gcp-production-417203'
const shared = 'gcp-production (shared network)'

/** What is offered where no project is missing. */
const actions = ['Check Connection', 'Retry']

describe('Zones: The project of a gcp account', () => {
  const session = useSessionWithLookups()

  /** Starts the command, up to after the account. */
  async function chooseAccount() {
    const listing = session.run('listZones')
    ;(await getLoadedPick(session)).select(account.name)
    return { listing }
  }

  it('is prompted for if the account has several', async () => {
    const { listing } = await chooseAccount()
    const projects = await getLoadedPick(session)
    assert.deepEqual(projects.labels, ['gcp-production', shared])
    assert.equal(projects.activeItems[0]?.description, listedProject)
    projects.select(shared)
    const regions = await getLoadedPick(session)
    assert.equal(
      getRequestedPaths(session).at(-1),
      `${lookupPaths.gcpProjects}/gcp-production-shared/regions`,
    )
    regions.select('us-central1')
    ;(await session.dialogs.pick()).escape()
    await listing
    assert.equal(
      describeRow(await requireRow(session, account.name, shared, 'us-central1')),
      '$(globe) pinned',
    )
  })

  it('can be entered or left out if the list fails, which the prompt says', async () => {
    session.sandbox.addFault(createLookupFault(lookupPaths.gcpProjects, { status: 500 }))
    const { listing } = await chooseAccount()
    const projects = await getLoadedPick(session)
    assert.match(findProblem(projects) ?? '', /reported a server error \(500\)/)
    const without = 'Continue without a project'
    assert.deepEqual(projects.labels, [without, loadFailedLabel])
    projects.select(without)
    ;(await getLoadedPick(session)).answer('us-central1')
    ;(await session.dialogs.pick()).escape()
    await listing
    const texts = session.dialogs.messages.map(({ text }) => text)
    assert.deepEqual(texts, ['“us-central1” is pinned in the Zones view.'])
  })

  describe('if the service lists no projects, and zones only in a project', () => {
    const enter = 'Enter Google Cloud Project'
    const zonesBelow = (project: string) =>
      `${lookupPaths.gcpProjects}/${project}/regions/us-central1/zones`

    beforeEach(async () => {
      await setLookups(session, { gcpProjects: false })
      session.sandbox.documentedZones = { gcp: false }
    })

    /** Lists the zones without a project, up to the failure. */
    async function fail(): Promise<Message> {
      const { listing } = await chooseAccount()
      ;(await getLoadedPick(session)).answer('us-central1')
      await listing
      return session.dialogs.message()
    }

    it('can be entered after the zones weren’t found', async () => {
      const failure = await fail()
      assert.match(failure.text, /couldn’t find zones for provider \w+, .*us-central1 \(404\)/)
      assert.deepEqual(failure.buttons, [enter, ...actions])
      failure.press(enter)
      const box = await session.dialogs.box()
      box.answer('..')
      assert.ok(box.validationMessage)
      box.answer(listedProject)
      const zones = await session.dialogs.pick()
      assert.equal(zones.items.length, 4)
      zones.escape()
      assert.equal(getRequestedPaths(session).at(-1), zonesBelow(listedProject))
      await requireRow(session, account.name, 'us-central1', 'us-central1-a')
    })

    it('are in the view, too, below the region that is pinned in a project', async () => {
      const { provider, uid: cloudAccountUid } = account
      const region = 'us-central1'
      await session.run('listZones', { provider, cloudAccountUid, region, project: listedProject })
      await session.run('refreshZones')
      session.sandbox.requests.length = 0
      const row = await requireRow(session, account.name, region)
      assert.match(
        row.tooltip,
        new RegExp(`^us-central1\\n.*Google Cloud project: ${listedProject}`, 's'),
      )
      assert.equal((await session.labels('zones', row)).length, 4)
      assert.equal(getRequestedPaths(session).at(-1), zonesBelow(listedProject))
    })
  })
})
