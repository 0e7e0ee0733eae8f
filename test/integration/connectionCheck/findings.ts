import { createLookups } from '../../../src/api/lookups.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { parseConnections } from '../../../src/connections/connection.ts'
import { checkConnection } from '../../../src/features/connectionCheck/checkConnection.ts'
import { readProxySettings } from '../../../src/features/connectionCheck/proxy.ts'
import { createReportLines } from '../../../src/features/connectionCheck/report.ts'
import { networkProbe } from '../../../src/node/nodeNetworkProbe.ts'

type CheckOptions = Parameters<typeof checkConnection>[1]
type Line = ReturnType<typeof createReportLines>[number]

/** What is checked: a service, the key that is kept for it, and what the connection says. */
export interface Checked {
  baseUrl: string
  apiKey?: string
  projectUid?: string
}

/** Checks a connection over the network, as the extension does in Node.js. */
export async function check(
  { baseUrl, apiKey, projectUid }: Checked,
  overrides: Partial<CheckOptions> = {},
  signal = new AbortController().signal,
): Promise<Line[]> {
  const entry = { name: 'checked', baseUrl, projectUid }
  const [connection] = parseConnections([entry]).connections
  if (!connection) throw new Error(`Not an address: ${baseUrl}`)
  const clientOptions = { ...connection, retries: false }
  const checkOptions: CheckOptions = {
    keyState: apiKey === undefined ? 'noKey' : 'ready',
    serviceFor: async () => {
      if (apiKey === undefined) throw new ApiError('unauthorized', 'No API key is set')
      return createLookups({ ...clientOptions, apiKey })
    },
    probe: networkProbe,
    proxy: readProxySettings({ get: () => undefined }, {}),
    ...overrides,
  }
  return createReportLines(await checkConnection(connection, checkOptions, signal), (text) => text)
}

/** The line of a check. */
export function lineIn(lines: readonly Line[], name: string): Line {
  const line = lines.find((candidate) => candidate.name === name)
  if (!line) throw new Error(`The report has no line ${name}`)
  return line
}

/** The outcome of every check, or why it was not checked. */
export function outcomesOf(lines: readonly Line[]): Record<string, string> {
  const isReason = /^(?:Not checked because|Browsers don’t)/
  return Object.fromEntries(
    lines.map(({ name, outcome, text }) => [name, isReason.test(text) ? text : outcome]),
  )
}

/** The checks that another one's failure prevents. */
export function blockedBy(blocker: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, `Not checked because **${blocker}** failed.`]),
  )
}

/** The checks that send requests with the key. */
export const lookups = [
  'API key expiry',
  'User info',
  'Project list',
  'Cloud account list',
  'Cluster list',
]
