import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { compareZones } from '../../../src/features/comparison/table.ts'
import { completeList } from '../../../src/api/list.ts'
import { readZones, type Zone } from '../../../src/api/zones.ts'

type Source = Omit<Parameters<typeof compareZones>[1][number], 'column'>

/** Zones as `name=ID`, or a name alone. */
const createZones = (texts: string[]) =>
  completeList(
    texts.map((text) => {
      const [name = '', zoneId] = text.split('=')
      return { name, ...(zoneId !== undefined && { zoneId }) }
    }),
  )
const aws = (...zones: string[]) => ({ provider: 'aws', region: 'r', zones: createZones(zones) })
const gcp = (provider: string, region: string) => ({ provider, region, zones: createZones(['1']) })
const azure = (provider: string, cloudAccountUid: string | undefined, ...zones: string[]) => ({
  provider,
  region: 'westeurope',
  cloudAccountUid,
  zones: createZones(zones),
})
const unread = { ...aws(), zones: undefined }
const unreadable = { ...aws(), zones: readZones({ zones: [{ name: 'b', zoneId: '2' }, {}] }) }

describe('Comparison: A comparison of zones', () => {
  /** Rows as texts: the zone ID; of each column the names, or why there are none; the differences. */
  const cases: [title: string, sources: Source[], rows: string[]][] = [
    [
      'has a row for each zone ID, with the name that each account gives it',
      [aws('a=1', 'b=2'), aws('b=1', 'b=2')],
      ['1: a|b name', '2: b|b'],
    ],
    [
      'is sorted by zone ID as people count, with zones without an ID last',
      [aws('a=az10', 'a', 'a=az2')],
      ['az2: a', 'az10: a', '-: a'],
    ],
    [
      'tells a missing zone from an unknown one and from a zone of another region',
      [aws('a=1'), aws(), unread, { ...aws(), region: 'us-west-2' }],
      ['1: a|missing|unknown|elsewhere missing'],
    ],
    [
      'calls no zone missing if a part of the list couldn’t be read',
      [aws('a=1'), unreadable],
      ['1: a|unknown', '2: missing|b missing'],
    ],
    [
      'calls no zone missing if it may be listed without its zone ID',
      [aws('a=1'), aws('a'), aws('a=2')],
      ['1: a|unknown|missing missing', '2: missing|unknown|a missing', '-: unknown|a|unknown'],
    ],
    [
      'compares zones without an ID by name, within a region',
      [gcp('gcp', 'a'), gcp('gke', 'a'), gcp('gcp', 'b')],
      ['-: 1|1|elsewhere', '-: elsewhere|elsewhere|1'],
    ],
    [
      'keeps two zones that a service lists with one ID',
      [aws('a=1', 'b=1'), aws('b=1', 'a=1')],
      ['1: a,b|b,a'],
    ],
    [
      'does not compare the zone numbers of two Azure subscriptions',
      [azure('azure', 'a', '1', '2'), azure('aks', 'b', '1')],
      ['-: 1|incomparable', '-: 2|incomparable', '-: incomparable|1'],
    ],
    [
      'compares those of one, whichever provider it stands for',
      [azure('azure', 'a', '1', '2'), azure('aks', 'a', '1')],
      ['-: 1|1', '-: 2|missing missing'],
    ],
    [
      'compares none of an Azure subscription that is not known',
      [azure('azure', undefined, '1'), azure('azure', undefined, '1')],
      ['-: 1|incomparable', '-: incomparable|1'],
    ],
    [
      'takes a number of Azure for one also where a service calls it a zone ID',
      [azure('azure', 'a', '1=1'), azure('azure', 'b', '1=1')],
      ['-: 1|incomparable', '-: incomparable|1'],
    ],
    [
      'compares zone IDs of Azure that are none',
      [azure('azure', 'a', '1=w-2'), azure('azure', 'b', '1=w-2')],
      ['w-2: 1|1'],
    ],
  ]
  for (const [title, sources, expected] of cases) {
    it(title, () => {
      const placed = sources.map((source, column) => ({ ...source, column }))
      const { rows } = compareZones(sources.length, placed)
      const texts = rows.map(({ zoneId, cells, differences }) => {
        const names = cells.map(({ zones, empty }) => empty ?? zones.map(({ name }) => name).join())
        return `${zoneId ?? '-'}: ${names.join('|')} ${differences.join()}`.trim()
      })
      assert.deepEqual(texts, expected)
    })
  }

  it('marks a different state, but neither another spelling nor a missing state', () => {
    const sources = ['available', 'Available', undefined, 'impaired'].map((state, column) => {
      const zone = { name: 'a', zoneId: '1', ...(state !== undefined && { state }) }
      return { ...aws(), column, zones: completeList([zone]) }
    })
    const [row] = compareZones(4, sources).rows
    const differs = row?.cells.map((cell) => cell.differs)
    assert.deepEqual([differs, row?.differences], [[[], [], [], ['state']], ['state']])
  })

  it('reads each zone as often, however many zones the accounts have', () => {
    const countReads = (zoneCount: number): number => {
      let reads = 0
      const createCountingZone = (name: string): Zone => ({
        name,
        get zoneId() {
          reads += 1
          return name
        },
      })
      const sources = ['a', 'b'].map((account, column) => {
        const names = Array.from({ length: zoneCount }, (_, index) => `${account}${index}`)
        return { ...aws(), column, zones: completeList(names.map(createCountingZone)) }
      })
      compareZones(2, sources)
      return reads
    }
    assert.equal(countReads(400), 4 * countReads(100))
  })

  it('has no more than 20,000 cells, and counts the zones that have none', () => {
    const sources = Array.from({ length: 200 }, (_, column) => {
      return { ...azure('azure', `account-${column}`, '1'), column }
    })
    const { rows, unshown } = compareZones(200, sources)
    assert.deepEqual([rows.length, unshown], [100, 100])
  })

  it('holds every zone in exactly one cell, whatever is compared', () => {
    const name = fc.constantFrom('a', 'b', '__proto__')
    const zoneId = fc.constantFrom('1', '2', 'toString')
    const zone = fc.record({ name, zoneId }, { requiredKeys: ['name'] })
    const zones = fc.option(fc.array(zone, { maxLength: 5 }), { nil: undefined })
    const columns = fc.array(fc.array(zones, { maxLength: 3 }), { minLength: 1, maxLength: 4 })
    const property = fc.property(columns, (all) => {
      const sources = all.flatMap((lists, column) =>
        lists.map((list, index) => ({
          ...aws(),
          column,
          region: `r${index}`,
          zones: list && completeList(list as Zone[]),
        })),
      )
      const { rows } = compareZones(all.length, sources)
      const placed = rows.flatMap(({ region, zoneId: id, cells }) =>
        cells.flatMap((cell, column) =>
          cell.zones.map((listed) => [region, id, column, listed.name]),
        ),
      )
      const given = sources.flatMap(({ region, column, zones: list }) =>
        (list?.items ?? []).map((listed) => [region, listed.zoneId, column, listed.name]),
      )
      assert.deepEqual(placed.map(String).sort(), given.map(String).sort())
    })
    fc.assert(property)
  })
})
