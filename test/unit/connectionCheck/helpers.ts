import { ping } from '../../../src/api/ping.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import {
  checkConnection,
  type CheckTools,
} from '../../../src/features/connectionCheck/checkConnection.ts'
import type {
  CheckId,
  CheckLine,
  CheckReport,
} from '../../../src/features/connectionCheck/report.ts'
import { parseConnections } from '../../../src/connections/connection.ts'
import { networkProbe } from '../../../src/node/nodeNetworkProbe.ts'

/** What is checked: a service, the key that is kept for it, and what the connection says. */
export interface Checked {
  baseUrl: string
  apiKey?: string
  projectUid?: string
}

/** Checks a connection over the network, as the extension does in Node.js. */
export function check(
  { baseUrl, apiKey, projectUid }: Checked,
  more: Partial<CheckTools> = {},
  signal = new AbortController().signal,
): Promise<CheckReport> {
  const entry = { name: 'checked', baseUrl, ...(projectUid !== undefined && { projectUid }) }
  const [connection] = parseConnections([entry]).connections
  if (!connection) throw new Error(`Not an address: ${baseUrl}`)
  const options = { ...connection, retries: false }
  const tools: CheckTools = {
    keyState: apiKey === undefined ? 'noKey' : 'ready',
    ping: (_, ...how) => ping({ ...options, apiKey }, ...how),
    serviceFor: async () => createLookups({ ...options, apiKey: apiKey ?? '' }),
    probe: networkProbe,
    proxy: { kind: 'none' },
    ...more,
  }
  return checkConnection(connection, tools, signal)
}

/** The line of a check. */
export function lineOf({ lines }: CheckReport, id: CheckId): CheckLine {
  const line = lines.find((one) => one.id === id)
  if (!line) throw new Error(`The report has no line ${id}`)
  return line
}

/** Every line in two words or three, by check. */
export function outcomesOf({ lines }: CheckReport): Record<string, string> {
  return Object.fromEntries(
    lines.map(({ id, outcome, found }) => [
      id,
      [outcome, found.kind, ...('by' in found ? [found.by] : [])].join(' '),
    ]),
  )
}
