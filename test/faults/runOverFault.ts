import { strict as assert } from 'node:assert'
import { setGlobalProxyFromEnv } from 'node:http'
import { createClient } from '../../src/api/client.ts'
import { ApiError } from '../../src/api/errors.ts'
import { trusting } from '../unit/api/certificates.ts'
import { operations } from '../unit/api/helpers.ts'
import { canary, type Fault, type FaultyService } from './fault.ts'

/** Runs a function while all requests go through a proxy. */
export type RunWithProxy = <T>(proxy: string, run: () => Promise<T>) => Promise<T>

/** Sets the proxy as environment variables of a Node.js program do. */
const runWithProxy: RunWithProxy = async (proxy, run) => {
  const restore = setGlobalProxyFromEnv({ http_proxy: proxy, https_proxy: proxy })
  return run().finally(restore)
}

/**
 * Lists zones and deletes a pool at a service with a fault, once each. Asserts how both end, and that no
 * request arrives where none must. Returns the service and the errors.
 */
export async function runOverFault(
  fault: Fault,
  runThroughProxy: RunWithProxy = runWithProxy,
): Promise<FaultyService & { errors: ApiError[] }> {
  const service = await fault.start()
  const { baseUrl, trustedCertificate, proxy } = service
  const client = createClient({ baseUrl, apiKey: canary, timeoutMs: 1_000, retries: false })
  const errors: ApiError[] = []
  const run = async (operation: keyof typeof operations, expected: string | RegExp) => {
    const text = await operations[operation](client).then(
      () => 'done',
      (error: unknown) => {
        if (!(error instanceof ApiError)) return `no ApiError: ${String(error)}`
        errors.push(error)
        return describeError(error)
      },
    )
    const isExpected = typeof expected === 'string' ? text === expected : expected.test(text)
    assert.ok(isExpected, `${fault.name}: ${text}, not ${String(expected)}`)
  }
  const runBoth = () =>
    Promise.all([run('listing', fault.listing), run('deleting', fault.deletion)])
  await trusting(trustedCertificate ? [trustedCertificate] : [], () =>
    proxy === undefined ? runBoth() : runThroughProxy(proxy, runBoth),
  )
  assert.deepEqual(service.unexpectedRequests ?? [], [])
  return { ...service, errors }
}

/** An error in a line: `kind status code unsure to origin`, without the parts that it doesn’t have. */
function describeError({
  kind,
  status,
  code,
  mayHaveTakenEffect,
  redirectOrigin,
}: ApiError): string {
  const unsureText = mayHaveTakenEffect && 'unsure'
  const targetText = redirectOrigin && `to ${redirectOrigin}`
  return [kind, status, code, unsureText, targetText].filter(Boolean).join(' ')
}
