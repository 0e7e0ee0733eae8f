import assert from 'node:assert/strict'
import { mayNameZonesOrRegions } from '../../../src/syntax/zoneFilter.ts'
import { findNamedRegions } from '../../../src/zoneAnalysis/namedRegions.ts'
import { isZone } from '../../../src/syntax/zoneReferences.ts'
import { scanZones } from '../syntax/scanZones.ts'
import { corpus, type CorpusFile } from './corpus.ts'
import { check } from './checking.ts'

describe('Zone checks: Files as people write them', () => {
  const files = corpus()

  it('are three hundred at least, in four formats, and half of them have no problems', () => {
    assert.ok(files.length >= 300, `${files.length} files`)
    assert.equal(new Set(files.map(({ language }) => language)).size, 4)
    const faultless = files.filter(({ bad }) => bad.length === 0)
    assert.ok(faultless.length >= files.length / 2, `${faultless.length} of ${files.length}`)
  })

  for (const file of files) {
    it(`have ${file.bad.length} problems: ${file.language} ${file.title}`, () => checkFile(file))
  }
})

function checkFile({ text, language, provider, zones, good, bad, regions }: CorpusFile): void {
  const references = scanZones(text, language)
  const describeReference = ({ start, value }: { start: number; value: string }) =>
    `${start} ${value}`
  assert.ok(!references.some(isZone) || mayNameZonesOrRegions(text), 'The file would not be read')
  const found = new Set(references.map(({ start }) => start))
  for (const start of [...good, ...regions]) {
    assert.ok(found.has(start), `Not found: ${text.slice(start, start + 20)}`)
  }
  // Only the regions of the account are loaded; others are left out.
  const listed = new Set([zones.region])
  const named = findNamedRegions(references, { regions: listed, lists: [zones], provider })
  const lists = named.length > 0 ? [zones] : []
  const { problems } = check(text, language, lists, { provider, listedRegions: listed })
  // A region that isn’t listed is reported once, at its first zone.
  const [first] = bad.filter(({ isElsewhere }) => isElsewhere)
  const reported = bad.filter(
    (report) => !report.isElsewhere || report === first || provider === 'azure',
  )
  const expected = reported.map(({ at: start }) => start)
  assert.deepEqual(
    problems.map(({ reference }) => reference.start),
    expected,
    `Reported: ${problems.map(({ reference }) => describeReference(reference)).join(', ')}`,
  )
  for (const [index, problem] of problems.entries()) {
    if (problem.kind === 'unlistedRegion') {
      assert.ok(reported[index]?.isElsewhere)
      continue
    }
    assert.ok(problem.kind === 'unknownZone')
    const { nearest = '' } = problem
    const isListed = zones.zones?.items.some(
      ({ name, zoneId }) => name === nearest || zoneId === nearest,
    )
    assert.ok(isListed || problem.nearest === undefined, problem.nearest)
    if (reported[index]?.isElsewhere) assert.equal(problem.nearest, undefined)
    else assert.ok(isListed, `No fix for ${problem.reference.value}`)
  }
}
