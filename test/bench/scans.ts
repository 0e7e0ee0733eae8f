import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CodeFormat } from '../../src/contributions.ts'
import { scanZones } from '../unit/syntax/scanZones.ts'
import { sampleCount, sampleCpuTime, summarize } from './samples.ts'
import { readBlocks, findReferences, checkText } from '../unit/syntax/atOnce.ts'
import { createKnownZones } from './knownZones.ts'

const terraformBlock =
  'resource "machine_pool" "pool_#" {\n  name  = "pool-#"\n  zones = ["us-east-1a"]\n}\n'
const yamlPool =
  'pool-#:\n  name: pool-#\n  region: us-east-1\n  zones:\n    - us-east-1a\n    - us-east-1b\n'
const jsonPool =
  '  "pool-#": {\n    "region": "us-east-1",\n    "zones": [\n      "us-east-1a"\n    ]\n  },\n'

/** Measures how long it takes to find and check all zones of a large file, by row. */
export const scans = {
  scanTerraform: async () => measureScan(largeTerraform, 'terraform'),
  scanYaml: async () => measureScan(repeatTo(1_000_000, yamlPool), 'yaml'),
  scanJson: async () => measureScan(repeatTo(1_000_000, jsonPool), 'json'),
  scanLine: async () => measureScan(repeatTo(100_000, jsonPool.replaceAll('\n', '')), 'json'),
  firstFile: async () => measureFirstFile('firstFile'),
  firstInsertion: async () => measureFirstFile('firstInsertion'),
  judging: async () => measureZoneChecks(20_000, 2),
  judgingLong: async () => measureZoneChecks(5_000, 10_000),
}

/** A large file of Terraform. */
export const largeTerraform = repeatTo(1_000_000, terraformBlock)

/** Repeats a part of a file, with numbers in its names, up to about a length. */
function repeatTo(length: number, part: string): string {
  let text = ''
  for (let index = 0; text.length < length; index++) text += part.replaceAll('#', String(index))
  return text
}

async function measureScan(text: string, format: CodeFormat) {
  return sampleCpuTime(() => scanZones(text, format).length)
}

/** Measures a large file as the first file of a process, in which V8 has compiled nothing yet. */
async function measureFirstFile(row: string) {
  const samples: number[] = []
  const program = join(import.meta.dirname, 'firstFile.ts')
  for (let count = 0; count < sampleCount; count++) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, row])
    samples.push(Number(stdout))
  }
  return summarize(samples)
}

/** Checks different misspelled zones against a list of zones. */
function measureZoneChecks(count: number, listedCount: number) {
  const items = Array.from({ length: count }, (_, index) => `- us-east-1-lx-${index}\n`)
  const names = Array.from({ length: listedCount }, (_, index) => `us-east-1-lz-${index}a`)
  const text = `region: us-east-1\nazs:\n${items.join('')}`
  const blocks = readBlocks(text, 'yaml').blocks
  const file = { text, blocks, references: findReferences(blocks, 'yaml'), isHcl: false }
  const knownZones = createKnownZones(names)
  return sampleCpuTime(() => checkText(file, knownZones).checkedCount)
}
