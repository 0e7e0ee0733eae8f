// npm run -s sandbox
// Prints {"baseUrl":…,"apiKey":…} on one line, then serves until the process is ended.
import { readOptions } from '../host/options.ts'
import { succeedWhenEnded } from '../host/processes.ts'
import { startSandbox } from './service.ts'

const options = readOptions({ port: 'number', clusters: 'number', lookups: ['all', 'none'] })
succeedWhenEnded()
// A drain of six seconds is long enough to be seen, and short enough to be waited for.
const { baseUrl, apiKey } = await startSandbox({
  lookups: 'all',
  ...options,
  hasOddClusters: true,
  drain: 6000,
})
console.log(JSON.stringify({ baseUrl, apiKey }))
