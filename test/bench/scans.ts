import { judgeFile } from '../../src/features/zoneChecks/judgeFile.ts'
import { readBlocks } from '../../src/formats/blockReader.ts'
import { insertNames } from '../../src/formats/insertion.ts'
import { zonesIn } from '../../src/formats/scan.ts'
import { scanZones } from '../unit/formats/scanZones.ts'
import { alternately, ratios, type Results, sampleCount, summary, timed } from './samples.ts'

const blocks = {
  terraform:
    'resource "machine_pool" "pool_#" {\n  name  = "pool-#"\n  zones = ["us-east-1a"]\n}\n',
  yaml: 'pool-#:\n  name: pool-#\n  region: us-east-1\n  zones:\n    - us-east-1a\n    - us-east-1b\n',
  json: '  "pool-#": {\n    "region": "us-east-1",\n    "zones": [\n      "us-east-1a"\n    ]\n  },\n',
}

/** How long all zones of a large file take to find, and how what is done with them grows. */
export async function scans(): Promise<Results> {
  return {
    scanTerraform: await scanning('terraform'),
    scanYaml: await scanning('yaml'),
    scanJson: await scanning('json'),
    judging: summary(await samplesOf(judging(20_000))),
    judgingGrowth: await growth(20_000, judging),
    placesGrowth: await growth(20_000, judgingPlaces),
    insertionGrowth: await growth(2000, inserting),
  }
}

/** Of one thing in two sizes: how many times as long the whole takes as its halves do. */
async function growth(count: number, of: (count: number) => () => void) {
  const [whole, half] = [of(count), of(count / 2)]
  const both = [async () => whole(), async () => (half(), half())] as const
  await alternately(3, ...both) // what is compiled later would count for one of them
  return ratios(...(await alternately(sampleCount, ...both)))
}

const region = {
  region: 'us-east-1',
  zones: ['a', 'b'].map((end) => ({ name: `us-east-1${end}` })),
}

/** A list, each of whose zones is another one. */
function judging(count: number) {
  const items = Array.from({ length: count }, (_, nth) => `- us-eats-1${nth.toString(36)}\n`)
  return judgingOf(`region: us-east-1\nazs:\n${items.join('')}`, 'aws')
}

/** A pool with many zones, half of its instance types, in the keys of a map. */
function judgingPlaces(count: number) {
  const line =
    '    us-east-1a: subnet\n  instanceType: m6i.xlarge\n  zone: us-east-1b\n  subnetIds:\n'
  const text = `pool:\n  subnetIds:\n${line.repeat(count / 2)}`
  return judgingOf(text, 'azure')
}

function judgingOf(text: string, provider: string) {
  const documents = readBlocks(text, 'yaml')
  const file = { text, blocks: documents, references: zonesIn(documents, 'yaml'), isHcl: false }
  const value = [{ name: 'm6i.xlarge', missingIn: ['us-east-1a'] }]
  const typesOf = () => ({ value, at: 0 })
  const evidence = { provider, named: [region], listed: new Set(['us-east-1']), typesOf }
  return () => {
    if (judgeFile(file, evidence).checked === 0) throw new Error('No zones')
  }
}

function inserting(count: number) {
  const line = '  - "us-east-1a"\n'
  const text = `azs:\n${line.repeat(count)}`
  const spots = Array.from({ length: count }, (_, nth) => 5 + (nth + 1) * line.length - 1)
  return () => {
    const ranges = spots.map((start) => ({ start, end: start }))
    const made = insertNames(text, ranges, ['b'], 'yaml', '\n')
    if (typeof made === 'number') throw new Error('Not inserted')
  }
}

async function scanning(language: keyof typeof blocks) {
  let text = ''
  for (let nth = 0; text.length < 1_000_000; nth++) {
    text += blocks[language].replaceAll('#', String(nth))
  }
  const run = () => {
    if (scanZones(text, language).length < 1000) throw new Error('No zones were found')
  }
  return summary(await samplesOf(run))
}

async function samplesOf(run: () => void): Promise<number[]> {
  const samples: number[] = []
  for (let nth = 0; nth < sampleCount; nth++) samples.push(await timed(run))
  return samples
}
