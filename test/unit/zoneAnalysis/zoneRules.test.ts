import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeList } from '../../../src/api/list.ts'
import { regionOfZone } from '../../../src/syntax/zoneNames.ts'
import { findNamedRegions } from '../../../src/zoneAnalysis/namedRegions.ts'
import {
  ComparisonBudget,
  NearestNames,
  NearestZones,
} from '../../../src/zoneAnalysis/nearestNames.ts'
import type { Problem } from '../../../src/zoneAnalysis/problems.ts'
import type { RegionZones } from '../../../src/zoneAnalysis/regionZones.ts'
import { scanZones } from '../syntax/scanZones.ts'
import { root } from '../../host/paths.ts'
import { check } from './checking.ts'

const usEast1 = {
  region: 'us-east-1',
  zones: completeList([
    { name: 'us-east-1a', state: 'available', zoneId: 'use1-az4' },
    { name: 'us-east-1b', state: 'Available', zoneId: 'use1-az6' },
    { name: 'us-east-1c', state: 'impaired', zoneId: 'use1-az1' },
    { name: 'us-east-1d' },
  ]),
}
const lists: Readonly<Record<string, RegionZones>> = {
  usEast1,
  withoutIds: {
    ...usEast1,
    zones: completeList(usEast1.zones.items.map(({ name }) => ({ name }))),
  },
  // The service may have listed another one without its name.
  incomplete: { ...usEast1, zones: { ...usEast1.zones, unreadable: 1 } },
}

/** Reads `westus=1,2!`: a region with its zones, of which one is impaired. */
function parseList(text: string): RegionZones {
  const [region = '', names = ''] = text.split('=')
  const zones = names.split(',').filter(Boolean)
  return (
    lists[text] ?? {
      region,
      zones: completeList(
        zones.map((name) => ({
          name: name.replace('!', ''),
          state: name.endsWith('!') ? 'impaired' : 'available',
        })),
      ),
    }
  )
}

/** Reads `provider:aws listed:a,b`: what else is known of the account. */
function readOptions(text: string): ReadonlyMap<string, string> {
  const options = text.split(' ').map((option) => option.split(':'))
  return new Map(options.map(([name = '', value = '']) => [name, value]))
}

/** Returns a problem in a few words: the value, and its fix or the reason. */
function describeProblem(problem: Problem): string {
  const { value } = problem.reference
  if (problem.kind === 'unlistedRegion') {
    const fix = problem.nearest === undefined ? '' : ` → ${problem.nearest}`
    return `${value} in unlisted ${problem.region}${fix}`
  }
  if (problem.kind === 'unknownZone') return `${value} → ${problem.nearest ?? '?'}`
  return `${value} is ${problem.kind === 'zoneNotAvailable' ? problem.zone.state : problem.kind}`
}

// Each case has a title, the lists of the account and what else is known of it, a text, and its problems.
describe('Zone checks: The rules for zones', () => {
  const cases = readFileSync(join(root, 'test', 'corpus', 'zoneRules.txt'), 'utf8')
  for (const entry of cases.split(/^=== /m).slice(1)) {
    const [title = '', account = '', ...lines] = entry.trimEnd().split('\n')
    it(title, () => {
      const [listTexts = '', optionTexts = ''] = account.replace(/^read: ?/, '').split('; ')
      const options = readOptions(optionTexts)
      const listed = options.get('listed')?.split(',')
      const unread = options.get('unread')?.split(',') ?? []
      const regions = [
        ...listTexts.split(' ').filter(Boolean).map(parseList),
        ...unread.map((region) => ({ region })),
      ]
      const text = lines.filter((line) => !line.startsWith('> ')).join('\n')
      const format = options.get('format') === 'yaml' ? 'yaml' : 'hcl'
      const { problems } = check(text, format, regions, {
        provider: options.get('provider') ?? '',
        defaultRegion: options.get('given'),
        listedRegions: listed && new Set(listed),
        listAllRegions: () => options.get('cached')?.split('+').map(parseList) ?? [],
      })
      const expected = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2))
      assert.deepEqual(problems.map(describeProblem), expected)
    })
  }

  const cloudKeys =
    'provider cloud cloud_type cloudType cloud_provider cloudProvider kind apiVersion type source'
  for (const key of cloudKeys.split(' ')) {
    it(`take a block for Azure’s by its ${key}, for the numbers and for the region in it`, () => {
      const text = `pool "a" {\n ${key} = "azure"\n location = "narniacentral"\n zones = ["1"]\n}`
      const listedRegions = new Set(['westeurope'])
      const { problems } = check(text, 'hcl', [], { provider: 'azure', listedRegions })
      assert.deepEqual(
        problems.map(({ kind, reference }) => [kind, reference.value, reference.isAmbiguousKey]),
        [['unlistedRegion', '1', false]],
      )
    })
  }

  it('count the zones that could be compared, and name the regions that lack them', () => {
    const misplaced = 'x = { region = "us-east-1", az = "us-west-2a" }'
    const text = `azs = ["us-east-1a", "us-east-1z", "eu-west-1a"]\nzone = "x.y"\n${misplaced}`
    const regionLists = [usEast1, { region: 'eu-west-1' }]
    const result = check(text, 'hcl', regionLists, { provider: 'aws' })
    const regions = result.problems.map((problem) => 'regions' in problem && problem.regions)
    assert.deepEqual([result.checkedCount, regions], [3, [['us-east-1'], ['us-east-1']]])
  })
})

