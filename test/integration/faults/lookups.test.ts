import { strict as assert } from 'node:assert'
import type { Fault } from '../../faults/fault.ts'
import { faults } from '../../faults/matrix.ts'
import { kindOf } from '../../faults/messages.ts'
import { configs } from '../../sandbox/data.ts'
import { paths } from '../lookups.ts'
import { searchPath } from '../machinePools/filled.ts'
import { assertFailure, oneOfEach, shown } from './expected.ts'
import { useFaultySession } from './faultySession.ts'

const config = configs.checkout

/** A lookup, and where in a view its answer would stand. */
interface Place {
  path: string
  /** Whether it is a list, which a service may not support, or one of several things. */
  isList?: true
  /** Whether the list isn't required: an answer without it has nothing. */
  isOptional?: true
  view: 'zones' | 'machinePools'
  under: string[]
}

const places: Record<string, Place> = {
  'cloud accounts': { path: `${paths.accounts}?`, view: 'zones', under: [], isList: true },
  'regions of aws': { path: `${paths.awsRegions}?`, view: 'zones', under: ['aws-production'] },
  'regions of azure': {
    path: '/v1/clouds/azure/regions?',
    view: 'zones',
    under: ['azure-production'],
  },
  'cloud projects': {
    path: `${paths.gcpProjects}?`,
    view: 'zones',
    under: ['gcp-production'],
    isOptional: true,
  },
  'regions of gcp': {
    path: `${paths.gcpProjects}/gcp-production-417203/regions?`,
    view: 'zones',
    under: ['gcp-production', 'gcp-production'],
    isOptional: true,
  },
  'clusters search': { path: searchPath, view: 'machinePools', under: [], isList: true },
  'cloud config': {
    path: `/${config.uid}`,
    view: 'machinePools',
    under: ['Production', config.clusterName],
  },
}

describe('Faults: A view over each fault of a lookup', function () {
  this.timeout(60_000)
  const session = useFaultySession()

  beforeEach(() => {
    session.sandbox.lookups = 'all'
  })
  afterEach(async () => {
    session.sandbox.lookups = 'none'
    await session.setKey(session.name, session.sandbox.apiKey) // what has worked is expected to work
    await refresh()
  })

  for (const [name, place] of Object.entries(places)) {
    it(`shows what went wrong in its place, or does without it in silence: ${name}`, async () => {
      const all = Object.values(faults).flatMap(shown)
      for (const fault of oneOfEach(all)) await showsFailure(place, fault)
      assert.ok(session.dialogs.isSilent)
      await refresh()
      const [first] = await session.rows(place.view, await rowOf(place))
      assert.doesNotMatch(first?.item.contextValue ?? '', /\bfailure\b/)
    })
  }

  it('is of that cluster alone where it is of one: the others keep their warnings', async () => {
    const other = configs.storefront
    const target = { provider: other.provider, configUid: other.uid }
    const fits = (_method: string, url: string) => url.includes(config.uid)
    for (const fault of oneOfEach(Object.values(faults).flatMap(shown))) {
      await refresh()
      await session.over(fault, fits, fault.isEndless === true, async () => {
        await session.rows('machinePools', await rowOf(places['cloud config']!))
        const machinePoolName = 'control-plane-pool'
        const deleting = session.run('deleteMachinePool', { ...target, machinePoolName })
        const { detail, press } = await session.dialogs.modal()
        assert.match(detail.split('\n')[0] ?? '', /control plane pool/, fault.name)
        press()
        await deleting
      })
    }
    assert.deepEqual(session.requests('DELETE'), [])
  })

  async function showsFailure(place: Place, fault: Fault) {
    await refresh()
    // A row that was open before would be read with those above it, before the fault stands.
    await session.setKey(session.name, session.sandbox.apiKey)
    const row = await rowOf(place)
    const fits = (_method: string, url: string) => url.includes(place.path)
    await session.over(fault, fits, fault.isEndless === true, async () => {
      const rows = await session.rows(place.view, row)
      const failures = rows.filter(({ item }) => item.contextValue?.includes('failure'))
      // What is right for zones is unreadable here, or has no list where there need be none.
      const isOfZones = kindOf(fault.read) === 'done' && !place.isList
      const label = place.isOptional ? undefined : 'Unexpected response'
      if (isOfZones) assert.equal(failures[0]?.label, label, fault.name)
      else if (isQuiet(fault, place)) assert.deepEqual(failures, [], fault.name)
      else assertFailure(failures[0], fault, session.sandbox.baseUrl)
      assert.ok(failures.length <= 1, fault.name)
    })
  }

  async function rowOf({ view, under }: Place) {
    const row = under.length > 0 ? await session.row(view, ...under) : undefined
    assert.ok(row || under.length === 0, under.join(' > '))
    return row
  }

  async function refresh() {
    await session.run('refreshZones')
    await session.run('refreshMachinePools')
  }
})

/** Whether it only means that the service does not offer the lookup. */
function isQuiet({ name, read }: Fault, { isList }: Place): boolean {
  const quiet = isList ? /^(done|notFound|forbidden|invalidResponse)$/ : /^notFound$/
  return quiet.test(kindOf(read)) || name.startsWith('405')
}
