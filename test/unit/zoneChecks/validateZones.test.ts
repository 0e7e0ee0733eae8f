import assert from 'node:assert/strict'
import { readZones } from '../../../src/api/zones.ts'
import { validateZones, type ZoneContext } from '../../../src/features/zoneChecks/validateZones.ts'
import { NameIndex } from '../../../src/features/zoneChecks/nearest.ts'
import {
  namedRegions,
  regionOf,
  type RegionZones,
} from '../../../src/features/zoneChecks/regions.ts'
import { zonePlaceSteps } from '../../../src/features/zoneChecks/zonePlaces.ts'
import { scanZones } from '../../../src/formats/scan.ts'
import { atOnce } from '../../../src/formats/slices.ts'

const usEast1: RegionZones = {
  region: 'us-east-1',
  zones: [
    { name: 'us-east-1a', state: 'available', zoneId: 'use1-az4' },
    { name: 'us-east-1b', state: 'Available', zoneId: 'use1-az6' },
    { name: 'us-east-1c', state: 'impaired', zoneId: 'use1-az1' },
    { name: 'us-east-1d' },
  ],
}
const europe: RegionZones = {
  region: 'eu-central-1',
  zones: [{ name: 'eu-central-1b', state: 'available' }],
}
const azure: RegionZones = {
  region: 'westeurope',
  zones: ['1', '2', '3'].map((name) => ({ name, state: 'available' })),
}

/** What is found in HCL, in a few words. */
function found(
  text: string,
  read: RegionZones[],
  unread: string[] = [],
  context?: ZoneContext,
): string[] {
  const { findings } = validateZones(scanZones(text, 'hcl'), read, unread, { ...context, text })
  return findings.map((finding) =>
    finding.problem === 'unlistedRegion'
      ? `${finding.reference.value} in ${finding.region}, which is not listed`
      : finding.problem === 'unknownZone'
        ? `${finding.reference.value} not in ${finding.regions.join()}, ${finding.nearest ?? 'nothing like it'}`
        : `${finding.reference.value} is ${finding.problem === 'zoneNotAvailable' ? finding.zone.state : 'odd'}`,
  )
}

