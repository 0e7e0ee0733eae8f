// npm run -s sandbox
// Prints {"baseUrl":…,"apiKey":…} on one line, then serves until it is ended.
import { choiceOf, numberOf, readOptions } from '../host/options.ts'
import { succeedWhenEnded } from '../host/processes.ts'
import { startSandbox } from './service.ts'

const given = readOptions({
  port: { type: 'string' },
  clusters: { type: 'string' },
  lookups: { type: 'string' },
})
const port = numberOf('port', 65_535, given.port) ?? 0
const clusters = numberOf('clusters', 5000, given.clusters) ?? 0
const lookups = choiceOf('lookups', ['all', 'none'], given.lookups) ?? 'all'
succeedWhenEnded()
// A drain is long enough to be seen, and short enough to be waited for.
const chosen = { port, clusters, lookups, odd: true, drain: 6000 } as const
const { baseUrl, apiKey } = await startSandbox(chosen)
console.log(JSON.stringify({ baseUrl, apiKey }))
