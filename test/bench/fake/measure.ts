// Run by fakeMeasurements.ts, with the path of ripgrep. Prints the results as JSON in its last line.
import { measureFolder } from './folder.ts'
import { measureForeignTexts } from './foreignTexts.ts'
import { measureGoToMachinePool } from './goToMachinePool.ts'
import { measureHints } from './hints.ts'

const [ripgrep = ''] = process.argv.slice(2)
const results = {
  ...(await measureForeignTexts()),
  hints: await measureHints(),
  goToPool: await measureGoToMachinePool(),
  folder: await measureFolder(ripgrep),
}
console.log(JSON.stringify(results))
process.exit() // the fake VS Code keeps running