describe('Zone checks: the judgement of zones', () => {
  it('finds nothing wrong with what is available, by name or id, or tells no state', () => {
    assert.deepEqual(
      found('azs = ["us-east-1a", "us-east-1b", "use1-az4", "us-east-1d"]', [usEast1]),
      [],
    )
  })

  it('finds what is in another state', () => {
    assert.deepEqual(found('azs = ["us-east-1c", "use1-az1"]', [usEast1]), [
      'us-east-1c is impaired',
      'use1-az1 is impaired',
    ])
  })

  it('finds what is unknown in its own region, with what is nearest and not taken', () => {
    const text = 'azs = ["us-east-1a", "us-east-1g"]\naz = "eu-central-1z"'
    assert.deepEqual(found(text, [usEast1, europe]), [
      'us-east-1g not in us-east-1, us-east-1b',
      'eu-central-1z not in eu-central-1, eu-central-1b',
    ])
  })

  it('calls nothing unknown that the service may have listed without its name', () => {
    const zones = readZones({ zones: [...usEast1.zones, { state: 'available' }] })
    const text = 'azs = ["us-east-1c", "us-east-1g"]\naz = "eu-central-1z"'
    assert.deepEqual(found(text, [{ region: 'us-east-1', zones }, europe]), [
      'us-east-1c is impaired',
      'eu-central-1z not in eu-central-1, eu-central-1b',
    ])
  })

  it('finds what belongs to none of the regions', () => {
    assert.deepEqual(found('az = "us-west-2a"\nazs = ["us-esat-1a"]', [usEast1]), [
      'us-west-2a not in us-east-1, nothing like it',
      'us-esat-1a not in us-east-1, us-east-1a',
    ])
  })

  it('does not judge what may be in a region that was not read', () => {
    assert.deepEqual(found('azs = ["eu-west-1z", "moon"]', [usEast1], ['eu-west-1']), [])
    assert.deepEqual(found('azs = ["us-east-1z"]', [usEast1], ['eu-west-1']), [
      'us-east-1z not in us-east-1, us-east-1a',
    ])
    assert.deepEqual(found('azs = ["us-east-1z"]', []), [])
  })

  it('takes for a zone only what resembles one, under a key that names other things too', () => {
    assert.deepEqual(found('zone = "example.com"\nzone = "us-esat-1a"', [usEast1]), [
      'us-esat-1a not in us-east-1, us-east-1a',
    ])
    // Some write regions there, also others than those of the file.
    assert.deepEqual(found('zones = ["us-east-2", "us-west-1", "us-east-1"]', [usEast1]), [])
    const gcp = { region: 'us-east4', zones: [{ name: 'us-east4-a' }] }
    assert.deepEqual(found('zone = "us-east1"\nzone = "us-east5"', [gcp]), [])
    assert.equal(found('availability_zones = ["us-east-2"]', [usEast1]).length, 1)
  })

  it('judges zones without the name of their region', () => {
    const block = (head: string) => `${head} {\n zones = ["1", "4"]\n}`
    const resource = block('resource "azurerm_public_ip" "a"')
    assert.deepEqual(found(resource, [azure]), ['4 not in westeurope, 2'])
    // Elsewhere, numbers under such a key may be of anything.
    assert.deepEqual(found(block('resource "shop_prices" "a"'), [azure]), [])
    assert.deepEqual(found(`${resource}\n${block('locals')}`, [azure]).length, 1)
  })

  it('judges the numbers that Kubernetes writes with their region', () => {
    const labels = 'topology.kubernetes.io/zone'
    assert.deepEqual(found(`"${labels}" = "westeurope-1"\nzone = "westeurope-prod"`, [azure]), [])
    assert.deepEqual(found(`"${labels}" = "westeurope-7"`, [azure]), [
      'westeurope-7 not in westeurope, westeurope-1',
    ])
    const zones = [{ name: '1', state: 'impaired' }]
    assert.deepEqual(found(`"${labels}" = "westeurope-1"`, [{ region: 'westeurope', zones }]), [
      'westeurope-1 is impaired',
    ])
  })

  it('judges numbers in regions without zones', () => {
    const west: RegionZones = { region: 'westus', zones: [] }
    const resource = 'resource "azurerm_public_ip" "a" {\n zones = ["1"]\n}\n'
    const label = '"topology.kubernetes.io/zone" = "westus-1"\n'
    assert.deepEqual(found(resource + label, [west]), [
      '1 not in westus, nothing like it',
      'westus-1 not in westus, nothing like it',
    ])
    assert.deepEqual(found(resource + label, [west, azure]), [
      'westus-1 not in westus, nothing like it',
    ])
    const others = 'zones = ["1", "a"]\nzone = "westus"\naz = "moon"\n'
    assert.deepEqual(found(others, [west]), [])
    assert.deepEqual(found(resource + label, [], ['westus']), [])
  })

  it('judges zone IDs only by lists that have them', () => {
    const ids = 'availability_zone_ids = ["use1-az4", "use1-az9", "usw2-az1"]'
    // One of another region may exist.
    assert.deepEqual(found(ids, [usEast1]), ['use1-az9 not in us-east-1, use1-az6'])
    const zones = usEast1.zones.map(({ name }) => ({ name }))
    assert.deepEqual(found(ids, [{ region: 'us-east-1', zones }]), [])
  })

  it('offers no zone of another region, by name or id, but one in the place of what is none', () => {
    const all = ['us-west-1b', 'usw1-az4', 'us-east1-b', 'us-eest-1b', 'US-EAST-1D']
    assert.deepEqual(found(`azs = ${JSON.stringify(all)}`, [usEast1]), [
      'us-west-1b not in us-east-1, nothing like it',
      'us-east1-b not in us-east-1, us-east-1b',
      'us-eest-1b not in us-east-1, us-east-1b',
      'US-EAST-1D not in us-east-1, us-east-1d',
    ])
    assert.deepEqual(found('azs = ["us-east-2-a", "us-east1b", "us-east-1-b"]', [usEast1]), [
      'us-east-2-a not in us-east-1, nothing like it',
      'us-east1b not in us-east-1, us-east-1b',
      'us-east-1-b not in us-east-1, us-east-1b',
    ])
  })

  it('takes for a zone only what looks like one, whatever its key is', () => {
    const text =
      'azs = ["a", "b", "all", "*", "true", "3", "moon", "${x}"]\nazs = ["us-east-1a,us-east-1z"]'
    assert.deepEqual(found(text, [usEast1]), ['us-east-1z not in us-east-1, us-east-1b'])
    assert.deepEqual(found('azs = ["a", "moon", "4"]', [azure]), ['4 not in westeurope, 1'])
  })

  it('counts what it has judged', () => {
    const { checked } = validateZones(
      scanZones('azs = ["us-east-1a", "us-east-1z", "eu-west-1a"]\nzone = "x.y"', 'hcl'),
      [usEast1],
      ['eu-west-1'],
    )
    assert.equal(checked, 2)
  })
})

