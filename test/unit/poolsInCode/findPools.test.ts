import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeFormat } from '../../../src/contributions.ts'
import type { CodeFile } from '../../../src/documents/codeFile.ts'
import { mayHavePools, poolsInFile } from '../../../src/features/poolsInCode/findPools.ts'
import { matchPool, type SoughtPool } from '../../../src/features/poolsInCode/poolMatching.ts'
import { root } from '../../host/paths.ts'
import { readBlocks, findPools } from '../syntax/atOnce.ts'

function findPoolsIn(text: string, format: CodeFormat) {
  return findPools(readBlocks(text, format).blocks, format === 'hcl')
}

/** The pools of a text whose cluster is known, as `pool@cluster` or `pool@#uid`. */
function describePools(text: string, format: CodeFormat): string[] {
  return findPoolsIn(text, format).flatMap(({ pool, cluster: { name, uid } }) => {
    if ((name ?? uid) === undefined) return []
    const isUid = uid !== undefined && uid.startsWith('66') && name !== 'prod'
    return `${pool}@${isUid ? `#${uid}` : name}`
  })
}

describe('Machine pools in code: Files as people write them', () => {
  const files = readFileSync(join(root, 'test', 'corpus', 'pools.txt'), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((entry) => {
      const end = entry.indexOf('\n')
      const [path = '', format = '', names = ''] = entry.slice(0, end).split(/:\s?/)
      const expected = names.split(' ').filter(Boolean)
      return { path, format: format as CodeFormat, expected, text: entry.slice(end + 1) }
    })

  it('are forty at least, and a third of them have no pools', () => {
    assert.ok(files.length >= 40, String(files.length))
    assert.ok(files.filter(({ expected }) => expected.length === 0).length >= files.length / 3)
  })

  for (const { path, format, expected, text } of files) {
    it(`have ${expected.length} pools in ${path}`, () => {
      for (const fileText of [text, text.replaceAll('\n', '\r\n')]) {
        assert.deepEqual(describePools(fileText, format), expected)
        for (const { pool, start, block } of findPoolsIn(fileText, format)) {
          // A pool that is named by a key has the offset of its block; by a reference, that of the reference.
          const isReference = fileText.startsWith('local.', start)
          if (start !== block && !isReference) assert.ok(fileText.startsWith(pool, start))
        }
        if (expected.length > 0) assert.ok(mayHavePools(fileText))
      }
    })
  }
})

it('Machine pools in code: None are found in a file that is too long to be read without being asked', async () => {
  const text = 'machine_pool { name = "a" }'
  const pools = [true, false].map(async (isShort) => {
    const loadBlocks = async () => Promise.resolve(readBlocks(text, 'hcl').blocks)
    return poolsInFile({ isShort, text, isHcl: true, loadBlocks } as unknown as CodeFile)
  })
  const counts = (await Promise.all(pools)).map(({ length }) => length)
  assert.deepEqual(counts, [1, 0])
})

it('Machine pools in code: They are found once in a file', async () => {
  const text = 'machine_pool { name = "a" }'
  let reads = 0
  const file = {
    isShort: true,
    text,
    isHcl: true,
    loadBlocks: async () => {
      reads += 1
      return Promise.resolve(readBlocks(text, 'hcl').blocks)
    },
  }
  const read = async () => poolsInFile(file as unknown as CodeFile)
  const results = [...(await Promise.all([read(), read()])), await read()]
  assert.equal(results[0]?.length, 1)
  assert.deepEqual(new Set(results).size, 1)
  assert.equal(reads, 1)
})

describe('Machine pools in code: The match with a sought pool', () => {
  const pool = (cluster: string) => `resource "x_machine_pool" "a" {\n name = "w"\n ${cluster}\n}`
  const identity = {
    machinePoolName: 'w',
    names: ['prod'],
    configUid: 'c',
    clusterUid: '66',
    provider: 'vsphere',
  }
  const cases: [text: string, sought: Partial<SoughtPool>, match: ReturnType<typeof matchPool>][] =
    [
      [pool('cluster_name = "prod"'), {}, 'certain'],
      [pool('cluster_name = "prod"'), { machinePoolName: 'W' }, 'none'],
      [pool('cluster_name = "Prod"'), {}, 'none'],
      [pool('cluster_name = "prod"'), { names: [] }, 'possible'],
      [pool('cluster_name = "prod"'), { isNameShared: true }, 'possible'],
      [pool('cluster_name = "other"'), { isNameShared: true }, 'none'],
      [pool('cluster_uid = "66"'), { isNameShared: true }, 'certain'],
      [pool('cluster_uid = "c"'), {}, 'certain'],
      [pool('cluster_uid = "67"'), {}, 'none'],
      // It may be the UID of the cluster.
      [pool('cluster_uid = "67"'), { clusterUid: undefined }, 'possible'],
      [pool('cluster = "66"'), {}, 'certain'],
      [pool('cluster = "prod"'), {}, 'certain'],
      [pool('cluster = "other"'), {}, 'none'],
      [pool('cluster_name = "prod"\n cluster_uid = "67"'), {}, 'none'],
      [pool('cluster_name = "prod"\n cluster_uid = "67"'), { clusterUid: undefined }, 'possible'],
      [pool('cluster_uid = var.cluster'), {}, 'possible'],
      [pool(''), {}, 'possible'],
      [pool('cluster_name = "prod"').replace('x_', 'google_'), { provider: 'eks' }, 'none'],
      [pool('cluster_name = "prod"').replace('x_', 'digitalocean_'), { provider: 'eks' }, 'none'],
      [pool('cluster_name = "prod"').replace('x_', 'oci_'), {}, 'none'],
      [
        pool('cluster_name = "prod"').replace('x_', 'oci_'),
        { provider: 'cloudTypes/x' },
        'certain',
      ],
      [pool('cluster_name = "prod"').replace('x_', 'aws_'), { provider: 'eks' }, 'certain'],
    ]
  for (const [text, sought, match] of cases) {
    const line = text.split('\n').slice(0, -1).join('')
    it(`is ${match} for ${line}, ${JSON.stringify(sought)}`, () => {
      const pools = findPoolsIn(text, 'hcl')
      assert.deepEqual(
        pools.map((poolInCode) => matchPool(poolInCode, { ...identity, ...sought })),
        [match],
      )
    })
  }
})

describe('Machine pools in code: A block with pools', () => {
  const pools = 'machine_pool {\n name = "w"\n count = 3\n}'
  for (const [head, isCreated] of [
    ['resource "x_cluster" "a"', true],
    ['data "x_cluster" "a"', undefined],
    ['locals', false],
    ['inputs =', false],
  ] as const) {
    it(`creates them if it is a resource: ${head}`, () => {
      const [pool] = findPoolsIn(`${head} {\n name = "c"\n ${pools}\n}`, 'hcl')
      assert.equal(pool?.isCreated, isCreated)
    })
  }

  const ignoring = (attributes: string) => `lifecycle {\n ignore_changes = ${attributes}\n}`
  const lines: [line: string, mayCreateNone: boolean][] = [
    ['count = 0', true],
    ['count = var.on ? 1 : 0', true],
    ['for_each = {\n a = 1\n}', true],
    [ignoring('all'), true],
    [ignoring('[tags, machine_pool]'), true],
    ['', false],
    [ignoring('[tags]'), false],
    ['size = 0', false],
  ]
  for (const [line, mayCreateNone] of lines) {
    it(`${mayCreateNone ? 'may create none' : 'creates them'} with ${JSON.stringify(line)}`, () => {
      const [pool] = findPoolsIn(`resource "x" "a" {\n name = "c"\n ${pools}\n${line}\n}`, 'hcl')
      assert.equal(pool?.isCreated, !mayCreateNone)
    })
  }
})

describe('Machine pools in code: The search for them', () => {
  it('ends however deeply they are nested', () => {
    assert.deepEqual(findPoolsIn('{"machinePools":'.repeat(5000), 'json'), [])
    assert.deepEqual(findPoolsIn('machine_pool {\n'.repeat(5000), 'hcl'), [])
  })

  it('follows few references from each: a text may have thousands of both', () => {
    const pool = 'machine_pool {\n name = local.a0\n}\n'
    const follows = (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => `a${index} = local.a${index + 1}\n`)
      const pools = findPoolsIn(`locals {\n${lines.join('')}a${count} = "w"\n}\n${pool}`, 'hcl')
      return pools.length === 1
    }
    assert.deepEqual([0, 4, 5, 1_000].map(follows), [true, true, false, false])
  })
})
