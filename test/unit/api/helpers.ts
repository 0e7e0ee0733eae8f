import assert from 'node:assert/strict'
import { createClient, type Client, type ClientOptions } from '../../../src/api/client.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { accounts, configs } from '../../sandbox/data.ts'

/** A region and a pool that the sandbox knows. */
export const region = {
  provider: 'aws',
  region: 'us-east-1',
  cloudAccountUid: accounts.awsProduction.uid,
}
export const pool = {
  provider: configs.checkout.provider,
  configUid: configs.checkout.uid,
  machinePoolName: 'worker-pool',
}

/** What a client can do, for what holds of both. */
export const operations = {
  listing: (client: Client, signal?: AbortSignal): Promise<unknown> =>
    client.listZones(region, signal),
  deleting: (client: Client, signal?: AbortSignal): Promise<unknown> =>
    client.deleteMachinePool(pool, signal),
}

/** A client of a server or a sandbox. */
export function clientOf(
  server: { baseUrl: string; apiKey?: string },
  options: Partial<ClientOptions> = {},
): Client {
  return createClient({ baseUrl: server.baseUrl, apiKey: server.apiKey ?? 'a-key', ...options })
}

/** The error with which a promise rejects; anything but an ApiError fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof ApiError, `not an ApiError: ${String(error)}`)
    return error
  }
  return assert.fail('it succeeded')
}
