import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findPools as poolsOf,
  fits,
  mayHavePools,
  type SoughtPool,
} from '../../../src/features/poolsInCode/findPools.ts'
import { readBlocks } from '../../../src/syntax/blockReader.ts'
import type { BlockLanguage } from '../../../src/syntax/blocks.ts'
import { root } from '../../host/paths.ts'

function findPools(text: string, language: BlockLanguage) {
  return poolsOf(readBlocks(text, language), language === 'hcl')
}

/** Those found, as `pool@cluster` or `pool@#uid`. */
function found(text: string, language: BlockLanguage): string[] {
  return findPools(text, language).flatMap(({ pool, cluster: { name, uid } }) => {
    if ((name ?? uid) === undefined) return []
    return `${pool}@${uid !== undefined && uid.startsWith('66') && name !== 'prod' ? `#${uid}` : name}`
  })
}

describe('Machine pools in code: files as people write them', () => {
  const files = readFileSync(join(root, 'test', 'corpus', 'pools.txt'), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((entry) => {
      const end = entry.indexOf('\n')
      const [path = '', language = '', names = ''] = entry.slice(0, end).split(/:\s?/)
      const expected = names.split(' ').filter(Boolean)
      return { path, language: language as BlockLanguage, expected, text: entry.slice(end + 1) }
    })

  it('are forty at least, and a third of them have none', () => {
    assert.ok(files.length >= 40, String(files.length))
    assert.ok(files.filter(({ expected }) => expected.length === 0).length >= files.length / 3)
  })

  for (const { path, language, expected, text } of files) {
    it(`${path}: ${expected.length} pools`, () => {
      for (const one of [text, text.replaceAll('\n', '\r\n')]) {
        assert.deepEqual(found(one, language), expected)
        for (const { pool, start, block } of findPools(one, language)) {
          if (start !== block) assert.ok(one.startsWith(pool, start)) // else a key names it
        }
        if (expected.length > 0) assert.ok(mayHavePools(one))
      }
    })
  }
})

describe('Machine pools in code: whether a pool is the sought one', () => {
  const pool = (cluster: string) => `resource "x_machine_pool" "a" {\n name = "w"\n ${cluster}\n}`
  const of = { machinePoolName: 'w', names: ['prod'], configUid: 'c', clusterUid: '66' }
  const certain = 'certain'
  const cases: [text: string, sought: Partial<SoughtPool>, fit: ReturnType<typeof fits>][] = [
    [pool('cluster_name = "prod"'), {}, certain],
    [pool('cluster_name = "prod"'), { machinePoolName: 'W' }, undefined],
    [pool('cluster_name = "Prod"'), {}, undefined],
    [pool('cluster_name = "prod"'), { names: [] }, 'unknown'],
    [pool('cluster_name = "prod"'), { isNameShared: true }, 'unknown'],
    [pool('cluster_name = "other"'), { isNameShared: true }, undefined],
    [pool('cluster_uid = "66"'), { isNameShared: true }, certain],
    [pool('cluster_uid = "c"'), {}, certain],
    [pool('cluster_uid = "67"'), {}, undefined],
    // It may be the UID of the cluster.
    [pool('cluster_uid = "67"'), { clusterUid: undefined }, 'unknown'],
    [pool('cluster = "66"'), {}, certain],
    [pool('cluster = "prod"'), {}, certain],
    [pool('cluster = "other"'), {}, undefined],
    [pool('cluster_name = "prod"\n cluster_uid = "67"'), {}, undefined],
    [pool('cluster_name = "prod"\n cluster_uid = "67"'), { clusterUid: undefined }, 'unknown'],
    [pool('cluster_uid = var.cluster'), {}, 'unknown'],
    [pool(''), {}, 'unknown'],
    [pool('cluster_name = "prod"').replace('x_', 'google_'), { provider: 'eks' }, undefined],
    [pool('cluster_name = "prod"').replace('x_', 'digitalocean_'), { provider: 'eks' }, undefined],
    [pool('cluster_name = "prod"').replace('x_', 'oci_'), {}, undefined],
    [pool('cluster_name = "prod"').replace('x_', 'oci_'), { provider: 'cloudTypes/x' }, certain],
    [pool('cluster_name = "prod"').replace('x_', 'aws_'), { provider: 'eks' }, certain],
  ]
  for (const [text, sought, fit] of cases) {
    it(`${text.split('\n').slice(0, -1).join('')}, ${JSON.stringify(sought)}: ${fit}`, () => {
      const all = findPools(text, 'hcl')
      assert.equal(all.length, 1)
      for (const one of all) assert.equal(fits(one, { provider: 'vsphere', ...of, ...sought }), fit)
    })
  }
})

describe('Machine pools in code: what creates them', () => {
  const pools = 'machine_pool {\n name = "w"\n count = 3\n}'
  for (const [head, isCreated] of [
    ['resource "x_cluster" "a"', true],
    ['data "x_cluster" "a"', undefined],
    ['locals', false],
    ['inputs =', false],
  ] as const) {
    it(`is told by the word at the top: ${head}: ${isCreated}`, () => {
      const [one] = findPools(`${head} {\n name = "c"\n ${pools}\n}`, 'hcl')
      assert.equal(one?.isCreated, isCreated)
    })
  }

  const ignoring = (what: string) => `lifecycle {\n ignore_changes = ${what}\n}`
  const lines: [line: string, mayBeNone: boolean][] = [
    ['count = 0', true],
    ['count = var.on ? 1 : 0', true],
    ['for_each = {\n a = 1\n}', true],
    [ignoring('all'), true],
    [ignoring('[tags, machine_pool]'), true],
    ['', false],
    [ignoring('[tags]'), false],
    ['size = 0', false],
  ]
  for (const [line, mayBeNone] of lines) {
    it(`may create none with ${JSON.stringify(line)}: ${mayBeNone}`, () => {
      const [one] = findPools(`resource "x" "a" {\n name = "c"\n ${pools}\n${line}\n}`, 'hcl')
      assert.equal(one?.isCreated, !mayBeNone)
    })
  }
})

describe('Machine pools in code: the work that finding them takes', () => {
  it('ends however deep they nest', () => {
    assert.deepEqual(findPools('{"machinePools":'.repeat(5000), 'json'), [])
    assert.deepEqual(findPools('machine_pool {\n'.repeat(5000), 'hcl'), [])
  })
})
