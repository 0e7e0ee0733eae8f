// npm run bench:zones
// What an edit costs in a document of 10,000 lines: each time, what VS Code has the zone checks do for
// a letter that is typed. The baseline is what VS Code itself does to hand a document's text to any
// extension that asks for it: to put its lines together.
import { pathToFileURL } from 'node:url'
import { keepsRegions, longestList, mayBeZone } from '../../src/zoneChecks/nearby.ts'
import { mentionAt, scanZones } from '../../src/zoneChecks/scan.ts'
import type { ZoneLanguage } from '../../src/zoneChecks/mentions.ts'
import { moved } from '../../src/zoneChecks/moves.ts'

/** One line of the table; all times are milliseconds. */
export interface Row {
  what: string
  lines: number
  median: number
  min: number
  max: number
}

const lineCount = 10_000
const times = 31
/** More than a person would leave standing. */
const findings = 100

/** Measures; the first runs, in which the code is compiled, are among them and tell in `max`. */
export function benchZoneChecks(): Row[] {
  return Object.entries(documents).flatMap(([language, block]) => {
    const lines = Array.from({ length: lineCount / block.length }, (_, nth) =>
      block.map((line) => line.replace('#', String(nth))),
    ).flat()
    const row = (what: string, run: () => unknown): Row => ({
      what: `${language}: ${what}`,
      lines: lines.length,
      ...measured(run),
    })
    const syntax = language as ZoneLanguage
    const document = { lineAt: (nth: number) => ({ text: lines[nth] ?? '' }) }
    const name = lines.findLastIndex((line) => line.includes('name'))
    const zone = lines.findIndex(
      (line, nth) => nth > lines.length / 2 && line.includes('us-east-1b'),
    )
    let letters = 0
    /** A document is never twice the same. */
    const typeOn = (line: number) => {
      lines[line] = `${lines[line]?.replace(/ ?\/*$/, '')}${(letters += 1) % 2 ? ' ' : ''}`
    }
    const near = () => {
      const text = lines.slice(Math.max(0, zone - longestList), zone + longestList).join('\n')
      return mentionAt(scanZones(text, syntax), text.indexOf('us-east-1b', text.length / 3))
    }
    const spans = Array.from({ length: findings }, (_, nth) => {
      const line = Math.floor((nth * lines.length) / findings)
      return { start: { line, character: 4 }, end: { line, character: 14 } }
    })
    const at = { line: 0, character: 0 }
    return [
      row('baseline: the text of the document', () => {
        typeOn(name)
        return lines.join('\n')
      }),
      row('a letter anywhere else', () => {
        typeOn(name)
        return !mayBeZone(document, name) || fail()
      }),
      row('a letter in a zone: completion', () => {
        typeOn(zone)
        if (!keepsRegions(lines[zone] ?? '') || !mayBeZone(document, zone)) fail()
        return near() ?? fail()
      }),
      row('the first letter in a zone after a change of regions', () => {
        typeOn(zone)
        return scanZones(lines.join('\n'), syntax).length > 0 && (near() ?? fail())
      }),
      row(`a line above ${findings} findings`, () =>
        spans.map((span) => moved(span, { range: { start: at, end: at }, text: '\n' })),
      ),
      row('a letter beside a finding', () => {
        typeOn(zone)
        return near() ?? fail()
      }),
    ]
  })
}

const documents: Record<string, string[]> = {
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

function measured(run: () => unknown): Pick<Row, 'median' | 'min' | 'max'> {
  const all = Array.from({ length: times }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  }).sort((a, b) => a - b)
  const [min = NaN] = all
  return { median: all[Math.floor(times / 2)] ?? NaN, min, max: all.at(-1) ?? NaN }
}

function fail(): never {
  throw new Error('What is measured has found nothing')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rounded = (ms: number) => Number(ms.toFixed(3))
  console.table(
    benchZoneChecks().map(({ what, lines, median, min, max }) => ({
      what,
      lines,
      'median ms': rounded(median),
      'min ms': rounded(min),
      'max ms': rounded(max),
    })),
  )
}
