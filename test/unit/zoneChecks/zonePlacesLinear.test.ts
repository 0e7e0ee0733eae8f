import assert from 'node:assert/strict'
import { zonePlaces } from '../../../src/features/zoneChecks/zonePlaces.ts'
import { scanZones } from '../../../src/formats/scan.ts'
import { readBlocks } from '../../../src/formats/blockReader.ts'
import { timeOf } from './timeOf.ts'

describe('Zone checks: the time that looking at the blocks of zones takes', () => {
  it('at most × 2.5 with a block that doubles, three times in a row', () => {
    const timeFor = (count: number) => {
      const keys = Array.from(
        { length: count },
        (_, n) => `r${n}_region = "w${n}"\nzones = ["${n}"]`,
      )
      const text = `azure {\n${keys.join('\n')}\n}\n`
      const references = scanZones(text, 'hcl')
      return timeOf(() => zonePlaces(readBlocks(text, 'hcl'), references, 'azure'))
    }
    const [less, more] = [timeFor(2000), timeFor(16_000)]
    assert.ok(more <= 2.5 ** 3 * Math.max(5, less), `${less} becomes ${more} ms`)
  })
})
