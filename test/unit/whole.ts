// What the editor does in slices, at once.
import { blockSteps } from '../../src/formats/blocks.ts'
import { insertionSteps } from '../../src/formats/insertion.ts'
import { atOnce } from '../../src/formats/slices.ts'
import { findPoolsSteps } from '../../src/features/poolsInCode/findPools.ts'
import { constraintFindingSteps } from '../../src/features/zoneChecks/zoneConstraints.ts'

export const readBlocks = whole(blockSteps)
export const insertNames = whole(insertionSteps)
export const findPools = whole(findPoolsSteps)
export const validateConstraints = whole(constraintFindingSteps)

function whole<A extends unknown[], T>(steps: (...of: A) => Generator<void, T>): (...of: A) => T {
  return (...of) => atOnce(steps(...of))
}