describe('Zone checks: The nearest name', () => {
  const cases: [text: string, names: string[], taken: string[], nearest: string | undefined][] = [
    ['us-east1a', ['us-west-1a', 'us-east-1a'], [], 'us-east-1a'],
    ['us-east-1', ['us-west-1a', 'us-east-1a'], [], 'us-east-1a'],
    ['us-east-1x', ['us-east-1a', 'us-east-1b'], ['us-east-1a'], 'us-east-1b'],
    ['us-east-1x', ['us-east-1a'], ['us-east-1a'], 'us-east-1a'],
    ['su-esat-1a', ['us-east-1a'], [], 'us-east-1a'],
    ['su-eats-1x', ['us-east-1a'], [], 'us-east-1a'],
    ['xy-east-1a', ['us-east-1a'], [], undefined],
    ['7', ['1', '12'], [], '1'],
    ['example.com', ['us-east-1a'], [], undefined],
    ['a'.repeat(101), ['a'.repeat(101)], [], undefined],
    ['aaaa', ['a'.repeat(101)], [], undefined],
    ['aaaa', [], [], undefined],
  ]
  for (const [text, names, taken, nearest] of cases) {
    it(`to ${text.slice(0, 20)} of ${names.length} is ${nearest}`, () => {
      assert.equal(new NearestNames(names).find(text, new Set(taken)), nearest)
    })
  }
})

describe('Zone checks: Many misspelled names and many zones', () => {
  const zones = Array.from({ length: 10_000 }, (_, index) => `us-east-1-lz-${index}a`)

  it('are compared up to a limit, so that they don’t block the editor', () => {
    const names = new NearestNames(zones)
    const misspelled = Array.from({ length: 1000 }, (_, index) => `us-east-1-lx-${index}a`)
    const nearest = misspelled.map((name) => names.find(name))
    assert.equal(nearest[0], 'us-east-1-lz-0a')
    assert.equal(nearest.filter((name) => name !== undefined).length, 40)
    // What was found stays known.
    assert.equal(names.find('us-east-1-lx-0a'), 'us-east-1-lz-0a')
  })

  it('are compared less often if they are long, because that takes longer', () => {
    const prefix = 'abcdefgh-'.repeat(5)
    const names = new NearestNames(zones.map((_, index) => `${prefix}z${index}`))
    const misspelled = Array.from({ length: 40 }, (_, index) => `${prefix}x${index}`)
    const nearest = misspelled.map((name) => names.find(name))
    assert.equal(nearest.filter((name) => name !== undefined).length, 4)
  })

  it('are not compared with few zones either, once the limit is reached', () => {
    const budget = new ComparisonBudget()
    const names = new NearestNames(zones, budget)
    const fewNames = new NearestNames(['us-east-1a'], budget)
    assert.equal(fewNames.find('us-east-1b'), 'us-east-1a')
    for (const index of Array(50).keys()) names.find(`us-east-1-lx-${index}a`)
    assert.equal(fewNames.find('us-east-1c'), undefined)
    assert.equal(fewNames.find('us-east-1b'), 'us-east-1a')
  })

  it('are not compared with many regions, once the limit is reached', () => {
    const budget = new ComparisonBudget()
    const regions = Array.from({ length: 1000 }, (_, index) => {
      return new NearestNames([index === 0 ? 'eu-central-1a' : `us-east-${index}a`], budget)
    })
    let searches = 0
    const listNames = () => {
      searches += 1
      return regions
    }
    const nearestZones = new NearestZones(listNames, budget)
    const find = (name: string) => nearestZones.find(name, new Set())
    assert.equal(find('eu-central-1aa'), 'eu-central-1a')
    for (const index of Array(1000).keys()) find(`us-west-lx-${index}a`)
    // Each search counts as 40 comparisons in each region.
    assert.equal(searches, 11)
    // What was found stays known.
    assert.equal(find('eu-central-1aa'), 'eu-central-1a')
    assert.equal(nearestZones.hasSimilar('us-east-998aa'), false)
  })

  it('have no nearest zone if several regions have one', () => {
    const regions = ['us-east-1a', 'us-east-2a', 'eu-west-1a'].map((name) => {
      return new NearestNames([name])
    })
    const nearestZones = new NearestZones(() => regions, new ComparisonBudget())
    assert.equal(nearestZones.find('us-east-3a', new Set()), undefined)
    assert.equal(nearestZones.hasSimilar('us-east-3a'), true)
    assert.equal(nearestZones.find('us-east-3a', new Set(), 'us-east-2'), 'us-east-2a')
  })

  it('are all reported if they begin with a region', () => {
    const items = Array.from({ length: 1000 }, (_, index) => `"us-east-1-lx-${index}a"`)
    const text = `azs = [${items.join()}]`
    const region = { region: 'us-east-1', zones: completeList(zones.map((name) => ({ name }))) }
    const { problems } = check(text, 'hcl', [region])
    assert.equal(problems.length, items.length)
  })
})

