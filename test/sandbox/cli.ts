// npm run -s sandbox -- --help
// Prints {"baseUrl":…,"apiKey":…} on one line, then serves until it is ended.
import { readOptions } from '../host/options.ts'
import { setSignalExitCode } from '../host/processes.ts'
import { startSandbox } from './service.ts'

const {
  port = 0,
  clusters = 0,
  lookups = 'all',
} = readOptions({
  name: 'sandbox',
  summary:
    'Serves the sandbox until Ctrl+C. Prints {"baseUrl":…,"apiKey":…} on one line once it listens.',
  options: {
    port: { range: [0, 65_535], help: 'The port; any free one by default' },
    clusters: { range: [0, 5000], help: 'How many clusters to add to the examples' },
    lookups: {
      choices: ['all', 'none'],
      help: 'Which optional lookups to support; all by default',
    },
  },
})
setSignalExitCode(0) // Ctrl+C is how it is meant to end
// A drain is long enough to be seen, and short enough to be waited for.
const chosen = { port, clusters, lookups, odd: true, rateLimit: 'published', drain: 6000 } as const
const { baseUrl, apiKey } = await startSandbox(chosen)
console.log(JSON.stringify({ baseUrl, apiKey }))
