// npm run bench [-- --only NAME …] [--check]
// Measures all of plan.ts, prints it, and keeps it in out/bench.json and in the README. With --only,
// some measures of measures.ts, which are printed alone. With --check, as a test: sizes as they are
// promised, and what is so many times something else with twice as much allowed, on a busy machine
// at the third try.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { outDir, root } from '../host/paths.ts'
import { measures } from './measures.ts'
import { plan, type Planned, type RowId } from './plan.ts'
import type { Results } from './samples.ts'
import { holds, table, withTable } from './table.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, check: { type: 'boolean' } },
})
const chosen = values.only ?? Object.keys(measures)

if (values.check) {
  let missed: RowId[] = []
  for (let tries = 0; tries < 3; tries++) {
    const results = await measured()
    missed = missing(results, (unit) => (unit === '×' ? 2 : unit === 'ms' ? Infinity : 1))
    console.log(table(results))
    if (missed.length === 0) break
  }
  report(missed)
} else {
  const results = await measured()
  console.log(table(results))
  if (!values.only) await keep(results)
  report(missing(results, () => 1))
}

async function measured(): Promise<Results> {
  const results: Results = {}
  for (const name of chosen) {
    const measure = measures[name]
    if (!measure)
      throw new Error(`There is no measure ${name}: ${Object.keys(measures).join(', ')}`)
    console.error(`Measuring: ${name}`)
    Object.assign(results, await measure())
  }
  return results
}

async function keep(results: Results): Promise<void> {
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`
  const at = new Date().toISOString().slice(0, 10)
  const rows = Object.fromEntries(
    Object.entries(plan).map(([id, planned]) => [id, { ...planned, ...results[id as RowId] }]),
  )
  await mkdir(outDir, { recursive: true })
  await writeFile(join(outDir, 'bench.json'), JSON.stringify({ at, machine, rows }, null, 2))
  const readme = join(root, 'README.md')
  const note = `Measured on ${at} (${machine}, Node.js ${process.versions.node}).`
  const text = withTable(await readFile(readme, 'utf8'), `${table(results)}\n\n${note}`)
  await writeFile(readme, text)
}

/** The rows whose median is greater than so many times what is allowed. */
function missing(results: Results, headroom: (unit: Planned['unit']) => number): RowId[] {
  return (Object.entries(plan) as [RowId, Planned][])
    .filter(([id, planned]) => {
      const result = results[id]
      return result && !holds(planned, result, headroom(planned.unit))
    })
    .map(([id]) => id)
}

function report(missed: readonly RowId[]): void {
  for (const id of missed) console.error(`Too much: ${plan[id].what}`)
  if (missed.length > 0) process.exitCode = 1
}
