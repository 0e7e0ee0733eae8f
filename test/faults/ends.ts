import { setGlobalProxyFromEnv } from 'node:http'
import { createClient } from '../../src/api/client.ts'
import { ApiError } from '../../src/api/errors.ts'
import { trusting } from '../unit/api/certificates.ts'
import { operations } from '../unit/api/helpers.ts'
import { canary, type Fault, type Trouble } from './fault.ts'

/** Runs something with a proxy set that all requests go through. */
export type ThroughProxy = <T>(proxy: string, run: () => Promise<T>) => Promise<T>

/** Sets the proxy as the environment of a Node.js program does. */
const throughProxy: ThroughProxy = async (proxy, run) => {
  const restore = setGlobalProxyFromEnv({ http_proxy: proxy, https_proxy: proxy })
  return run().finally(restore)
}

/** What an operation over a fault has come to. */
export interface End {
  /** In one line: `kind status code unsure to origin`; `done` for a success. */
  text: string
  expected: string | RegExp
  error?: unknown
}

/** Lists zones and deletes a pool over a fault, once each. */
export async function endsOf(
  fault: Fault,
  trouble: Trouble,
  through: ThroughProxy = throughProxy,
): Promise<End[]> {
  const { baseUrl, trust, proxy } = trouble
  const client = createClient({ baseUrl, apiKey: canary, timeoutMs: 1_000, retries: false })
  const end = async (operation: Promise<unknown>, expected: End['expected']): Promise<End> =>
    operation.then(
      () => ({ text: 'done', expected }),
      (error: unknown) => ({ text: endText(error), expected, error }),
    )
  const run = () =>
    Promise.all([
      end(operations.listing(client), fault.read),
      end(operations.deleting(client), fault.deletion ?? fault.read),
    ])
  return trusting(trust ? [trust] : [], () => (proxy === undefined ? run() : through(proxy, run)))
}

/** Returns whether an operation ended as it is to. */
export function isExpected({ text, expected }: End): boolean {
  return typeof expected === 'string' ? text === expected : expected.test(text)
}

function endText(error: unknown): string {
  if (!(error instanceof ApiError)) return `no ApiError: ${String(error)}`
  const { kind, status, code, mayHaveTakenEffect, redirectOrigin } = error
  const unsure = mayHaveTakenEffect && 'unsure'
  const to = redirectOrigin && `to ${redirectOrigin}`
  return [kind, status, code, unsure, to].filter(Boolean).join(' ')
}
