import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { formatPools, poolFormats, type PoolRecord } from '../../../src/formats/poolFormats.ts'
import { hostileNames } from '../../hostile/names.ts'
import { anyText } from '../properties/anyTexts.ts'
import { referees } from './referees.ts'

const pools: PoolRecord[] = [
  {
    name: 'worker-pool',
    cluster: 'checkout-prod',
    project: 'production',
    provider: 'aws',
    cloudConfig: 'c-1',
    nodes: 6,
    healthy: 5,
    min: 3,
    max: 9,
    zones: ['us-east-1a', 'us-east-1b'],
    type: '4 vCPU, 16 GiB',
  },
  { name: '=1+1', kind: 'hybrid', cluster: 'a|b', provider: 'aws', cloudConfig: 'c-2', size: 0 },
]

describe('Zone formats: machine pools as a text', () => {
  const texts: Record<(typeof poolFormats)[number], [some: string, none: string]> = {
    names: ['worker-pool\n=1+1', ''],
    csv: [
      'name,kind,cluster,project,provider,cloudConfig,nodes,healthy,size,min,max,zones,type\n' +
        'worker-pool,,checkout-prod,production,aws,c-1,6,5,,3,9,us-east-1a us-east-1b,"4 vCPU, 16 GiB"\n' +
        "'=1+1,hybrid,a|b,,aws,c-2,,,0,,,,",
      'name,kind,cluster,project,provider,cloudConfig,nodes,healthy,size,min,max,zones,type',
    ],
    markdown: [
      '| name | kind | cluster | project | provider | cloudConfig | nodes | healthy | size | min | max | zones | type |\n' +
        `|${' --- |'.repeat(13)}\n` +
        '| worker-pool |  | checkout-prod | production | aws | c-1 | 6 | 5 |  | 3 | 9 | us-east-1a us-east-1b | 4 vCPU, 16 GiB |\n' +
        '| =1+1 | hybrid | a\\|b |  | aws | c-2 |  |  | 0 |  |  |  |  |',
      '| name | kind | cluster | project | provider | cloudConfig | nodes | healthy | size | min | max | zones | type |\n' +
        `|${' --- |'.repeat(13)}`,
    ],
    json: [
      JSON.stringify(
        [
          pools[0],
          {
            name: '=1+1',
            kind: 'hybrid',
            cluster: 'a|b',
            provider: 'aws',
            cloudConfig: 'c-2',
            size: 0,
          },
        ],
        undefined,
        2,
      ),
      '[]',
    ],
    yaml: [
      '- name: worker-pool\n  cluster: checkout-prod\n  project: production\n  provider: aws\n' +
        '  cloudConfig: c-1\n  nodes: 6\n  healthy: 5\n  min: 3\n  max: 9\n' +
        '  zones: [us-east-1a, us-east-1b]\n  type: "4 vCPU, 16 GiB"\n' +
        '- name: "=1+1"\n  kind: hybrid\n  cluster: "a|b"\n  provider: aws\n  cloudConfig: c-2\n  size: 0',
      '[]',
    ],
  }
  for (const format of poolFormats) {
    it(`is ${format}, with what is known`, () => {
      assert.deepEqual([formatPools(pools, format), formatPools([], format)], texts[format])
    })
  }

  it('is read again as the same records from JSON and YAML, whatever the names are', () => {
    const record = (name: string): PoolRecord => {
      return { name, cluster: name, provider: 'aws', cloudConfig: 'c', zones: [name, 'a'] }
    }
    const isSame = (some: readonly string[]) => {
      const records = some.map(record)
      assert.deepEqual(referees.json(formatPools(records, 'json')), records)
      assert.deepEqual(referees.yaml(formatPools(records, 'yaml')), [records])
      const rows = formatPools(records, 'markdown').split('\n')
      for (const row of rows) assert.equal(row.match(/(?<!\\)(\\\\)*\|/g)?.length, 14)
    }
    isSame(Object.values(hostileNames))
    fc.assert(fc.property(fc.array(anyText, { maxLength: 4 }), isSame))
  })

  it('is a list in JSON without invisible characters', () => {
    const text = formatPools([{ ...pools[0]!, name: 'a\u202eb\u200b' }], 'json')
    assert.match(text, /"a\\u202eb\\u200b"/)
  })
})
