// npm run bench
// With --check, as a test: sizes as they are promised, and what is so many times something else with
// twice as much allowed, on a busy machine at the third try.
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { readPage, withPart } from '../docs/page.ts'
import { readOptions } from '../host/options.ts'
import { root } from '../host/paths.ts'
import { listZones } from './client.ts'
import { inHost } from './inHost.ts'
import type { Results } from './samples.ts'
import { scans } from './scans.ts'
import { sizes } from './sizes.ts'
import { exceeded, table } from './table.ts'

const measures: Record<string, () => Promise<Results>> = { sizes, listZones, scans, inHost }
const { check } = readOptions({ check: 'flag' })

let over: string[] = []
for (let tries = 0; tries < (check ? 3 : 1); tries++) {
  const results: Results = {}
  for (const [name, measure] of Object.entries(measures)) {
    console.error(`Measuring: ${name}`)
    Object.assign(results, await measure())
  }
  console.log(table(results))
  over = exceeded(results, ({ unit }) => {
    if (!check) return 1
    return unit === 'KB' ? 1 : unit === '×' ? 2 : Infinity
  })
  if (!check) await keep(results)
  if (over.length === 0) break
}
for (const what of over) console.error(`Over the limit: ${what}`)
if (over.length > 0) process.exitCode = 1

/** Puts the table into docs/performance.md. */
async function keep(results: Results): Promise<void> {
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`
  const at = new Date().toISOString().slice(0, 10)
  const note = `Measured on ${at} (${machine}, Node.js ${process.versions.node}).`
  const page = 'docs/performance.md'
  const text = await withPart(readPage(page), 'bench', `${table(results)}\n\n${note}`)
  await writeFile(join(root, page), text)
}
