// npm run bench
// With --check, as a test: sizes as they are promised, comparisons with twice as much allowed, and times with five
// times as much, on a busy machine at the third try.
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../esbuild.js'
import { readPage, withPart } from '../docs/page.ts'
import { readOptions } from '../host/options.ts'
import { root } from '../host/paths.ts'
import { measureListZones } from './client.ts'
import { measureInHost } from './hostMeasurements.ts'
import { summarize } from './samples.ts'
import { measureScans } from './scans.ts'
import { findExceeded, type Results, formatTable } from './table.ts'

const { check } = readOptions({ check: 'flag' })
const load = loadavg()[0]!.toFixed(1)

let exceededRows: string[] = []
for (let tries = 0; tries < (check ? 3 : 1); tries++) {
  const results: Results = {}
  for (const measure of [measureSizes, measureListZones, measureScans, measureInHost]) {
    console.error(`Measuring: ${measure.name}`)
    Object.assign(results, await measure())
  }
  console.log(formatTable(results))
  const headroom = { KB: 1, '×': 2, ms: 5 }
  exceededRows = findExceeded(results, (unit) => (check ? headroom[unit] : 1))
  if (!check) await writeResults(results)
  if (exceededRows.length === 0) break
}
for (const what of exceededRows) console.error(`Over the limit: ${what}`)
if (exceededRows.length > 0) process.exitCode = 1

/** How large what ships is; `npm run package` limits the package itself. */
async function measureSizes(): Promise<Results> {
  const files = await bundle({ isProduction: true })
  const kilobytes = (path: string) =>
    summarize([Buffer.byteLength(files.find((file) => file.path === path)!.text) / 1000])
  return {
    nodeBundle: kilobytes('dist/extension.cjs'),
    webBundle: kilobytes('dist/web/extension.js'),
  }
}

/** Puts the table into docs/performance.md. */
async function writeResults(results: Results): Promise<void> {
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`
  const at = new Date().toISOString().slice(0, 10)
  const note = `Measured on ${at} (${machine}, load ${load}, Node.js ${process.versions.node}).`
  const page = 'docs/performance.md'
  const text = await withPart(readPage(page), 'bench', `${formatTable(results)}\n\n${note}`)
  await writeFile(join(root, page), text)
}
