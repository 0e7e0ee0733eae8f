// Run by scans.ts in a new process, with the name of a row. Prints the longest time for which the thread is blocked while
// a large file is the first one, in milliseconds.
import { findPools } from '../../src/features/poolsInCode/findPools.ts'
import { findReferences } from '../../src/syntax/findReferences.ts'
import { insertZones } from '../../src/syntax/insertion.ts'
import { readBlocks } from '../../src/syntax/readBlocks.ts'
import { runInSlices } from '../../src/steps.ts'
import { checkText } from '../../src/zoneAnalysis/checkText.ts'
import { measureLongestBlock } from './samples.ts'
import { largeTerraform } from './scans.ts'
import { createKnownZones } from './knownZones.ts'

const text = largeTerraform
const format = 'hcl'

/** Reads the file, checks its zones, and finds its machine pools. */
async function checkFile(): Promise<void> {
  const knownZones = createKnownZones(['us-east-1a', 'us-east-1b'])
  const { blocks } = await runInSlices(readBlocks(text, format))
  const references = await runInSlices(findReferences(blocks, format))
  const file = { text, blocks, references, isHcl: true }
  const { checkedCount } = await runInSlices(checkText(file, knownZones))
  const pools = await runInSlices(findPools(blocks, true))
  if (checkedCount === 0 || pools.length === 0) throw new Error('Nothing was found')
}

/** Inserts a zone in the middle of the file. */
async function insertZone(): Promise<void> {
  const start = text.indexOf('[', text.length / 2) + 1
  const zones = [{ name: 'us-east-1b' }]
  const steps = insertZones(text, [{ start, end: start }], zones, format, '\n')
  if (!(await runInSlices(steps)).isAllowed) throw new Error('Nothing was inserted')
}

const row = process.argv[2]
console.log(await measureLongestBlock(row === 'firstFile' ? checkFile : insertZone))
