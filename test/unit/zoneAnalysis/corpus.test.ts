import assert from 'node:assert/strict'
import { namedRegions } from '../../../src/zoneAnalysis/regions.ts'
import { scanZones } from '../syntax/scanZones.ts'
import { corpus, type CorpusFile } from './corpus.ts'
import { judge } from './judging.ts'

describe('Zone checks: files as people write them', () => {
  const files = corpus()

  it('are three hundred at least, in four languages, and nothing is wrong in half of them', () => {
    assert.ok(files.length >= 300, `${files.length} files`)
    assert.equal(new Set(files.map(({ language }) => language)).size, 4)
    const silent = files.filter(({ bad }) => bad.length === 0)
    assert.ok(silent.length >= files.length / 2, `${silent.length} of ${files.length}`)
  })

  for (const file of files) {
    it(`${file.language} ${file.title}: ${file.bad.length} to report`, () => check(file))
  }
})

function check({ text, language, provider, zones, good, bad, regions }: CorpusFile): void {
  const references = scanZones(text, language)
  const at = ({ start, value }: { start: number; value: string }) => `${start} ${value}`
  const found = new Set(references.map(({ start }) => start))
  for (const start of [...good, ...regions]) {
    assert.ok(found.has(start), `Not found: ${text.slice(start, start + 20)}`)
  }
  // Only the regions of the account are read; others are quietly left out.
  const listed = new Set([zones.region])
  const named = namedRegions(references, listed, [zones], () => false, provider)
  const read = named.length > 0 ? [zones] : []
  const { findings } = judge(text, language, read, { provider, listed })
  // A region that isn’t listed is reported once, at its first zone.
  const [first] = bad.filter(({ isElsewhere }) => isElsewhere)
  const reported = bad.filter((one) => !one.isElsewhere || one === first || provider === 'azure')
  const expected = reported.map(({ at: start }) => start)
  assert.deepEqual(
    findings.map(({ reference }) => reference.start),
    expected,
    `Reported: ${findings.map(({ reference }) => at(reference)).join(', ')}`,
  )
  for (const [nth, finding] of findings.entries()) {
    if (finding.problem === 'unlistedRegion') {
      assert.ok(reported[nth]?.isElsewhere)
      continue
    }
    assert.ok(finding.problem === 'unknownZone')
    const { nearest = '' } = finding
    const isOwn = zones.zones?.items.some(
      ({ name, zoneId }) => name === nearest || zoneId === nearest,
    )
    assert.ok(isOwn || finding.nearest === undefined, finding.nearest)
    if (reported[nth]?.isElsewhere) assert.equal(finding.nearest, undefined)
    else assert.ok(isOwn, `No fix for ${finding.reference.value}`)
  }
}
