import type { Row } from './matrix.ts'

/** Rows for people to read: each fault, how each operation ends, and what is said of it. */
export function tableOf(rows: readonly Row[], messageOf: (row: Row) => string): string {
  const faults = new Set(rows.map(({ fault }) => fault))
  const blocks = Array.from(faults, (fault) => {
    const own = rows.filter((row) => row.fault === fault)
    const lines = ends(own).map(([end, these]) => {
      const [first] = these
      const message = first && end !== 'done' ? `\n      ${messageOf(first)}` : ''
      return `    ${end}: ${namesOf(these, own)}${message}`
    })
    return [`  ${fault.name}`, ...lines].join('\n')
  })
  return blocks.join('\n')
}

function ends(rows: readonly Row[]): [end: string, rows: Row[]][] {
  return Object.entries(Object.groupBy(rows, ({ end }) => end.replace(/:\d+$/, ':PORT'))) as never
}

function namesOf(these: readonly Row[], all: readonly Row[]): string {
  if (these.length === all.length) return 'every operation'
  const reads = these.filter(({ operation }) => !operation.isDeletion)
  const isEveryRead = reads.length === all.filter(({ operation }) => !operation.isDeletion).length
  const isDeletion = reads.length < these.length
  if (isEveryRead && reads.length > 0 && !isDeletion) return 'every read'
  return these.map(({ operation }) => operation.name).join(', ')
}