describe('Zone checks: The region of a zone', () => {
  const regions = [
    'us-east-1',
    'us-east1',
    'us-east',
    'europe-west1',
    'europe-west12',
    'us-gov-east-1',
  ]
  const cases: [zone: string, region: string | undefined][] = [
    ['us-east-1a', 'us-east-1'],
    ['us-east1-b', 'us-east1'],
    ['us-east-1-bos-1a', 'us-east-1'],
    ['europe-west12-a', 'europe-west12'],
    ['us-gov-east-1b', 'us-gov-east-1'],
    ['us-east-10a', 'us-east'],
    ['us-east-1', 'us-east'],
    ['us-west-2a', undefined],
    ['use1-az1', undefined],
    ['', undefined],
  ]
  for (const [zone, region] of cases) {
    it(`is ${region} for ${JSON.stringify(zone)}`, () =>
      assert.equal(regionOfZone(zone, new Set(regions)), region))
  }

  it('isn’t looked for in a text that is longer than a name, as one without its closing quote may be', () => {
    const lookUps: string[] = []
    const recording = new Set(regions)
    recording.has = (region) => lookUps.push(region) < 0
    for (const length of [200, 8000]) regionOfZone(`us${'-a'.repeat(length)}`.slice(2), recording)
    assert.equal(lookUps.length, 200)
  })
})

describe('Zone checks: The regions that a text names', () => {
  const known = new Set(['us-east-1', 'eu-central-1', 'westeurope'])
  const foreign = 'region = "us-east1"\nregion = "us-west-2"\nregion = "mars"'
  const unusual = 'region = "mars-1"\nlocation = "Berlin"\nregion = "a b"'
  const cases: [text: string, regions: string[], isAny?: boolean, provider?: string][] = [
    // By their keys, and by zones that are known by their names or IDs.
    [
      'location = "westeurope"\nazs = ["eu-central-1x", "use1-az4", "moon-1a"]',
      ['westeurope', 'eu-central-1', 'us-east-1'],
    ],
    ['azs = ["us-east-1a"]\nregion = "us-east-1"', ['us-east-1']],
    // By the titles that Terraform takes.
    ['location = "West Europe"', ['westeurope']],
    ['azure_region = "West Europe"', ['westeurope'], true],
    ['location = "West Berlin"', [], true],
    // Others only if any counts, under keys that mean nothing else, and not those of another cloud.
    [unusual, []],
    [unusual, ['mars-1'], true],
    [foreign, ['us-west-2', 'mars'], true, 'eks'],
    [foreign, ['us-east1', 'mars'], true, 'gcp'],
    [foreign, ['mars'], true, 'azure'],
    // By misspelled zones, whatever else names one.
    ['az = "us-eats-1a"', ['us-east-1']],
    ['az = "us-eats-1a"\nregion = "eu-central-1"', ['eu-central-1', 'us-east-1']],
    ['azs = ["us-west-1a", "prod-1a", "moon"]', []],
  ]
  for (const [text, regions, isAny, provider] of cases) {
    it(`${JSON.stringify(text)}, ${provider ?? (isAny ? 'any region' : 'known regions')}`, () => {
      const named = findNamedRegions(scanZones(text, 'hcl'), {
        regions: known,
        lists: [usEast1],
        mayBeRegion: () => isAny ?? false,
        provider,
      })
      assert.deepEqual(named, regions)
    })
  }
})
