import { completeList } from '../../src/api/list.ts'
import { judgeFile } from '../../src/zoneAnalysis/judgeFile.ts'
import { readBlocks } from '../../src/syntax/blockReader.ts'
import { zonesIn } from '../../src/syntax/scan.ts'
import { scanZones } from '../unit/syntax/scanZones.ts'
import { sampleCount, spent, type Summary, summary } from './samples.ts'
import type { Results } from './table.ts'

/** How long it takes to find all zones of a large file, and to judge them. */
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
    judging: await judging(20_000),
  }
}

function scanning(language: 'terraform' | 'yaml' | 'json', part: string, length: number) {
  let text = ''
  for (let nth = 0; text.length < length; nth++) text += part.replaceAll('#', String(nth))
  return spending(() => scanZones(text, language).length)
}

/** Of a list, each of whose zones is another one. */
function judging(count: number) {
  const items = Array.from({ length: count }, (_, nth) => `- us-eats-1${nth.toString(36)}\n`)
  const text = `region: us-east-1\nazs:\n${items.join('')}`
  const blocks = readBlocks(text, 'yaml')
  const file = { text, blocks, references: zonesIn(blocks, 'yaml'), isHcl: false }
  const zones = completeList([{ name: 'us-east-1a' }, { name: 'us-east-1b' }])
  const named = [{ region: 'us-east-1', zones }]
  const listed = new Set(['us-east-1'])
  const evidence = { provider: 'aws', named, listed, typesOf: () => undefined }
  return spending(() => judgeFile(file, evidence).checked)
}

/** What is done returns how many zones it was about. */
async function spending(run: () => number): Promise<Summary> {
  const samples: number[] = []
  for (let nth = 0; nth < sampleCount; nth++) {
    samples.push(
      await spent(() => {
        if (run() === 0) throw new Error('No zones were found')
      }),
    )
  }
  return summary(samples)
}
