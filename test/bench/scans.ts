import { judgeFile } from '../../src/features/zoneChecks/judgeFile.ts'
import { readBlocks } from '../../src/formats/blockReader.ts'
import { insertNames } from '../../src/formats/insertion.ts'
import { zonesIn } from '../../src/formats/scan.ts'
import { scanZones } from '../unit/formats/scanZones.ts'
import { alternately, ratios, sampleCount, spent, type Summary, summary } from './samples.ts'
import type { Results } from './table.ts'

/** How long all zones of a large file take to find, and how what is done with them grows. */
export async function scans(): Promise<Results> {
  const block =
    'resource "machine_pool" "pool_#" {\n  name  = "pool-#"\n  zones = ["us-east-1a"]\n}\n'
  const pool =
    'pool-#:\n  name: pool-#\n  region: us-east-1\n  zones:\n    - us-east-1a\n    - us-east-1b\n'
  const item =
    '  "pool-#": {\n    "region": "us-east-1",\n    "zones": [\n      "us-east-1a"\n    ]\n  },\n'
  return {
    scanTerraform: await scanning('terraform', block, 1_000_000),
    scanYaml: await scanning('yaml', pool, 1_000_000),
    scanJson: await scanning('json', item, 1_000_000),
    scanLine: await scanning('json', item.replaceAll('\n', ''), 100_000),
    judging: await spending(judging(20_000)),
    judgingGrowth: await growth(20_000, judging),
    placesGrowth: await growth(20_000, judgingPlaces),
    insertionGrowth: await growth(2000, inserting),
  }
}

function scanning(language: 'terraform' | 'yaml' | 'json', part: string, length: number) {
  let text = ''
  for (let nth = 0; text.length < length; nth++) text += part.replaceAll('#', String(nth))
  return spending(() => {
    if (scanZones(text, language).length < 1000) throw new Error('No zones were found')
  })
}

async function spending(run: () => void): Promise<Summary> {
  const samples: number[] = []
  for (let nth = 0; nth < sampleCount; nth++) samples.push(await spent(run))
  return summary(samples)
}

/** Of one thing in two sizes: how many times as much the whole takes as its halves do. */
async function growth(count: number, of: (count: number) => () => void): Promise<Summary> {
  const [whole, half] = [of(count), of(count / 2)]
  const both = [whole, () => (half(), half())] as const
  await alternately(3, spent, ...both) // what is compiled later would count for one of them
  return ratios(...(await alternately(sampleCount, spent, ...both)))
}

/** A list, each of whose zones is another one. */
function judging(count: number) {
  const items = Array.from({ length: count }, (_, nth) => `- us-eats-1${nth.toString(36)}\n`)
  return judgingOf(`region: us-east-1\nazs:\n${items.join('')}`, 'aws')
}

/** A pool with many zones, half of its instance types, in the keys of a map. */
function judgingPlaces(count: number) {
  const lines =
    '    us-east-1a: subnet\n  instanceType: m6i.xlarge\n  zone: us-east-1b\n  subnetIds:\n'
  return judgingOf(`pool:\n  subnetIds:\n${lines.repeat(count / 2)}`, 'azure')
}

function judgingOf(text: string, provider: string) {
  const blocks = readBlocks(text, 'yaml')
  const file = { text, blocks, references: zonesIn(blocks, 'yaml'), isHcl: false }
  const named = [{ region: 'us-east-1', zones: [{ name: 'us-east-1a' }, { name: 'us-east-1b' }] }]
  const value = [{ name: 'm6i.xlarge', missingIn: ['us-east-1a'] }]
  const evidence = {
    provider,
    named,
    listed: new Set(['us-east-1']),
    typesOf: () => ({ value, at: 0 }),
  }
  return () => {
    if (judgeFile(file, evidence).checked === 0) throw new Error('No zones')
  }
}

function inserting(count: number) {
  const line = '  - "us-east-1a"\n'
  const text = `azs:\n${line.repeat(count)}`
  const ends = Array.from({ length: count }, (_, nth) => 4 + (nth + 1) * line.length)
  const ranges = ends.map((start) => ({ start, end: start }))
  return () => {
    const made = insertNames(text, ranges, ['b'], 'yaml', '\n')
    if (typeof made === 'number') throw new Error('Not inserted')
  }
}
