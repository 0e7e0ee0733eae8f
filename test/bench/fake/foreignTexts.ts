import { cloudConfigResponse } from '../../../src/api/poolSchemas.ts'
import { findRemainder } from '../../../src/deletion/remainder.ts'
import { displayText } from '../../../src/displayTexts.ts'
import { sampleCpuTime, type Summary } from '../samples.ts'
import * as v from 'valibot'

/** Shows names of 40 KB, which a tenant may write. */
export async function measureLongNames(): Promise<Summary> {
  const accents = 'e\u0301\u0302\u0303'.repeat(10_000)
  const names = Array.from({ length: 1000 }, (_, index) => `${accents}${index}`)
  return sampleCpuTime(() => names.filter((name) => displayText(name) !== '').length)
}

/** Reads two pools with 100,000 labels, and finds what the labels of one have that those of the other lack. */
export async function measureLabels(): Promise<Summary> {
  const json = { spec: { machinePoolConfig: ['a', 'b'].map(createLabeledPool) } }
  const schema = cloudConfigResponse({ provider: 'aws', configUid: 'config' })
  return sampleCpuTime(() => {
    const config = v.parse(schema, json)
    const pool = { provider: 'aws', machinePoolName: 'a' }
    const { losses } = findRemainder(pool, config, new Set())
    return config.pools.length + (losses.labels?.length ?? 0)
  })
}

/** A pool with half of the labels, each of them its own. */
function createLabeledPool(name: string) {
  const labels = Array.from({ length: 50_000 }, (_, index) => [`${name}-${index}`, 'value'])
  return { name, size: 3, azs: ['us-east-1a'], additionalLabels: Object.fromEntries(labels) }
}
