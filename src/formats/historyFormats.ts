import { copyFormats } from './copyFormats.ts'

/** The formats that the deletion history can be exported in. */
export const historyFormats = ['markdown', 'csv', 'json'] as const
export type HistoryFormat = (typeof historyFormats)[number]

/** A deletion as data. What is missing isn’t known. Times are in ISO 8601. */
export interface HistoryRecord {
  readonly sent: string
  readonly machinePool: string
  readonly cluster?: string | undefined
  readonly cloudConfig: string
  readonly provider: string
  readonly project?: string | undefined
  readonly connection: string
  readonly service: string
  /** How far it is, or how it has ended. */
  readonly outcome: string
  /** When it was found to have ended. */
  readonly ended?: string | undefined
  /** The seconds from the request until the pool was found deleted. */
  readonly seconds?: number | undefined
  readonly nodes?: number | undefined
  readonly zones?: readonly string[] | undefined
}

const columns = [
  'sent',
  'machinePool',
  'cluster',
  'cloudConfig',
  'provider',
  'project',
  'connection',
  'service',
  'outcome',
  'ended',
  'seconds',
  'nodes',
  'zones',
] as const satisfies (keyof HistoryRecord)[]

/** Formats the deletion history, with a trailing line break. */
export function formatHistory(records: readonly HistoryRecord[], format: HistoryFormat): string {
  return `${copyFormats[format]({ columns, records })}\n`
}
