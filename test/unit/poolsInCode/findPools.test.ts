import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fits, mayHavePools } from '../../../src/features/poolsInCode/findPools.ts'
import type { BlockLanguage } from '../../../src/formats/blocks.ts'
import { findPools, readBlocks } from '../whole.ts'
import { root } from '../../host/paths.ts'
import { CountingText } from '../properties/countingText.ts'

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
      const [path = '', language = '', expected = ''] = entry.slice(0, end).split(/:\s?/)
      return {
        path,
        language,
        expected: expected.split(' ').filter(Boolean),
        text: entry.slice(end + 1),
      }
    })

  it('are forty at least, and a third of them have none', () => {
    assert.ok(files.length >= 40, String(files.length))
    assert.ok(files.filter(({ expected }) => expected.length === 0).length >= files.length / 3)
  })

  for (const { path, language, expected, text } of files) {
    it(`${path}: ${expected.length} pools`, () => {
      for (const one of [text, text.replaceAll('\n', '\r\n')]) {
        assert.deepEqual(found(one, language as BlockLanguage), expected)
        for (const { pool, start, end } of findPools(one, language as BlockLanguage)) {
          if (end > start) assert.equal(one.slice(start, end), pool)
        }
        if (expected.length > 0) assert.ok(mayHavePools(one))
      }
    })
  }

  it('are of a cluster by its name or a UID, to the letter', () => {
    const [pool] = findPools(
      'x_cluster "a" "b" {\n name = "prod"\n machine_pool {\n name = "w"\n}\n}',
      'hcl',
    )
    const of = (machinePoolName: string, names: string[], clusterUid?: string) => {
      return { machinePoolName, names, configUid: 'c', clusterUid, provider: 'vsphere' }
    }
    assert.ok(pool)
    assert.equal(fits(pool, of('w', ['prod'])), 'certain')
    assert.equal(fits(pool, of('W', ['prod'])), undefined)
    assert.equal(fits(pool, of('w', ['Prod'])), undefined)
    assert.equal(fits(pool, of('w', ['Prod'], 'prod')), undefined)
    assert.equal(fits(pool, of('w', [], 'prod')), 'unknown')
    const [byUid] = findPools(
      'resource "x_node_pool" "b" {\n name = "w"\n cluster_uid = "66"\n}',
      'hcl',
    )
    assert.ok(byUid)
    assert.equal(fits(byUid, of('w', [], '66')), 'certain')
    assert.equal(fits(byUid, { ...of('w', []), configUid: '66' }), 'certain')
    assert.equal(fits(byUid, of('w', ['66'])), 'unknown') // it may be the UID of the cluster
    assert.equal(fits(byUid, of('w', ['66'], '67')), undefined)
  })

  it('may be of any cluster where the text does not tell', () => {
    const provider = 'vsphere'
    const of = { machinePoolName: 'w', names: ['prod'], configUid: 'c', clusterUid: '66', provider }
    const fit = (text: string) => findPools(text, 'hcl').map((one) => fits(one, of))
    const pool = (cluster: string) => `resource "x_machine_pool" "a" {\n name = "w"\n ${cluster}\n}`
    assert.deepEqual(fit(pool('cluster_uid = var.cluster')), ['unknown'])
    assert.deepEqual(fit(pool('')), ['unknown'])
    assert.deepEqual(fit(pool('cluster_name = "prod"')), ['certain'])
    assert.deepEqual(fit(pool('cluster = "66"')), ['certain'])
    assert.deepEqual(fit(pool('cluster = "other"')), [undefined])
  })

  it('are not of a cluster with the name but another UID, unless that may be one of Kubernetes', () => {
    const of = { machinePoolName: 'w', names: ['prod'], configUid: 'c', provider: 'vsphere' }
    const fit = (uid: string, clusterUid?: string) => {
      const text = JSON.stringify({ metadata: { name: 'prod', uid }, nodePools: [{ name: 'w' }] })
      return findPools(text, 'json').map((one) => fits(one, { ...of, clusterUid }))
    }
    assert.deepEqual(fit('66', '67'), [undefined])
    assert.deepEqual(fit('66', '66'), ['certain'])
    assert.deepEqual(fit('c', '67'), ['certain'])
    assert.deepEqual(fit('66'), ['certain'])
    assert.deepEqual(fit('1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', '67'), ['certain'])
  })

  it('may be of another cluster of the same name, but for one that is named by its UID', () => {
    const of = { machinePoolName: 'w', names: ['prod'], configUid: 'c', clusterUid: '66' }
    const fit = (cluster: string) =>
      findPools(`resource "x_machine_pool" "a" {\n name = "w"\n ${cluster}\n}`, 'hcl').map((one) =>
        fits(one, { ...of, provider: 'vsphere', isNameShared: true }),
      )
    assert.deepEqual(fit('cluster_name = "prod"'), ['unknown'])
    assert.deepEqual(fit('cluster_uid = "66"'), ['certain'])
    assert.deepEqual(fit('cluster_name = "other"'), [undefined])
  })

  it('tell the block at the top of the file, which creates them or doesn’t', () => {
    const pools = 'machine_pool {\n name = "w"\n}'
    const tells = (head: string, language: BlockLanguage = 'hcl') =>
      findPools(language === 'hcl' ? `${head} {\n${pools}\n}` : head, language).map(
        (one) => one.root[0],
      )
    assert.deepEqual(tells('resource "x_cluster" "a"'), ['resource'])
    assert.deepEqual(tells('data "x_cluster" "a"'), ['data'])
    assert.deepEqual(tells('locals'), ['locals'])
    const json = { x_cluster: { a: { name: 'prod', machine_pool: [{ name: 'w' }] } } }
    assert.deepEqual(tells(JSON.stringify({ resource: json }), 'json'), ['resource'])
    assert.deepEqual(tells(JSON.stringify({ data: json }), 'json'), ['data'])
  })

  it('may be none where their resource is counted, or ignores changes of pools', () => {
    const isConditional = (line: string) =>
      findPools(
        `resource "x" "a" {\n name = "c"\n machine_pool {\n name = "w"\n count = 3\n}\n${line}\n}`,
        'hcl',
      )[0]?.isConditional
    const ignoring = (what: string) => `lifecycle {\n ignore_changes = ${what}\n}`
    const conditions = ['count = 0', 'count = var.on ? 1 : 0', 'for_each = {\n a = 1\n}']
    for (const line of [...conditions, ignoring('all'), ignoring('[tags, machine_pool]')]) {
      assert.equal(isConditional(line), true, line)
    }
    for (const line of ['', ignoring('[tags]'), 'size = 0']) {
      assert.equal(isConditional(line), false, line)
    }
    const json = { x: { a: { count: 0, name: 'c', machine_pool: [{ name: 'w' }] } } }
    const [pool] = findPools(JSON.stringify({ resource: json }), 'json')
    assert.equal(pool?.isConditional, true)
  })

  for (const [language, part] of Object.entries({
    hcl: 'resource "x_cluster" "a" {\n name = "b"\n machine_pool {\n name = "c"\n}\n}\n',
    yaml: '- name: a\n  machinePools:\n  - name: b\n',
    json: '{"name":"a","machinePools":[{"name":"b"}]},',
  })) {
    it(`take work in proportion to the text: ${language}`, () => {
      const work = (times: number) => {
        const text = new CountingText(part.repeat(times))
        assert.ok(findPools(text.asString, language as BlockLanguage).length >= times - 1)
        return text.steps
      }
      assert.ok(work(400) <= 2.1 * work(200))
    })
  }

  const wide: Record<string, (nth: number) => string> = {
    'a wide cluster': (nth) =>
      `k${nth} = 1\nmachine_pool {\n name = local.n\n}\nmachine_pool {\n name = "w"\n}\n`,
    'many locals': (nth) =>
      `locals {\n n${nth} = "w"\n}\nresource "x_node_pool" "a" {\n cluster_name = local.n${nth}\n name = "w"\n}\n`,
  }
  for (const [what, partOf] of Object.entries(wide)) {
    it(`are found in ${what} as fast as blocks are read`, () => {
      const parts = Array.from({ length: 6000 }, (_, nth) => partOf(nth)).join('')
      const isCluster = what === 'a wide cluster'
      const text = isCluster ? `resource "x_cluster" "c" {\n name = "p"\n${parts}}` : parts
      const cpuMs = (run: () => unknown) => {
        const before = process.cpuUsage()
        run()
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1000
      }
      const reading = cpuMs(() => readBlocks(text, 'hcl'))
      const finding = cpuMs(() => assert.equal(findPools(text, 'hcl').length, 6000))
      assert.ok(finding < 20 * reading + 200, `${finding} ms, of which reading takes ${reading} ms`)
    })
  }

  it('may nest as deep as they like', () => {
    assert.deepEqual(findPools('{"machinePools":'.repeat(5000), 'json'), [])
    assert.deepEqual(findPools('machine_pool {\n'.repeat(5000), 'hcl'), [])
  })
})
