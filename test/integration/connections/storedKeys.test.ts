import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { ApiKeys } from '../../../src/connections/apiKeys.ts'
import type { Connection } from '../../../src/connections/connection.ts'
import { GlobalState } from '../../../src/globalState.ts'
import { until } from '../../until.ts'

const connection: Connection = {
  name: 'home',
  baseUrl: 'https://service.example/',
  origin: 'https://service.example',
  deletion: 'confirm',
}

/** Secret storage that can’t list its secrets, and whose answers can be held. */
class SlowSecrets implements vscode.SecretStorage {
  readonly #secrets = new Map<string, string>()
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>()
  readonly onDidChange = this.#changed.event
  /** The answers to the lookups that begin now are held until it resolves. */
  hold = Promise.resolve()
  lookupCount = 0

  async get(key: string): Promise<string | undefined> {
    const secret = this.#secrets.get(key)
    this.lookupCount += 1
    await this.hold
    return secret
  }

  async store(key: string, value: string): Promise<void> {
    this.#secrets.set(key, value)
    this.#changed.fire({ key })
    return Promise.resolve()
  }

  async delete(key: string): Promise<void> {
    this.#secrets.delete(key)
    this.#changed.fire({ key })
    return Promise.resolve()
  }

  async keys(): Promise<string[]> {
    return Promise.reject(new Error('This host can’t list secrets'))
  }
}

/** A global state in memory. */
function createState(): GlobalState {
  const values = new Map<string, unknown>()
  return new GlobalState({
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.get(key) ?? fallback) as T,
    update: async (key, value) => Promise.resolve(void values.set(key, value)),
  })
}

/** Waits until all that waits for promises alone, as everything here does, has gone as far as it can. */
async function finishPromises(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

describe('Connections: The list of stored keys', () => {
  it('has no key that was cleared while its change in another window was looked up', async () => {
    const secrets = new SlowSecrets()
    const state = createState()
    const apiKeys = new ApiKeys(secrets, state)
    const answered = Promise.withResolvers<void>()
    secrets.hold = answered.promise
    // Another window sets the key: this window hears of it.
    const { name, origin } = connection
    await secrets.store(`apiKey:${JSON.stringify([name, origin])}`, 'key')
    await until('the lookup', () => secrets.lookupCount === 1)
    secrets.hold = Promise.resolve()
    const clearing = apiKeys.clear(name, origin)
    await finishPromises()
    answered.resolve()
    await clearing
    await finishPromises()
    apiKeys.dispose()

    const afterReload = new ApiKeys(secrets, state)
    assert.equal(await afterReload.stateOf(connection), 'noKey')
    afterReload.dispose()
  })
})