describe('Zone checks: zones of other clouds and regions', () => {
  const listed = (...regions: string[]) => new Set(regions)
  const aws = { provider: 'aws', regions: listed('us-east-1', 'eu-central-1') }
  const usCentral1 = { region: 'us-central1', zones: [{ name: 'us-central1-a' }] }

  it('are left out, whatever the region of the account is', () => {
    const text = `azs = ["us-east-1a", "eu-central-1b"]
      az = "use1-az4"
      node_locations = ["us-central1-a", "europe-west1-b"]
      availability_zones = ["westeurope-1"]`
    const accounts: [provider: string, read: RegionZones[]][] = [
      ['aws', [usEast1, europe]],
      ['eks', [usEast1, europe]],
      ['gcp', [usCentral1, { region: 'europe-west1', zones: [{ name: 'europe-west1-b' }] }]],
      ['azure', [azure]],
      ['maas', [{ region: '', zones: [{ name: 'us-west-1a' }] }]],
    ]
    for (const [provider, read] of accounts) {
      assert.deepEqual(found(text, read, [], { provider }), [], provider)
    }
  })

  it('are slips beside own zones, or where nothing else is of that cloud', () => {
    const slips = (text: string) => found(text, [usEast1], [], aws)
    assert.deepEqual(slips('azs = ["us-east-1a", "us-east1-b"]\ngcp_region = "us-east1"'), [
      'us-east1-b not in us-east-1, us-east-1b',
    ])
    assert.deepEqual(slips('az = "us-east1-a"'), ['us-east1-a not in us-east-1, us-east-1a'])
    assert.deepEqual(slips('az = "us-east1-b"\nregion = "us-east1"'), [])
    assert.deepEqual(slips('node_locations = ["us-east1-b", "us-east1-c"]'), [])
    assert.deepEqual(slips('zone = "us-east1-b"'), [])
    const gcp = { region: 'asia-east1', zones: [{ name: 'asia-east1-b' }] }
    assert.deepEqual(found('azs = ["asia-east-1-b"]', [gcp], [], { provider: 'gcp' }), [
      'asia-east-1-b not in asia-east1, asia-east1-b',
    ])
  })

  it('are no slips in a text that names their cloud, or has a key of it', () => {
    const gcp = { region: 'us-east1', zones: [{ name: 'us-east1-b' }] }
    const zone = '"us-east1-b"'
    for (const text of [
      `node_locations = [${zone}]`,
      `gke_az = ${zone}`,
      `resource "google_container_node_pool" "p" {\n azs = [${zone}]\n}`,
      `gke = {\n nodeLocations = [${zone}]\n}`,
    ]) {
      assert.deepEqual(found(`aws_region = "us-east-1"\n${text}`, [usEast1], [], aws), [], text)
    }
    for (const text of ['availability_zone = "us-east-1b"', 'eks = {\n azs = ["us-east-1b"]\n}']) {
      assert.deepEqual(found(text, [gcp], [], { provider: 'gcp' }), [], text)
    }
  })

  it('are told of once, where the account does not list their region', () => {
    const text = 'azs = ["ap-southeast-7a", "us-east-1a"]\nzone = "ap-southeast-7b"\n'
    const told = ['ap-southeast-7a in ap-southeast-7, which is not listed']
    assert.deepEqual(found(text, [usEast1], [], aws), told)
    assert.deepEqual(found(text, [], [], aws), told)
    assert.deepEqual(found('aws_region = "us-east-9"\nazs = ["us-east-9a"]', [usEast1], [], aws), [
      'us-east-9 in us-east-9, which is not listed',
    ])
    // Alibaba Cloud has such zones, too.
    const alike = 'az = "me-east-1a"\nregion = "me-east-1"\nazs = ["us-east-1a"]'
    assert.deepEqual(found(alike, [usEast1], [], aws), [])
    assert.deepEqual(found(`alicloud = "x"\n${text}`, [usEast1], [], aws), [])
    const foreign = 'region = "us-east9"\nlocation = "us-east-9"\nregion = "mars"'
    assert.deepEqual(found(foreign, [usEast1], [], aws), [])
    // Nothing is known of regions where none are listed.
    assert.deepEqual(found(text, [usEast1], [], { provider: 'aws' }), [])
  })

  it('are left out in parts of the cloud that need another account', () => {
    const text = 'azs = ["us-gov-west-1a", "cn-north-1a", "us-east-1a"]'
    assert.deepEqual(found(text, [usEast1], [], aws), [])
    const gov = { provider: 'aws', regions: listed('us-gov-west-1', 'us-gov-east-1') }
    const zones = [{ name: 'us-gov-west-1a' }]
    assert.deepEqual(found(text, [{ region: 'us-gov-west-1', zones }], [], gov), [])
    assert.deepEqual(found('az = "us-gov-east-9a"', [], [], gov), [
      'us-gov-east-9a in us-gov-east-9, which is not listed',
    ])
  })
})

