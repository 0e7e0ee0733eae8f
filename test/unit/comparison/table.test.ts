import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { compareZones, type Source } from '../../../src/features/comparison/table.ts'
import { readZones } from '../../../src/api/zones.ts'
import { accounts } from '../../sandbox/data.ts'
import { zonesOf } from '../../sandbox/regions.ts'

const useast1 = { provider: 'aws', region: 'us-east-1' }

/** The zones of a region as an account of the sandbox sees them. */
function seen(column: number, { uid }: { uid: string }, region = 'us-east-1'): Source {
  const zones = (zonesOf('aws', region, uid) ?? []).map(({ name, zoneId }) => ({
    name,
    state: 'available',
    ...(zoneId !== undefined && { zoneId }),
  }))
  return { column, provider: 'aws', region, zones }
}

describe('Comparison: a comparison of zones', () => {
  it('has a row for each zone id, with the name that each account gives it', () => {
    const sources = [seen(0, accounts.awsProduction), seen(1, accounts.awsAudit)]
    const rows = compareZones(2, sources)
    assert.deepEqual(rows.map(({ zoneId = '' }) => zoneId).sort(), [
      'use1-az1',
      'use1-az2',
      'use1-az3',
      'use1-az4',
      'use1-az5',
      'use1-az6',
    ])
    for (const { zoneId, cells, differences } of rows) {
      const names = sources.map(({ zones }) => zones?.find((zone) => zone.zoneId === zoneId)?.name)
      assert.deepEqual(
        cells.map(({ zones }) => zones[0]?.name),
        names,
      )
      assert.deepEqual(differences, names[0] === names[1] ? [] : ['name'])
    }
    assert.ok(rows.some(({ differences }) => differences.length > 0))
    assert.ok(rows.some(({ differences }) => differences.length === 0))
  })

  it('marks another state, but neither another spelling of it nor one that is not told', () => {
    const zone = { name: 'us-east-1a', zoneId: 'use1-az1' }
    const states = ['available', 'Available', undefined, 'impaired']
    const sources = states.map((state, column) => ({
      ...useast1,
      column,
      zones: [{ ...zone, ...(state !== undefined && { state }) }],
    }))
    const [row] = compareZones(4, sources)
    assert.deepEqual(
      row?.cells.map(({ differs }) => differs),
      [[], [], [], ['state']],
    )
    assert.deepEqual(row?.differences, ['state'])
  })

  it('tells a zone that is missing from one of which nothing is known or of another region', () => {
    const rows = compareZones(4, [
      { ...useast1, column: 0, zones: [{ name: 'us-east-1a', zoneId: 'use1-az1' }] },
      { ...useast1, column: 1, zones: [] },
      { ...useast1, column: 2, zones: undefined },
      { ...useast1, region: 'us-west-2', column: 3, zones: [] },
    ])
    assert.deepEqual(
      rows.map(({ cells }) => cells.map(({ empty }) => empty)),
      [[undefined, 'missing', 'unknown', 'elsewhere']],
    )
    assert.deepEqual(rows[0]?.differences, ['missing'])
  })

  it('calls no zone missing where some of a list could not be read', () => {
    const zones = readZones({ zones: [{ name: 'us-east-1b', zoneId: 'use1-az2' }, { name: '' }] })
    const [row] = compareZones(2, [
      { ...useast1, column: 0, zones: [{ name: 'us-east-1a', zoneId: 'use1-az1' }] },
      { ...useast1, column: 1, zones },
    ])
    assert.deepEqual([row?.cells[1]?.empty, row?.differences], ['unknown', []])
  })

  it('calls no zone missing where it may be one that is listed without its zone ID', () => {
    const rows = compareZones(3, [
      { ...useast1, column: 0, zones: [{ name: 'us-east-1a', zoneId: 'use1-az1' }] },
      { ...useast1, column: 1, zones: [{ name: 'us-east-1a' }, { name: 'us-east-1b' }] },
      { ...useast1, column: 2, zones: [{ name: 'us-east-1a', zoneId: 'use1-az2' }] },
    ])
    assert.deepEqual(
      rows.map(({ cells, differences }) => [cells.map(({ empty }) => empty), differences]),
      [
        [[undefined, 'unknown', 'missing'], ['missing']],
        [['unknown', undefined, 'unknown'], []],
        [['unknown', undefined, 'unknown'], []],
        [['missing', 'unknown', undefined], ['missing']],
      ],
    )
  })

  it('finds no difference between what cannot be the same', () => {
    const [production, staging] = [accounts.awsProduction, accounts.awsStaging]
    const rows = compareZones(2, [seen(0, production), seen(1, staging, 'us-west-2')])
    assert.equal(rows.length, 6 + 4)
    assert.deepEqual(new Set(rows.flatMap(({ differences }) => differences)), new Set())
  })

  it('goes by the name where no zone id is told, among its like and within a region', () => {
    const one = { name: '1' }
    const rows = compareZones(2, [
      { provider: 'gcp', region: 'westeurope', column: 0, zones: [one] },
      {
        provider: 'gke',
        region: 'westeurope',
        column: 1,
        zones: [one, { name: '1', zoneId: 'x' }],
      },
      { provider: 'gcp', region: 'northeurope', column: 0, zones: [one] },
    ])
    assert.deepEqual(
      rows.map(({ region, zoneId, differences }) => [region, zoneId, differences]),
      [
        ['westeurope', undefined, []],
        ['westeurope', 'x', []],
        ['northeurope', undefined, []],
      ],
    )
  })

  describe('with Azure’s numbers, which each subscription assigns for itself,', () => {
    const region = 'westeurope'
    const [one, two] = [{ name: '1' }, { name: '2' }]
    const emptyIn = (rows: ReturnType<typeof compareZones>) =>
      rows.map(({ cells, differences }) => [
        cells.map(({ zones, empty }) => empty ?? zones[0]?.name),
        differences,
      ])

    it('has no row with those of two accounts, and marks each as not comparable', () => {
      const rows = compareZones(2, [
        { provider: 'azure', cloudAccountUid: 'a', region, column: 0, zones: [one, two] },
        { provider: 'aks', cloudAccountUid: 'b', region, column: 1, zones: [one] },
      ])
      assert.deepEqual(emptyIn(rows), [
        [['1', 'incomparable'], []],
        [['2', 'incomparable'], []],
        [['incomparable', '1'], []],
      ])
    })

    it('compares those of one account, whichever provider it stands for', () => {
      const rows = compareZones(2, [
        { provider: 'azure', cloudAccountUid: 'a', region, column: 0, zones: [one, two] },
        { provider: 'aks', cloudAccountUid: 'a', region, column: 1, zones: [one] },
      ])
      assert.deepEqual(emptyIn(rows), [
        [['1', '1'], []],
        [['2', 'missing'], ['missing']],
      ])
    })

    it('compares none of an account that is not known', () => {
      const rows = compareZones(2, [
        { provider: 'azure', region, column: 0, zones: [one] },
        { provider: 'azure', region, column: 1, zones: [one] },
      ])
      assert.deepEqual(emptyIn(rows), [
        [['1', 'incomparable'], []],
        [['incomparable', '1'], []],
      ])
    })

    it('takes a number for one also where a service calls it a zone ID', () => {
      const zones = (zoneId: string) => [{ name: '1', zoneId }]
      const sources = (zoneId: string) =>
        ['a', 'b'].map((cloudAccountUid, column) => {
          return { provider: 'azure', cloudAccountUid, region, column, zones: zones(zoneId) }
        })
      const rows = compareZones(2, sources('1'))
      assert.deepEqual(
        rows.map(({ zoneId }) => zoneId),
        [undefined, undefined],
      )
      assert.deepEqual(emptyIn(compareZones(2, sources('westeurope-az2'))), [[['1', '1'], []]])
    })
  })

  it('keeps two zones that a service lists with one id', () => {
    const twice = ['us-east-1a', 'us-east-1b'].map((name) => ({ name, zoneId: 'use1-az1' }))
    const rows = compareZones(2, [
      { ...useast1, column: 0, zones: twice },
      { ...useast1, column: 1, zones: twice.toReversed() },
    ])
    assert.equal(rows.length, 1)
    assert.equal(rows[0]?.cells[0]?.zones.length, 2)
    assert.deepEqual(rows[0]?.differences, [])
  })

  it('holds every zone in one place, whatever is compared', () => {
    const zone = fc.record(
      {
        name: fc.constantFrom('a', 'b', 'c', '__proto__'),
        zoneId: fc.constantFrom('1', '2', 'toString'),
        state: fc.constantFrom('available', 'impaired'),
      },
      { requiredKeys: ['name'] },
    )
    const zones = fc.option(fc.array(zone, { maxLength: 5 }), { nil: undefined })
    const columns = fc.array(fc.array(zones, { maxLength: 3 }), { minLength: 1, maxLength: 4 })
    const property = fc.property(columns, (all) => {
      const sources = all.flatMap((own, column) =>
        own.map((some, region) => ({
          column,
          provider: 'aws',
          region: `r${region}`,
          zones: some as Source['zones'],
        })),
      )
      const rows = compareZones(all.length, sources)
      for (const { cells } of rows) assert.equal(cells.length, all.length)
      const placed = rows.flatMap(({ region, zoneId, cells }) =>
        cells.flatMap((cell, column) =>
          cell.zones.map((each) => ({ ...each, region, zoneId, column })),
        ),
      )
      const given = sources.flatMap(({ column, region, zones: some = [] }) =>
        some.map(({ zoneId, ...each }) => ({ ...each, region, zoneId, column })),
      )
      const sorted = (list: object[]) => list.map((each) => JSON.stringify(each, keys)).sort()
      assert.deepEqual(sorted(placed), sorted(given))
      const keysOf = rows.map((row) =>
        JSON.stringify([row.region, row.zoneId ?? { by: nameOf(row.cells) }]),
      )
      assert.equal(new Set(keysOf).size, rows.length, 'no zone has two rows')
    })
    fc.assert(property)
  })
})

const keys = ['region', 'zoneId', 'column', 'name', 'state']

function nameOf(cells: readonly { zones: readonly { name: string }[] }[]): string | undefined {
  return cells.flatMap(({ zones }) => zones)[0]?.name
}
