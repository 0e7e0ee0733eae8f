import { prettyJson } from './prettyJson.ts'
import { yamlText } from './quoting.ts'
import { fieldsOf, tableOf, type Field } from './records.ts'
import { csvTable, markdownTable } from './tables.ts'

/** The formats that machine pools can be copied in. */
export const poolFormats = ['names', 'csv', 'markdown', 'json', 'yaml'] as const
export type PoolFormat = (typeof poolFormats)[number]

/** A machine pool as data. What is missing isn’t known. */
export interface PoolRecord {
  readonly name: string
  readonly kind?: 'control plane' | 'system' | 'hybrid' | undefined
  readonly cluster: string
  readonly project?: string | undefined
  readonly provider: string
  readonly cloudConfig: string
  /** The number of its machines. */
  readonly nodes?: number | undefined
  /** The number of healthy ones. */
  readonly healthy?: number | undefined
  /** The configured number of nodes, or its bounds with autoscaling. */
  readonly size?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly zones?: readonly string[] | undefined
  readonly type?: string | undefined
}

/** The columns of a table, and the keys of records. They aren’t localized, because programs read them. */
const columns = [
  'name',
  'kind',
  'cluster',
  'project',
  'provider',
  'cloudConfig',
  'nodes',
  'healthy',
  'size',
  'min',
  'max',
  'zones',
  'type',
] as const satisfies (keyof PoolRecord)[]

/** Formats machine pools, without a trailing line break. A table has all columns, even if they’re empty. */
export function formatPools(pools: readonly PoolRecord[], format: PoolFormat): string {
  switch (format) {
    case 'names':
      return pools.map(({ name }) => name).join('\n')
    case 'csv':
      return csvTable(tableOf(columns, pools))
    case 'markdown':
      return markdownTable(tableOf(columns, pools))
    case 'json':
      return prettyJson(pools.map((pool) => Object.fromEntries(fieldsOf(columns, pool)))).trimEnd()
    case 'yaml':
      return pools.length === 0 ? '[]' : pools.map(yamlItem).join('\n')
  }
}

function yamlItem(pool: PoolRecord): string {
  const lines = fieldsOf(columns, pool).map(([key, value]) => `${key}: ${yamlValue(value)}`)
  return `- ${lines.join('\n  ')}`
}

function yamlValue(value: Field[1]): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? yamlText(value) : `[${value.map(yamlText).join(', ')}]`
}
