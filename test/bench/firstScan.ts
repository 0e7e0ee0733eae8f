// Run by scans.ts in a new process. Prints how long it takes to find the zones of a large file, in milliseconds.
import { scanZones } from '../unit/syntax/scanZones.ts'
import { measureCpuTime } from './samples.ts'
import { largeTerraform } from './scans.ts'

console.log(await measureCpuTime(() => scanZones(largeTerraform, 'terraform')))