describe('Zone checks: what blocks tell of zones', () => {
  const west: RegionZones = { region: 'westus', zones: [] }
  function inBlocks(
    text: string,
    provider: string,
    read: RegionZones[],
    given?: string,
    regions?: ReadonlySet<string>,
  ) {
    const references = scanZones(text, 'hcl')
    const places = atOnce(zonePlaceSteps(text, 'hcl', references, provider, given))
    return found(text, read, [], { provider, places, regions })
  }
  const pool = (location: string) =>
    `resource "azurerm_kubernetes_cluster" "a" {\n ${location}\n pool {\n zones = ["1", "9"]\n }\n}\n`
  const store = 'resource "azurerm_storage_account" "b" {\n location = "westus"\n}\n'

  it('judges numbers by the region around them, and not by that of another block', () => {
    const text = `${pool('location = "West Europe"')}${store}`
    assert.deepEqual(inBlocks(text, 'azure', [azure, west]), ['9 not in westeurope, 1'])
    assert.deepEqual(inBlocks(text, 'aks', [west]), [])
    assert.equal(inBlocks(pool('location = "westus"'), 'azure', [azure, west]).length, 2)
  })

  it('takes the region of a block beside them in a resource, and of what others are in', () => {
    const beside =
      'resource "azurerm_x" "y" {\n site {\n location = "westeurope"\n }\n zones = ["9"]\n}\n'
    const group = 'resource "azurerm_resource_group" "rg" {\n location = "westeurope"\n}\n'
    const locals = 'locals {\n location = "westeurope"\n}\n'
    for (const text of [beside, pool('') + group, pool('') + locals]) {
      assert.deepEqual(inBlocks(text + store, 'azure', [azure, west]), ['9 not in westeurope, 1'])
    }
    const cluster = 'data "azurerm_kubernetes_cluster" "c" {}\n'
    assert.deepEqual(inBlocks(pool('') + group + cluster, 'azure', [azure]), [])
  })

  it('tells that the account does not list the region of numbers, in what is for azure', () => {
    const listed = new Set(['westeurope'])
    const text = pool('location = "narniacentral"')
    const told = ['1 in narniacentral, which is not listed']
    assert.deepEqual(inBlocks(text, 'azure', [], undefined, listed), told)
    const both = text + pool('location = "West Europe"')
    assert.deepEqual(inBlocks(both, 'azure', [azure], undefined, listed), [
      ...told,
      '9 not in westeurope, 1',
    ])
    const other = 'resource "ibm_pool" "a" {\n location = "narniacentral"\n azs = ["1"]\n}'
    assert.deepEqual(inBlocks(other, 'azure', [], undefined, listed), [])
  })

  it('does not judge numbers where their region is not literal, or that of another resource', () => {
    const variable = 'variable "location" {\n default = "westus"\n}\n'
    for (const text of [
      `${pool('location = var.location')}${store}`,
      `${pool('location = var.location')}${variable}`,
      `${pool('')}${store}resource "x" "y" {\n location = var.location\n}\n`,
      `${pool('')}${variable}`,
      `${pool('')}${store}`,
    ]) {
      assert.deepEqual(inBlocks(text, 'azure', [west]), [], text)
      assert.deepEqual(inBlocks(text, 'azure', [azure], 'westeurope'), ['9 not in westeurope, 1'])
    }
  })

  it('follows a reference to a local value or a resource of the file', () => {
    const group = 'resource "azurerm_resource_group" "rg" {\n location = "westeurope"\n}\n'
    const local = 'locals {\n place = "westeurope"\n}\n'
    for (const [reference, text] of [
      ['azurerm_resource_group.rg.location', group],
      ['local.place', local],
    ]) {
      assert.deepEqual(
        inBlocks(`${pool(`location = ${reference}`)}${text}${store}`, 'azure', [azure, west]),
        ['9 not in westeurope, 1'],
      )
    }
  })

  it('judges any name in what is for MAAS or CloudStack, and elsewhere only what resembles a zone', () => {
    const zones = [{ name: 'default' }, { name: 'rack-east' }]
    const text = (type: string) =>
      `resource "${type}" "a" {\n azs = ["default", "rack-est", "hall-9"]\n}`
    assert.deepEqual(inBlocks(text('cluster_maas'), 'maas', [{ region: '', zones }]), [
      'rack-est not in , rack-east',
      'hall-9 not in , nothing like it',
    ])
    const alike = ['rack-est not in , rack-east']
    assert.deepEqual(inBlocks(text('cluster'), 'maas', [{ region: '', zones }]), alike)
    const named = text('cluster').replace('"a"', '"maas_controller"')
    assert.deepEqual(inBlocks(named, 'maas', [{ region: '', zones }]), alike)
    // What is for no other cloud, where nothing is in a region.
    const plain =
      'azs = ["hall-9"]\nmachine_pools = [{ azs = ["hall-8"] }]\naws = { azs = ["x"] }\n'
    assert.deepEqual(inBlocks(plain, 'maas', [{ region: '', zones }]), [
      'hall-9 not in , nothing like it',
      'hall-8 not in , nothing like it',
    ])
    assert.deepEqual(inBlocks(`${plain}region = "x"`, 'maas', [{ region: '', zones }]), [])
    assert.deepEqual(inBlocks(text('cluster_maas'), 'maas', [{ region: '', zones: [] }]), [])
  })
})

