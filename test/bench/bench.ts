// npm run bench
// With --check, it is a test: sizes and rates must meet their targets, comparisons twice their targets, and times five
// times their targets, since the computer may be busy. With --only, it measures these rows of the table
// (test/bench/table.ts), and leaves docs/performance.md as it is.
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { readPage, replacePart } from '../docs/page.ts'
import { fail, readOptions } from '../host/options.ts'
import { root } from '../host/paths.ts'
import { measurements } from './measurements.ts'
import { findExceeded, rows, type Results, type RowId, formatTable } from './table.ts'

const { check, only } = readOptions({ check: 'flag', only: 'text' })
const rowIds = only?.split(',') ?? Object.keys(rows)
const unknownId = rowIds.find((id) => !(id in rows))
if (unknownId !== undefined) {
  fail(`--only must be of ${Object.keys(rows).join(', ')}, not '${unknownId}'`)
}
const load = loadavg()[0]!.toFixed(1)

const measured = await measureRows(rowIds)
console.log(formatTable(measured))
const headroom = { KB: 1, '/s': 1, '×': 2, ms: 5 }
const exceededRows = findExceeded(measured, (unit) => (check ? headroom[unit] : 1))
if (!check && only === undefined) await writeResults(measured)
for (const row of exceededRows) console.error(`Over the limit: ${row}`)
if (exceededRows.length > 0) process.exitCode = 1

/** Measures rows, with those that can only be measured together with them. */
async function measureRows(ids: readonly string[]): Promise<Results> {
  const results: Results = {}
  for (const measurement of measurements) {
    if (!measurement.rows.some((row) => ids.includes(row))) continue
    console.error(`Measuring: ${measurement.rows.join(', ')}`)
    Object.assign(results, await measurement.measure())
  }
  const missingId = ids.find((id) => !results[id as RowId])
  if (missingId !== undefined) throw new Error(`Not measured: ${missingId}`)
  return results
}

/** Writes the table into docs/performance.md. */
async function writeResults(results: Results): Promise<void> {
  const computer = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`
  const date = new Date().toISOString().slice(0, 10)
  const note = `Measured on ${date} (${computer}, load ${load}, Node.js ${process.versions.node}).`
  const page = 'docs/performance.md'
  const text = await replacePart(readPage(page), 'bench', `${formatTable(results)}\n\n${note}`)
  await writeFile(join(root, page), text)
}
