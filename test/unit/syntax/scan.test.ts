import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeFormat } from '../../../src/contributions.ts'
import { meaningOfKey } from '../../../src/syntax/keyMeanings.ts'
import { mayNameZonesOrRegions } from '../../../src/syntax/zoneFilter.ts'
import { root } from '../../host/paths.ts'
import { scanZones } from './scanZones.ts'
import { listsIn, placesIn, valuesIn } from './showing.ts'

// Each case has its language and a title, a text, and the zones and regions in it, in order.
describe('Zone checks: The zones and regions that a text names', () => {
  const cases = readFileSync(join(root, 'test', 'corpus', 'references.txt'), 'utf8')
  for (const entry of cases.split(/^=== /m).slice(1)) {
    const [title = '', ...lines] = entry.trimEnd().split('\n')
    const language = (title.split(': ')[0] ?? '') as CodeFormat
    it(title, () => {
      const text = lines.filter((line) => !line.startsWith('> '))
      const values = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2))
      assert.deepEqual(valuesIn(text.join('\n'), language), values)
      const references = scanZones(text.join('\n'), language)
      const isRead = mayNameZonesOrRegions(text.join('\n'))
      assert.ok(!references.some(({ value }) => value !== '') || isRead, 'would not be read')
      assert.deepEqual(valuesIn(text.join('\r\n'), language), values, 'with Windows line ends')
    })
  }

  it('are the same in Terraform as in HCL', () => {
    assert.deepEqual(valuesIn('az = "us-east-1a"', 'terraform'), ['us-east-1a'])
  })

  it('belong to their lists', () => {
    assert.deepEqual(listsIn('azs = ["a", "b"]\nzones = ["c"]', 'hcl'), [['a', 'b'], ['c']])
    assert.deepEqual(listsIn('azs:\n- a\n- b\nzones: [c]\n', 'yaml'), [['a', 'b'], ['c']])
    assert.deepEqual(listsIn('{"azs": [["a"], ["b"]], "zone": "c"}', 'json'), [['a', 'b'], ['c']])
  })
})

describe('Zone checks: Values that aren’t found', () => {
  const limits: [language: CodeFormat, text: string][] = [
    ['hcl', 'az = "us-east\\u002d1a"'],
    ['hcl', 'az =\n  "us-east-1a"'],
    ['hcl', 'azs = formatlist("%s", ["us-east-1a"])'],
    ['hcl', 'az = "us-east-1a" == x ? y : z'],
    ['json', `${'['.repeat(250)}{"az":"us-east-1a"}`],
  ]
  for (const [language, text] of limits) {
    it(`are documented limits: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(valuesIn(text, language), [])
    })
  }
})

describe('Zone checks: The positions for a zone', () => {
  const places: [language: CodeFormat, text: string, marked: string][] = [
    ['hcl', 'az = ', 'az =‸ ‸'],
    ['hcl', 'az = \nx = 1', 'az =‸ ‸\nx = 1'],
    ['hcl', 'az = us-e\n', 'az = ‸us-e‸\n'],
    ['hcl', 'az = ""', 'az = "‸‸"'],
    ['hcl', 'azs = []', 'azs = [‸‸]'],
    ['hcl', 'azs = ["a", ]', 'azs = ["a",‸ ‸]'],
    ['hcl', 'azs = [\n  "a", # c\n]', 'azs = [\n  "a",‸ ‸# c\n‸‸]'],
    ['hcl', 'azs = ["a" ]', 'azs = ["a" ]'],
    ['hcl', 'azs = ["a",\nx = 1', 'azs = ["a",‸\n‸x = 1'],
    ['hcl', 'azs = var.x', 'azs = var.x'],
    ['json', '{"zone": }', '{"zone":‸ ‸}'],
    ['json', '{"zones": [us]}', '{"zones": [‸us‸]}'],
    ['json', '{"zones": ["a", "b":', '{"zones": ["a",‸ ‸"b":'],
    ['yaml', 'zone: ', 'zone:‸ ‸'],
    ['yaml', 'zone: # c', 'zone:‸ ‸# c'],
    ['yaml', 'zone: 1', 'zone: ‸1‸'],
    ['yaml', 'zones:\n  - a\n  - \n', 'zones:\n  - a\n  -‸ ‸\n'],
    ['yaml', 'zones: [a, ]', 'zones: [a,‸ ‸]'],
    ['yaml', 'zones: []', 'zones: [‸‸]'],
  ]
  for (const [language, text, marked] of places) {
    it(`are in ${JSON.stringify(text)}`, () => assert.equal(placesIn(text, language), marked))
  }
})

describe('Zone checks: The keys of zones', () => {
  const names = {
    zone: 'az azs AZ AZs worker_azs primary-az availability_zone availability_zones availability_zone_id availability_zone_name availabilityZoneNames nodeLocations x_node_locations distribution_policy_zones distributionPolicyZones',
    more: 'availabilityZone availabilityZones AvailabilityZones availability-zones preferredAvailabilityZone availabilityZoneIds topology.k8s.aws/zone-id',
    loose:
      'zone zones Zone ZONES topology.kubernetes.io/zone gcp:zone az1 az_2 worker_az1 zone-1 zone_name ZoneNames gcp_zone workerAz subnetAZs gcpZone availabilityZone1 my_zone_name failureDomain az_subnet my-zone_subnetids subnetIds zone10 az12 az1_name primaryAZ1Name',
    region: 'region regions REGION aws_region awsRegion cloudRegion primary-region',
    looseRegion: 'location Locations',
    none: 'lazy managed_zone azure topaz timezone time_zone timeZone dns_zone dnsZone multiAz maxAZs zone_id topology.kubernetes.io/zone-id zoneId azs2 regional name min_azs minAZs availability_zone_idx node_locations_x zoneType xaz_subnet subnet_ids_x xregion xlocation location_x',
  }
  const kinds = Object.entries(names).flatMap(([kind, keys]) =>
    keys.split(' ').map((name) => [name, kind] as const),
  )
  for (const [name, kind] of kinds) {
    it(`have a meaning: ${name} is ${kind}`, () => {
      const key = meaningOfKey(name)
      const found = key?.kind && `${key.isAmbiguousKey ? 'loose ' : ''}${key.kind}`
      const expected = {
        more: 'zone',
        loose: 'loose zone',
        looseRegion: 'loose region',
        none: undefined,
      }
      assert.equal(found, kind in expected ? expected[kind as keyof typeof expected] : kind)
      const isRead = mayNameZonesOrRegions(`${name}: a`)
      assert.ok(!key?.kind || isRead, 'would not be read')
      assert.ok(!(name.endsWith('_x') && isRead), 'would be read in vain')
    })
  }
})
