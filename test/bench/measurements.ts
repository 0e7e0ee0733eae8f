import { bundle } from '../../esbuild.js'
import { measureListZones } from './client.ts'
import { measureOnFake } from './fakeMeasurements.ts'
import { measureActivation, measureDeletion } from './hostMeasurements.ts'
import { summarize, type Summary } from './samples.ts'
import { scans } from './scans.ts'
import type { Results, RowId } from './table.ts'

/** A measurement of the values of some rows. */
interface Measurement {
  readonly rows: readonly RowId[]
  readonly measure: () => Promise<Results>
}

const fakeRows = [
  'hints',
  'lenses',
  'diagnostics',
  'folder',
  'polls',
  'goToPool',
  'goToPoolBlock',
  'longNames',
  'labels',
] as const

/** All measurements. Those in VS Code come last, because they leave the computer busiest. */
export const measurements: readonly Measurement[] = [
  { rows: ['nodeBundle', 'webBundle'], measure: measureSizes },
  rowMeasurement('zones10', measureListZones),
  ...Object.entries(scans).map(([row, measure]) => rowMeasurement(row as RowId, measure)),
  ...fakeRows.map((row) => rowMeasurement(row, async () => measureOnFake(row))),
  {
    rows: ['activation', 'loading', 'loadingBlock', 'firstCommand'],
    measure: measureActivation,
  },
  { rows: ['question', 'deletion'], measure: measureDeletion },
]

function rowMeasurement(row: RowId, measure: () => Promise<Summary>): Measurement {
  return { rows: [row], measure: async () => ({ [row]: await measure() }) }
}

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
