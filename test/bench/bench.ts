// npm run bench
// With --check, as a test: sizes as they are promised, and what is so many times something else with
// twice as much allowed, on a busy machine at the third try.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../host/options.ts'
import { outDir, root } from '../host/paths.ts'
import { measures } from './measures.ts'
import { plan, type Planned, type RowId } from './plan.ts'
import type { Results } from './samples.ts'
import { holds, table, withTable } from './resultsTable.ts'

const { only, check } = readOptions({
  name: 'bench',
  summary:
    'Measures how fast and how large Poolkeeper is, and updates PERFORMANCE.md and out/bench.json.',
  options: {
    only: { choices: Object.keys(measures), several: true, help: 'Measure and print some of it' },
    check: { help: 'Write nothing, and fail if a limit is exceeded' },
  },
})
const chosen = only ?? Object.keys(measures)

if (check) {
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
  if (!only) await keep(results)
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
  const page = join(root, 'PERFORMANCE.md')
  const note = `Measured on ${at} (${machine}, Node.js ${process.versions.node}).`
  const text = withTable(await readFile(page, 'utf8'), `${table(results)}\n\n${note}`)
  await writeFile(page, text)
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
  for (const id of missed) console.error(`Over the limit: ${plan[id].what}`)
  if (missed.length > 0) process.exitCode = 1
}
