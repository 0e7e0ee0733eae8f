import { findPools as findPoolsInSteps } from '../../../src/features/poolsInCode/findPools.ts'
import { runAtOnce, type Steps } from '../../../src/steps.ts'
import { findReferences as findReferencesInSteps } from '../../../src/syntax/findReferences.ts'
import { insertZones as insertZonesInSteps } from '../../../src/syntax/insertion.ts'
import { readBlocks as readBlocksInSteps } from '../../../src/syntax/readBlocks.ts'
import { checkText as checkTextInSteps } from '../../../src/zoneAnalysis/checkText.ts'

/** Returns a function that runs a computation at once. */
function atOnce<A extends unknown[], T>(compute: (...args: A) => Steps<T>): (...args: A) => T {
  return (...args) => runAtOnce(compute(...args))
}

export const readBlocks = atOnce(readBlocksInSteps)
export const findReferences = atOnce(findReferencesInSteps)
export const checkText = atOnce(checkTextInSteps)
export const findPools = atOnce(findPoolsInSteps)
export const insertZones = atOnce(insertZonesInSteps)
