// npm run bench
// With --check, it is a test: sizes must meet their targets, comparisons twice their targets, and times five times
// their targets, in the best of three tries, since the computer may be busy.
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../esbuild.js'
import { readPage, replacePart } from '../docs/page.ts'
import { readOptions } from '../host/options.ts'
import { root } from '../host/paths.ts'
import { measureListZones } from './client.ts'
import { measureOnFake } from './fakeMeasurements.ts'
import { measureInHost } from './hostMeasurements.ts'
import { summarize } from './samples.ts'
import { measureScans } from './scans.ts'
import { findExceeded, type Results, formatTable } from './table.ts'

const { check } = readOptions({ check: 'flag' })
const load = loadavg()[0]!.toFixed(1)

let exceededRows: string[] = []
for (let tries = 0; tries < (check ? 3 : 1); tries++) {
  const results: Results = {}
  for (const measure of [
    measureSizes,
    measureListZones,
    measureScans,
    measureOnFake,
    measureInHost,
  ]) {
    console.error(`Measuring: ${measure.name}`)
    Object.assign(results, await measure())
  }
  console.log(formatTable(results))
  const headroom = { KB: 1, '×': 2, ms: 5 }
  exceededRows = findExceeded(results, (unit) => (check ? headroom[unit] : 1))
  if (!check) await writeResults(results)
  if (exceededRows.length === 0) break
}
for (const row of exceededRows) console.error(`Over the limit: ${row}`)
if (exceededRows.length > 0) process.exitCode = 1

/** The sizes of the bundles; `npm run package` limits the size of the package. */
async function measureSizes(): Promise<Results> {
  const files = await bundle({ isProduction: true })
  const getKilobytes = (path: string) =>
    summarize([Buffer.byteLength(files.find((file) => file.path === path)!.text) / 1000])
  return {
    nodeBundle: getKilobytes('dist/extension.cjs'),
    webBundle: getKilobytes('dist/web/extension.js'),
  }
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
