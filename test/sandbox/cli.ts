// npm run -s sandbox -- --help
// Prints {"baseUrl":…,"apiKey":…} on one line, then serves until SIGINT or SIGTERM.

import { once } from 'node:events'
import { readOptions } from '../host/options.ts'
import { type SandboxOptions, startSandbox } from './service.ts'

const { 'api-key': apiKey, ...given } = readOptions({
  name: 'sandbox',
  summary:
    'Serves the sandbox until Ctrl+C. Prints {"baseUrl":…,"apiKey":…} on one line once it listens.',
  options: {
    port: { range: [0, 65_535], help: 'The port; any free one by default' },
    'api-key': { value: 'KEY', help: 'The API key to accept; a fixed one by default' },
    clusters: { range: [0, 5000], help: 'How many clusters to add to the examples' },
    pools: { range: [0, 20_000], help: 'How many machine pools they have; 4 each by default' },
    lookups: {
      choices: ['all', 'none'],
      help: 'Which optional lookups to support; all by default',
    },
    kinds: {
      choices: ['all', 'usual'],
      help: 'Whether there are edge clusters, hybrid pools, ones without rights, …; all by default',
    },
    limits: {
      choices: ['published', 'none'],
      help: 'How many requests to allow; 10 or 50 a second by path prefix by default',
    },
    'latency-ms': { range: [0, 60_000], help: 'How long to wait before each response' },
    'drain-ms': { range: [0, 3_600_000], help: 'How long a pool takes to drain; 6000 by default' },
  },
})
const { clusters = 0, lookups = 'all' } = given
await serve({
  port: given.port ?? 0,
  ...(apiKey === undefined ? {} : { apiKey }),
  clusters,
  pools: given.pools ?? 4 * clusters,
  odd: given.kinds !== 'usual',
  lookups,
  rateLimit: given.limits === 'none' ? null : 'published',
  latencyMs: given['latency-ms'] ?? 0,
  // Long enough to be seen, short enough to be waited for.
  drain: given['drain-ms'] ?? 6000,
})

async function serve(chosen: SandboxOptions): Promise<void> {
  try {
    // Before anything is printed: who reads the line may stop us at once.
    const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    const sandbox = await startSandbox(chosen)
    console.log(JSON.stringify({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey }))
    await stopped
    await sandbox.close()
  } catch (error) {
    const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    console.error(`sandbox: ${inUse ? `port ${chosen.port} is in use` : String(error)}`)
    process.exitCode = 1
  }
}
