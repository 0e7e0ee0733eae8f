// What an edit costs in a document of 10,000 lines: each time, what VS Code has the zone checks do for
// a letter that is typed.
import { preservesRegions, maxListLines, mayBeZone } from '../../src/features/zoneChecks/nearby.ts'
import type { ZoneLanguage } from '../../src/features/zoneChecks/zoneReferences.ts'
import { shiftRange } from '../../src/features/zoneChecks/rangeShift.ts'
import { referenceAt, scanZones } from '../../src/features/zoneChecks/scan.ts'
import { sampleCount, summary, type Results, type Summary } from './samples.ts'

const lineCount = 10_000
/** More than a person would leave standing. */
const findings = 100

/**
 * Measures the edit that costs most in each language. The first runs, in which the code is compiled, are
 * among them.
 */
export async function zoneChecks(): Promise<Results> {
  return {
    editTerraform: await costliest('terraform', documents.terraform),
    editYaml: await costliest('yaml', documents.yaml),
    editJson: await costliest('json', documents.json),
  }
}

const documents = {
  terraform: [
    'resource "cluster_machine_pool" "pool_#" {',
    '  name          = "pool-#"',
    '  zones         = ["us-east-1a", "us-east-1b"]',
    '  instance_type = "m6i.2xlarge" # the usual one',
    '}',
  ],
  yaml: [
    'pool-#:',
    '  name: pool-#',
    '  region: us-east-1',
    '  zones:',
    '    - us-east-1a',
    '    - us-east-1b',
    '  nodeSelector:',
    '    pool: worker-pool',
  ],
  json: [
    '  "pool-#": {',
    '    "name": "pool-#",',
    '    "region": "us-east-1",',
    '    "zones": [',
    '      "us-east-1a",',
    '      "us-east-1b"',
    '    ],',
    '    "size": 3',
    '  },',
    '',
  ],
}

async function costliest(syntax: ZoneLanguage, block: readonly string[]): Promise<Summary> {
  const costs: Summary[] = []
  for (const edit of editsOf(syntax, block)) {
    const samples: number[] = []
    for (let nth = 0; nth < sampleCount; nth++) samples.push(edit())
    costs.push(summary(samples))
  }
  return costs.reduce((most, cost) => (cost.median > most.median ? cost : most))
}

/** What VS Code has the checks do for each kind of edit: functions that tell how long it took, in ms. */
function editsOf(syntax: ZoneLanguage, block: readonly string[]): (() => number)[] {
  const lines = Array.from({ length: lineCount / block.length }, (_, nth) =>
    block.map((line) => line.replace('#', String(nth))),
  ).flat()
  const document = { lineAt: (nth: number) => ({ text: lines[nth] ?? '' }) }
  const name = lines.findLastIndex((line) => line.includes('name'))
  const zone = lines.findIndex((line, nth) => nth > lineCount / 2 && line.includes('us-east-1b'))
  let letters = 0
  /** A document is never twice the same. */
  const typeOn = (line: number) => {
    lines[line] = `${lines[line]?.trimEnd()}${(letters += 1) % 2 ? ' ' : ''}`
  }
  const near = () => {
    const text = lines.slice(Math.max(0, zone - maxListLines), zone + maxListLines).join('\n')
    return (
      referenceAt(scanZones(text, syntax), text.indexOf('us-east-1b', text.length / 3)) ?? fail()
    )
  }
  const spans = Array.from({ length: findings }, (_, nth) => {
    const line = Math.floor((nth * lines.length) / findings)
    return { start: { line, character: 4 }, end: { line, character: 14 } }
  })
  const at = { line: 0, character: 0 }
  const timed = (prepare: () => void, run: () => unknown) => () => {
    prepare()
    const start = performance.now()
    run()
    return performance.now() - start
  }
  return [
    // A letter anywhere else.
    timed(
      () => typeOn(name),
      () => !mayBeZone(document, name) || fail(),
    ),
    // One in a zone, for its completion, or beside a finding.
    timed(
      () => typeOn(zone),
      () => (preservesRegions(lines[zone] ?? '') && mayBeZone(document, zone) ? near() : fail()),
    ),
    // The first in a zone after the regions of the document have changed.
    timed(
      () => typeOn(zone),
      () => (scanZones(lines.join('\n'), syntax).length > 0 ? near() : fail()),
    ),
    // A new line above all findings.
    timed(
      () => {},
      () => spans.map((span) => shiftRange(span, { range: { start: at, end: at }, text: '\n' })),
    ),
  ]
}

function fail(): never {
  throw new Error('What is measured has found nothing')
}
