// What an edit costs in a document of 10,000 lines: each time, what VS Code has the zone checks do for
// a letter that is typed.
import { preservesRegions, maxListLines, mayBeZone } from '../../src/features/zoneChecks/nearby.ts'
import type { ZoneLanguage } from '../../src/formats/zoneReferences.ts'
import { shiftRange } from '../../src/features/zoneChecks/rangeShift.ts'
import type { RegionZones } from '../../src/features/zoneChecks/regions.ts'
import { referenceAt, scanZones } from '../../src/formats/scan.ts'
import { validateZones } from '../../src/features/zoneChecks/validateZones.ts'
import { insertNames } from '../unit/whole.ts'
import {
  alternately,
  ratios,
  sampleCount,
  summary,
  timed,
  type Results,
  type Summary,
} from './samples.ts'

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
    scanTerraform: await scanning('terraform'),
    scanYaml: await scanning('yaml'),
    scanJson: await scanning('json'),
    scanBaseline: await parsing(),
    scanGrowth: await scanningMore(),
    judge: await judging(20_000),
    judgeGrowth: await judgingMore(),
    longLine: await longestLine(),
  }
}

/** A document of a language with this many characters at least. */
function documentOf(language: keyof typeof documents, size: number): string {
  const parts: string[] = []
  for (let length = 0; length < size; length += parts.at(-1)?.length ?? 0) {
    const block = documents[language].map((line) => line.replace('#', String(parts.length)))
    parts.push(`${block.join('\n')}\n`)
  }
  return parts.join('')
}

async function samplesOf(run: () => unknown): Promise<number[]> {
  const samples: number[] = []
  for (let nth = 0; nth < sampleCount; nth++) samples.push(await timed(run))
  return samples
}

async function scanning(language: keyof typeof documents): Promise<Summary> {
  const text = documentOf(language, 1_000_000)
  return summary(await samplesOf(() => scanZones(text, language).length > 0 || fail()))
}

async function scanningMore(): Promise<Summary> {
  const [more, less] = [1_000_000, 500_000].map((size) => documentOf('yaml', size))
  return ratios(
    ...(await alternately(
      sampleCount,
      async () => scanZones(more!, 'yaml').length > 0 || fail(),
      async () => scanZones(less!, 'yaml').length > 0 || fail(),
    )),
  )
}

/** What VS Code’s own language, which does less, takes for as much. */
async function parsing(): Promise<Summary> {
  const text = `{${documentOf('json', 1_000_000)}"": 0}`
  return summary(await samplesOf(() => JSON.parse(text) as unknown))
}

/** Judges values of which a third are zones, a third are misspelled, and a third something else, all distinct. */
function judged(count: number): () => unknown {
  const areas = ['us-east', 'us-west', 'eu-west', 'eu-central', 'ap-southeast', 'ap-northeast']
  const read = areas.flatMap((area) =>
    [1, 2, 3, 4, 5].map((nth): RegionZones => {
      const zones = ['a', 'b', 'c', 'd', 'e', 'f'].map((end) => ({ name: `${area}-${nth}${end}` }))
      return { region: `${area}-${nth}`, zones }
    }),
  )
  const names = read.flatMap(({ zones }) => zones.map(({ name }) => name))
  const values = Array.from({ length: count }, (_, nth) =>
    nth % 3 === 0
      ? (names[nth % names.length] ?? '')
      : nth % 3 === 1
        ? `us-eats-${nth}`
        : `${nth}.example`,
  )
  const references = scanZones(JSON.stringify(values.map((zone) => ({ zone }))), 'json')
  return () => validateZones(references, read, []).checked > 0 || fail()
}

async function judgingMore(): Promise<Summary> {
  const [more, less] = [judged(20_000), judged(10_000)]
  return ratios(
    ...(await alternately(
      sampleCount,
      async () => more(),
      async () => less(),
    )),
  )
}

async function judging(count: number): Promise<Summary> {
  return summary(await samplesOf(judged(count)))
}

/** Of lines of 100,000 characters that repeat what is awkward, the one that takes longest. */
async function longestLine(): Promise<Summary> {
  const runs = [
    ' ',
    '_',
    'a_',
    '"',
    '[',
    '{',
    '{{',
    '%{',
    '"%{ "\\" ',
    '${',
    ',',
    ': ',
    '- ',
    'zone: a ',
    'zones = [',
  ]
  const costs: Summary[] = []
  for (const format of ['hcl', 'yaml', 'json'] as const) {
    for (const part of runs) {
      const text = `zone: a${part.repeat(100_000 / part.length)}b`
      const at = { start: text.length, end: text.length }
      const style = { format, indent: '  ', eol: '\n' } as const
      for (const run of [
        () => scanZones(text, format),
        () => insertNames(text, [at], ['a'], style),
      ]) {
        costs.push(summary([await timed(run), await timed(run), await timed(run)]))
      }
    }
  }
  return costs.reduce((most, cost) => (cost.median > most.median ? cost : most))
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
  const edit = (prepare: () => void, run: () => unknown) => () => {
    prepare()
    const start = performance.now()
    run()
    return performance.now() - start
  }
  return [
    // A letter anywhere else.
    edit(
      () => typeOn(name),
      () => !mayBeZone(document, name) || fail(),
    ),
    // One in a zone, for its completion, or beside a finding.
    edit(
      () => typeOn(zone),
      () => (preservesRegions(lines[zone] ?? '') && mayBeZone(document, zone) ? near() : fail()),
    ),
    // The first in a zone after the regions of the document have changed.
    edit(
      () => typeOn(zone),
      () => (scanZones(lines.join('\n'), syntax).length > 0 ? near() : fail()),
    ),
    // A new line above all findings.
    edit(
      () => {},
      () => spans.map((span) => shiftRange(span, { range: { start: at, end: at }, text: '\n' })),
    ),
  ]
}

function fail(): never {
  throw new Error('What is measured has found nothing')
}
