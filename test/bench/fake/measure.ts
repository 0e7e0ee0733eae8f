// Run by fakeMeasurements.ts, with the name of a row and the path of ripgrep. Prints the result as JSON in its last line.
import { measureDiagnostics, measureLenses } from './bigFile.ts'
import { measureFolder } from './folder.ts'
import { measureLabels, measureLongNames } from './foreignTexts.ts'
import { measureGoToMachinePool } from './goToMachinePool.ts'
import { measureHints } from './hints.ts'
import { measurePolls } from './polls.ts'
import { measureCpuTime, measureLongestBlock } from '../samples.ts'

const measurements = {
  longNames: measureLongNames,
  labels: measureLabels,
  hints: measureHints,
  goToPool: async () => measureGoToMachinePool(measureCpuTime),
  goToPoolBlock: async () => measureGoToMachinePool(measureLongestBlock),
  lenses: measureLenses,
  diagnostics: measureDiagnostics,
  polls: measurePolls,
  folder: async () => measureFolder(ripgrep),
}

const [row = '', ripgrep = ''] = process.argv.slice(2)
const summary = await measurements[row as keyof typeof measurements]()
console.log(JSON.stringify(summary))
process.exit() // the fake VS Code keeps running
