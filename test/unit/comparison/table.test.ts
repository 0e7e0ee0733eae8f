import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { compareZones } from '../../../src/features/comparison/table.ts'
import { readZones } from '../../../src/api/zones.ts'

type Source = Parameters<typeof compareZones>[1][number]
type Zones = Source['zones']

const aws = { provider: 'aws', region: 'us-east-1' }
const a1 = { name: 'us-east-1a', zoneId: 'use1-az1' }
const b1 = { name: 'us-east-1b', zoneId: 'use1-az1' }
const a2 = { name: 'us-east-1a', zoneId: 'use1-az2' }
const some = readZones({ zones: [{ name: 'us-east-1b', zoneId: 'use1-az2' }, { name: '' }] })
const one = { name: '1' }
const two = { name: '2' }
const azure = (provider: string, cloudAccountUid: string | undefined, ...zones: object[]) => ({
  provider,
  region: 'westeurope',
  cloudAccountUid,
  zones: zones as Zones,
})

/** Rows as texts: what identifies each, its cells (their names, or why they are empty), and the differences. */
type Expected = [id: string, cells: string, differences?: string]

describe('Comparison: a comparison of zones', () => {
  const cases: [title: string, sources: Omit<Source, 'column'>[], rows: Expected[]][] = [
    [
      'has a row for each zone ID, with the name that each account gives it',
      [
        { ...aws, zones: [a1, { ...a2, name: 'us-east-1b' }] },
        { ...aws, zones: [b1, { ...a2, name: 'us-east-1b' }] },
      ],
      [
        ['use1-az1', 'us-east-1a|us-east-1b', 'name'],
        ['use1-az2', 'us-east-1b|us-east-1b'],
      ],
    ],
    [
      'is sorted by zone ID as people count, what has none last',
      [
        {
          ...aws,
          zones: ['az10', undefined, 'az2'].map((zoneId) => ({ name: 'a', zoneId })) as Zones,
        },
      ],
      [
        ['az2', 'a'],
        ['az10', 'a'],
        ['', 'a'],
      ],
    ],
    [
      'tells a missing zone from one of which nothing is known or of another region',
      [
        { ...aws, zones: [a1] },
        { ...aws, zones: [] },
        { ...aws, zones: undefined },
        { ...aws, region: 'us-west-2', zones: [] },
      ],
      [['use1-az1', 'us-east-1a|missing|unknown|elsewhere', 'missing']],
    ],
    [
      'calls no zone missing where some of a list could not be read',
      [
        { ...aws, zones: [a1] },
        { ...aws, zones: some },
      ],
      [
        ['use1-az1', 'us-east-1a|unknown'],
        ['use1-az2', 'missing|us-east-1b', 'missing'],
      ],
    ],
    [
      'calls no zone missing where it may be one that is listed without its zone ID',
      [
        { ...aws, zones: [a1] },
        { ...aws, zones: [{ name: 'us-east-1a' }] },
        { ...aws, zones: [a2] },
      ],
      [
        ['use1-az1', 'us-east-1a|unknown|missing', 'missing'],
        ['use1-az2', 'missing|unknown|us-east-1a', 'missing'],
        ['', 'unknown|us-east-1a|unknown'],
      ],
    ],
    [
      'goes by the name where no zone ID is told, among its like and within a region',
      [
        { provider: 'gcp', region: 'a', zones: [one] },
        { provider: 'gke', region: 'a', zones: [one] },
        { provider: 'gcp', region: 'b', zones: [one] },
      ],
      [
        ['', '1|1|elsewhere'],
        ['', 'elsewhere|elsewhere|1'],
      ],
    ],
    [
      'keeps two zones that a service lists with one ID',
      [
        { ...aws, zones: [a1, b1] },
        { ...aws, zones: [b1, a1] },
      ],
      [['use1-az1', 'us-east-1a,us-east-1b|us-east-1b,us-east-1a']],
    ],
    [
      'compares no numbers of two Azure subscriptions',
      [azure('azure', 'a', one, two), azure('aks', 'b', one)],
      [
        ['', '1|incomparable'],
        ['', '2|incomparable'],
        ['', 'incomparable|1'],
      ],
    ],
    [
      'compares those of one, whichever provider it stands for',
      [azure('azure', 'a', one, two), azure('aks', 'a', one)],
      [
        ['', '1|1'],
        ['', '2|missing', 'missing'],
      ],
    ],
    [
      'compares none of an Azure subscription that is not known',
      [azure('azure', undefined, one), azure('azure', undefined, one)],
      [
        ['', '1|incomparable'],
        ['', 'incomparable|1'],
      ],
    ],
    [
      'takes a number of Azure for one also where a service calls it a zone ID',
      [
        azure('azure', 'a', { name: '1', zoneId: '1' }),
        azure('azure', 'b', { name: '1', zoneId: '1' }),
      ],
      [
        ['', '1|incomparable'],
        ['', 'incomparable|1'],
      ],
    ],
    [
      'compares zone IDs of Azure that are none',
      [
        azure('azure', 'a', { name: '1', zoneId: 'w-2' }),
        azure('azure', 'b', { name: '1', zoneId: 'w-2' }),
      ],
      [['w-2', '1|1']],
    ],
  ]
  for (const [title, sources, expected] of cases) {
    it(title, () => {
      const rows = compareZones(
        sources.length,
        sources.map((source, column) => ({ ...source, column })),
      )
      assert.deepEqual(
        rows.map(({ zoneId = '', cells, differences }) => [
          zoneId,
          cells.map(({ zones, empty }) => empty ?? zones.map(({ name }) => name).join()).join('|'),
          differences.join(),
        ]),
        expected.map(([id, cells, differences = '']) => [id, cells, differences]),
      )
    })
  }

  it('marks another state, but neither another spelling of it nor one that is not told', () => {
    const states = ['available', 'Available', undefined, 'impaired']
    const sources = states.map((state, column) => {
      return { ...aws, column, zones: [{ ...a1, ...(state !== undefined && { state }) }] }
    })
    const [row] = compareZones(4, sources)
    assert.deepEqual(
      row?.cells.map(({ differs }) => differs),
      [[], [], [], ['state']],
    )
    assert.deepEqual(row?.differences, ['state'])
  })

  it('holds every zone in one place, whatever is compared', () => {
    const zone = fc.record(
      {
        name: fc.constantFrom('a', 'b', '__proto__'),
        zoneId: fc.constantFrom('1', '2', 'toString'),
      },
      { requiredKeys: ['name'] },
    )
    const zones = fc.option(fc.array(zone, { maxLength: 5 }), { nil: undefined })
    const columns = fc.array(fc.array(zones, { maxLength: 3 }), { minLength: 1, maxLength: 4 })
    const property = fc.property(columns, (all) => {
      const sources = all.flatMap((own, column) =>
        own.map((list, index) => ({ ...aws, column, region: `r${index}`, zones: list as Zones })),
      )
      const placed = compareZones(all.length, sources).flatMap(({ region, zoneId, cells }) =>
        cells.flatMap((cell, column) =>
          cell.zones.map(({ name }) => JSON.stringify([region, zoneId, column, name])),
        ),
      )
      const given = sources.flatMap(({ column, region, zones: list = [] }) =>
        list.map(({ zoneId, name }) => JSON.stringify([region, zoneId, column, name])),
      )
      assert.deepEqual(placed.sort(), given.sort())
    })
    fc.assert(property)
  })
})