describe('Zone checks: the nearest zone', () => {
  const none = new Set<string>()
  const nearest = (text: string, names: readonly string[], taken: ReadonlySet<string>) =>
    new NameIndex(names).nearest(text, taken)
  it('is the one with the fewest letters to change', () => {
    assert.equal(nearest('us-east1a', ['us-west-1a', 'us-east-1a'], none), 'us-east-1a')
    assert.equal(nearest('us-east-1', ['us-west-1a', 'us-east-1a'], none), 'us-east-1a')
  })
  it('is one that is not taken, where there are several', () => {
    assert.equal(
      nearest('us-east-1x', ['us-east-1a', 'us-east-1b'], new Set(['us-east-1a'])),
      'us-east-1b',
    )
    assert.equal(nearest('us-east-1x', ['us-east-1a'], new Set(['us-east-1a'])), 'us-east-1a')
  })
  it('is none where all are too far, or too long', () => {
    assert.equal(nearest('example.com', ['us-east-1a'], none), undefined)
    assert.equal(nearest('a'.repeat(101), ['a'.repeat(101)], none), undefined)
    assert.equal(nearest('a', ['a'.repeat(101)], none), undefined)
    assert.equal(nearest('a', [], none), undefined)
  })
})

describe('Zone checks: the region of a zone', () => {
  const regions = [
    'us-east-1',
    'us-east1',
    'us-east',
    'europe-west1',
    'europe-west12',
    'us-gov-east-1',
  ]
  const expected: [zone: string, region: string | undefined][] = [
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
  for (const [zone, region] of expected) {
    it(`${zone}: ${region}`, () => assert.equal(regionOf(zone, regions), region))
  }
})

describe('Zone checks: the regions that a text names', () => {
  const known = new Set(['us-east-1', 'eu-central-1', 'westeurope'])
  const named = (text: string, isAny?: boolean, provider?: string) =>
    namedRegions(scanZones(text, 'hcl'), known, [usEast1], isAny, provider)

  it('are those under the keys of regions, and of zones that are known by their names or ids', () => {
    assert.deepEqual(
      named('location = "westeurope"\nazs = ["eu-central-1x", "use1-az4", "moon-1a"]'),
      ['westeurope', 'eu-central-1', 'us-east-1'],
    )
    assert.deepEqual(named('azs = ["us-east-1a"]\nregion = "us-east-1"'), ['us-east-1'])
  })

  it('may be written with spaces and capitals, as Terraform takes those of azure', () => {
    assert.deepEqual(named('location = "West Europe"'), ['westeurope'])
    assert.deepEqual(named('azure_region = "West Europe"', true), ['westeurope'])
    assert.deepEqual(named('location = "West Berlin"', true), [])
  })

  it('are only those that are known, unless any is asked for; then under keys that mean nothing else', () => {
    const text = 'region = "mars-1"\nlocation = "Berlin"\nregion = "a b"'
    assert.deepEqual(named(text), [])
    assert.deepEqual(named(text, true), ['mars-1'])
  })

  it('are none of another cloud, where any is asked for', () => {
    const text = 'region = "us-east1"\nregion = "us-west-2"\nregion = "mars"'
    assert.deepEqual(named(text, true, 'eks'), ['us-west-2', 'mars'])
    assert.deepEqual(named(text, true, 'gcp'), ['us-east1', 'mars'])
    assert.deepEqual(named(text, true, 'azure'), ['mars'])
  })

  it('are those that misspelled zones would be in, where nothing else names one', () => {
    assert.deepEqual(named('az = "us-eats-1a"'), ['us-east-1'])
    assert.deepEqual(named('az = "us-eats-1a"\nregion = "eu-central-1"'), ['eu-central-1'])
    assert.deepEqual(named('azs = ["us-west-1a", "prod-1a", "moon"]'), [])
  })
})
