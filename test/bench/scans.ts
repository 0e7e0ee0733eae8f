import { scanZones } from '../../src/formats/scan.ts'
import { type Results, sampleCount, summary, timed } from './samples.ts'

const blocks = {
  terraform:
    'resource "machine_pool" "pool_#" {\n  name  = "pool-#"\n  zones = ["us-east-1a"]\n}\n',
  yaml: 'pool-#:\n  name: pool-#\n  region: us-east-1\n  zones:\n    - us-east-1a\n    - us-east-1b\n',
  json: '  "pool-#": {\n    "region": "us-east-1",\n    "zones": [\n      "us-east-1a"\n    ]\n  },\n',
}

/** How long all zones of a large file take to find. */
export async function scans(): Promise<Results> {
  return {
    scanTerraform: await scanning('terraform'),
    scanYaml: await scanning('yaml'),
    scanJson: await scanning('json'),
  }
}

async function scanning(language: keyof typeof blocks) {
  let text = ''
  for (let nth = 0; text.length < 1_000_000; nth++) {
    text += blocks[language].replaceAll('#', String(nth))
  }
  const samples: number[] = []
  for (let nth = 0; nth < sampleCount; nth++) {
    const run = () => {
      if (scanZones(text, language).length < 1000) throw new Error('No zones were found')
    }
    samples.push(await timed(run))
  }
  return summary(samples)
}
