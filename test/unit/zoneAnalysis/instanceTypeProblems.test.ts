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

function findTypeProblems(
  text: string,
  language: CodeFormat,
  regions: readonly RegionFacts[] = [facts],
  known?: { provider: string },
) {
  const { problems } = check(text, language, regions, known)
  return problems.filter(({ kind }) => kind === 'typeNotAvailable')
}

/** Returns the problems in a few words. */
function describeProblems(...args: Parameters<typeof findTypeProblems>): string[] {
  return findTypeProblems(...args).map((problem) => {
    assert.equal(problem.kind, 'typeNotAvailable')
    return `${problem.types.join('+')} not in ${problem.reference.value}`
  })
}

const pool = (type: string, zones: string) => `x {\n  instance_type = ${type}\n  azs = ${zones}\n}`

describe('Zone checks: Instance types beside zones', () => {
  const entries = readFileSync(join(root, 'test', 'corpus', 'instanceTypes.txt'), 'utf8')
    .split(/^=== /m)
    .slice(1)
  for (const entry of entries) {
    const end = entry.indexOf('\n')
    const [path = '', language = ''] = entry.slice(0, end).split(': ')
    it(`have ${entry.split('«').length - 1} problems in ${path}`, () => {
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
        const starts = findTypeProblems(text, language as CodeFormat).map(
          ({ reference }) => reference.start,
        )
        assert.deepEqual(
          starts.sort((a, b) => a - b),
          marked,
        )
      }
    })
  }

  it('have no problems by a list that is incomplete, missing, or contradicts itself', () => {
    const text = pool('"m6i.xlarge"', '["us-east-1e"]')
    const types = facts.types?.items ?? []
    assert.equal(describeProblems(text, 'hcl').length, 1)
    const regions = [
      { ...facts, types: { items: types, unreadable: 1 } },
      { ...facts, types: completeList([]) },
      { ...facts, types: undefined },
      { ...facts, types: completeList([...types, { name: 'm6i.xlarge', missingIn: [] }]) },
    ]
    for (const region of regions) assert.deepEqual(describeProblems(text, 'hcl', [region]), [])
    assert.deepEqual(describeProblems(text, 'hcl', []), [])
  })

  it('are compared with numbers of Azure in the region of the block only', () => {
    const north = { ...westeurope, region: 'northeurope', types: completeList([]) }
    const regions = [north, westeurope, { region: 'eastus' }]
    const block = (location: string) =>
      `x {\n  location = ${location}\n  vm_size = "standard_L8s_v3"\n  zones = ["1", 3]\n}`
    const azure = { provider: 'azure' }
    assert.deepEqual(describeProblems(block('"westeurope"'), 'hcl', regions, azure), [
      'standard_L8s_v3 not in 3',
    ])
    for (const location of ['"northeurope"', '"eastus"', 'var.location']) {
      assert.deepEqual(describeProblems(block(location), 'hcl', regions, azure), [])
    }
    const yaml = 'a:\n  vmSize: Standard_L8s_v3\n  zone: westeurope-3\n'
    assert.deepEqual(describeProblems(yaml, 'yaml', regions, azure), [
      'Standard_L8s_v3 not in westeurope-3',
    ])
  })

  it('have no problems where two regions have a zone of the name', () => {
    const text = pool('"Standard_L8s_v3"', '["3"]')
    assert.equal(describeProblems(text, 'hcl', [westeurope]).length, 1)
    assert.deepEqual(
      describeProblems(text, 'hcl', [westeurope, { ...westeurope, region: 'x' }]),
      [],
    )
  })

  it('are reported instead of a state that may change, and not instead of an unknown name', () => {
    const items = facts.zones?.items ?? []
    const zones = completeList(items.map((zone) => ({ ...zone, state: 'impaired' })))
    const text = 'x {\n  instance_type = "m6i.xlarge"\n  azs = ["us-east-1a", "us-east-1e"]\n}'
    const byId = text.replace(/azs.*/, 'availability_zone = "use1-az5"')
    const kindsIn = (code: string) =>
      check(code, 'hcl', [{ ...facts, zones }], { provider: 'aws' }).problems.map(
        ({ kind }) => kind,
      )
    assert.deepEqual(kindsIn(text), ['zoneNotAvailable', 'typeNotAvailable'])
    assert.deepEqual(kindsIn(byId), ['unknownZone'])
  })

  it('are reported once each, however often and in whatever case they are written', () => {
    const repeatItem = (item: string, times: number) => `[${`"${item}", `.repeat(times)}]`
    const problems = findTypeProblems(
      pool(repeatItem('m6i.xlarge", "M6I.xlarge', 1000), repeatItem('us-east-1e', 20_000)),
      'hcl',
    )
    assert.equal(problems.length, 20_000)
    assert.ok(problems.every((problem) => 'types' in problem && problem.types.length === 1))
  })

  it('are read from lists that are longer than a call may have arguments', () => {
    const items = '"m6i.xlarge",'.repeat(150_000)
    for (const text of [
      pool(`[${items}]`, '["us-east-1e"]'),
      `x {\n  instance_type = "m6i.xlarge"\n  a {\n    key = "x/instance-type"\n    values = [${items}]\n  }\n  azs = ["us-east-1e"]\n}`,
    ])
      assert.deepEqual(describeProblems(text, 'hcl'), ['m6i.xlarge not in us-east-1e'])
  })

  it('need the lists only of the regions that the zones are in', () => {
    const findTypeRegions = (text: string) => check(text, 'hcl', [facts, westeurope]).regionsOfTypes
    assert.deepEqual(findTypeRegions(pool('"m5.large"', '["us-east-1a"]')), ['us-east-1'])
    assert.deepEqual(findTypeRegions('x {\n  azs = ["us-east-1a"]\n}'), [])
  })
})
