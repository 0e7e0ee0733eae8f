// npm run -s sandbox -- [--port N] [--api-key K] [--clusters N] [--pools N]
//                       [--lookups all|none] [--latency-ms N] [--drain-ms N]
// Prints {"baseUrl":…,"apiKey":…} on one line, then serves until SIGINT or SIGTERM.

import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { type SandboxOptions, startSandbox } from './service.ts'

const options = readOptions()
if (options) await serve(options)

function readOptions(): SandboxOptions | undefined {
  try {
    const string = { type: 'string' } as const
    const { values } = parseArgs({
      options: {
        port: string,
        'api-key': string,
        clusters: string,
        pools: string,
        lookups: string,
        'latency-ms': string,
        'drain-ms': string,
      },
    })
    const { 'api-key': apiKey, lookups = 'all' } = values
    if (apiKey === '') throw new Error('--api-key must not be empty')
    if (lookups !== 'all' && lookups !== 'none') {
      throw new Error(`--lookups must be all or none, not '${lookups}'`)
    }
    const clusters = readNumber('clusters', values.clusters, 0, 5000)
    return {
      port: readNumber('port', values.port, 0, 65_535),
      ...(apiKey === undefined ? {} : { apiKey }),
      clusters,
      pools: readNumber('pools', values.pools, 4 * clusters, 20_000),
      lookups,
      latencyMs: readNumber('latency-ms', values['latency-ms'], 0, 60_000),
      // Long enough to be seen, short enough to be waited for.
      drain: readNumber('drain-ms', values['drain-ms'], 6000, 3_600_000),
    }
  } catch (error) {
    return fail(2, (error as Error).message)
  }
}

function readNumber(
  name: string,
  text: string | undefined,
  byDefault: number,
  most: number,
): number {
  if (text === undefined) return byDefault
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Infinity
  if (value > most) throw new Error(`--${name} must be 0 to ${most}, not '${text}'`)
  return value
}

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
    fail(1, inUse ? `port ${chosen.port} is in use` : String(error))
  }
}

function fail(exitCode: number, message: string): undefined {
  // parseArgs adds advice after the first sentence, on a line of its own for some errors.
  console.error(`sandbox: ${message.split('\n')[0]}`)
  process.exitCode = exitCode
  return undefined
}
