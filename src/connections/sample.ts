import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

/** The base URL of the sample connection. The name is reserved (RFC 2606), so no host can ever have it. */
export const sampleBaseUrl = 'https://sample.invalid'

/** Stands for the API key of sample connections, which have none. It isn’t a secret. */
export const sampleKey = 'no-key-needed'

/** Loads the module of the sample’s service; resolves to what creates it. */
export type LoadSample = () => Promise<(now: () => number) => typeof globalThis.fetch>

/** Returns whether a connection is to the sample, which is part of Poolkeeper, not to a service. */
export function isSample({ origin }: Pick<Connection, 'origin'>): boolean {
  return origin === sampleBaseUrl
}

/**
 * Creates the stand-in for `fetch` of sample connections, which loads the sample with the first request. It rejects
 * requests to any other origin, so that no real request can be answered by it. The sample begins anew once no
 * connection to it is left, until disposed.
 */
export function createSampleFetch(
  load: LoadSample,
  connections: Pick<Connections, 'all' | 'onDidChange'>,
): vscode.Disposable & { fetch: typeof globalThis.fetch } {
  let sample: Promise<typeof globalThis.fetch> | undefined
  const subscription = connections.onDidChange(() => {
    if (!connections.all.some(isSample)) sample = undefined
  })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (new URL(input instanceof Request ? input.url : input).origin !== sampleBaseUrl)
      throw new TypeError('Not the sample')
    sample ??= load().then((create) => create(() => clock.now()))
    return (await sample)(input, init)
  }
  return { fetch, dispose: () => subscription.dispose() }
}
