import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeFormat } from '../../../src/contributions.ts'
import { completeList } from '../../../src/api/list.ts'
import { root } from '../../host/paths.ts'
import { check, type RegionFacts } from './checking.ts'

const facts: RegionFacts = {
  region: 'us-east-1',
  zones: completeList(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((end, index) => ({
      name: `us-east-1${end}`,
      zoneId: `use1-az${index + 1}`,
    })),
  ),
  types: completeList([
    { name: 'm5.large', missingIn: [] },
    { name: 'm6i.xlarge', missingIn: ['us-east-1e'] },
    { name: 't3.large', missingIn: ['us-east-1e'] },
    { name: 'g5.2xlarge', missingIn: ['use1-az5'] },
  ]),
}
const westeurope: RegionFacts = {
  region: 'westeurope',
  zones: completeList(['1', '2', '3'].map((name) => ({ name }))),
  types: completeList([{ name: 'Standard_L8s_v3', missingIn: ['3'] }]),
}

function found(
  text: string,
  language: CodeFormat,
  regions: readonly RegionFacts[] = [facts],
  of?: { provider: string },
) {
  const { problems } = check(text, language, regions, of)
  return problems.filter(({ kind }) => kind === 'typeNotAvailable')
}

/** What is found, in a few words. */
function words(...of: Parameters<typeof found>): string[] {
  return found(...of).map((problem) => {
    assert.equal(problem.kind, 'typeNotAvailable')
    return `${problem.types.join('+')} not in ${problem.reference.value}`
  })
}

const pool = (type: string, zones: string) => `x {\n  instance_type = ${type}\n  azs = ${zones}\n}`

describe('Zone checks: instance types beside zones', () => {
  const entries = readFileSync(join(root, 'test', 'corpus', 'zoneConstraints.txt'), 'utf8')
    .split(/^=== /m)
    .slice(1)
  for (const entry of entries) {
    const end = entry.indexOf('\n')
    const [path = '', language = ''] = entry.slice(0, end).split(': ')
    it(`${path}: ${entry.split('«').length - 1} to report`, () => {
      for (const eol of ['\n', '\r\n']) {
        const [first = '', ...parts] = entry
          .slice(end + 1)
          .replaceAll('\n', eol)
          .split('«')
        let text = first
        const marked = parts.map((part) => {
          const start = text.length
          text += part.replace('»', '')
          return start
        })
        const starts = found(text, language as CodeFormat).map(({ reference }) => reference.start)
        assert.deepEqual(
          starts.sort((a, b) => a - b),
          marked,
        )
      }
    })
  }

  it('are not judged by a list that could not be read whole, is missing, or contradicts itself', () => {
    const text = pool('"m6i.xlarge"', '["us-east-1e"]')
    const types = facts.types?.items ?? []
    assert.equal(words(text, 'hcl').length, 1)
    const others = [
      { ...facts, types: { items: types, unreadable: 1 } },
      { ...facts, types: completeList([]) },
      { ...facts, types: undefined },
      { ...facts, types: completeList([...types, { name: 'm6i.xlarge', missingIn: [] }]) },
    ]
    for (const region of others) assert.deepEqual(words(text, 'hcl', [region]), [])
    assert.deepEqual(words(text, 'hcl', []), [])
  })

  it('of azure are judged by the number, in the region of its block alone', () => {
    const north = { ...westeurope, region: 'northeurope', types: completeList([]) }
    const all = [north, westeurope, { region: 'eastus' }]
    const block = (location: string) =>
      `x {\n  location = ${location}\n  vm_size = "standard_L8s_v3"\n  zones = ["1", 3]\n}`
    const azure = { provider: 'azure' }
    assert.deepEqual(words(block('"westeurope"'), 'hcl', all, azure), ['standard_L8s_v3 not in 3'])
    for (const location of ['"northeurope"', '"eastus"', 'var.location']) {
      assert.deepEqual(words(block(location), 'hcl', all, azure), [])
    }
    const yaml = 'a:\n  vmSize: Standard_L8s_v3\n  zone: westeurope-3\n'
    assert.deepEqual(words(yaml, 'yaml', all, azure), ['Standard_L8s_v3 not in westeurope-3'])
  })

  it('are not judged where two regions have a zone of the name', () => {
    const text = pool('"Standard_L8s_v3"', '["3"]')
    assert.equal(words(text, 'hcl', [westeurope]).length, 1)
    assert.deepEqual(words(text, 'hcl', [westeurope, { ...westeurope, region: 'x' }]), [])
  })

  it('are told in place of a state that may change, and not in place of an unknown name', () => {
    const items = facts.zones?.items ?? []
    const zones = completeList(items.map((zone) => ({ ...zone, state: 'impaired' })))
    const text = 'x {\n  instance_type = "m6i.xlarge"\n  azs = ["us-east-1a", "us-east-1e"]\n}'
    const byId = text.replace(/azs.*/, 'availability_zone = "use1-az5"')
    const problems = (of: string) =>
      check(of, 'hcl', [{ ...facts, zones }], { provider: 'aws' }).problems.map(({ kind }) => kind)
    assert.deepEqual(problems(text), ['zoneNotAvailable', 'typeNotAvailable'])
    assert.deepEqual(problems(byId), ['unknownZone'])
  })

  it('name each type once, however often and in whatever case it is written', () => {
    const many = (one: string, times: number) => `[${`"${one}", `.repeat(times)}]`
    const types = found(
      pool(many('m6i.xlarge", "M6I.xlarge', 1000), many('us-east-1e', 20_000)),
      'hcl',
    )
    assert.equal(types.length, 20_000)
    assert.ok(types.every((one) => 'types' in one && one.types.length === 1))
  })

  it('want the lists only of the regions that they are in', () => {
    const wanted = (text: string) => check(text, 'hcl', [facts, westeurope]).typeRegions
    assert.deepEqual(wanted(pool('"m5.large"', '["us-east-1a"]')), ['us-east-1'])
    assert.deepEqual(wanted('x {\n  azs = ["us-east-1a"]\n}'), [])
  })
})
