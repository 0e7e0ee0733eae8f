import { findPools } from '../unit/whole.ts'
import { knownPools } from '../../src/features/poolsInCode/knownPools.ts'
import { clusterOf, connection, poolSourcesOf } from '../unit/inventory/sources.ts'
import { sampleCount, summary, timed, type Results } from './samples.ts'

const clusterCount = 5000
const blockCount = 50

/** Measures what code lenses look up after each change of the list of clusters, which is a new one each time. */
export async function poolsInCode(): Promise<Results> {
  const blocks = Array.from(
    { length: blockCount },
    (_, nth) =>
      `resource "x_cluster_aws" "c${nth}" {\n  name = "cluster ${nth * 7}"\n  machine_pool {\n    name = "w"\n  }\n}\n`,
  )
  const found = findPools(blocks.join(''), 'hcl')
  const samples: number[] = []
  for (let nth = 0; nth < sampleCount; nth++) {
    const clusters = Array.from({ length: clusterCount }, (_, uid) => clusterOf(String(uid)))
    const sources = poolSourcesOf({ list: { clusters } })
    samples.push(
      await timed(() => {
        const known = knownPools(found, connection, sources)
        const count = known.filter(({ candidates }) => candidates.length === 1).length
        if (count !== blockCount) throw new Error(`What is measured has found ${count}`)
      }),
    )
  }
  return { lenses: summary(samples) }
}
