import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { replace, withOverrides } from '../../replace.ts'
import { check, closeEditors } from '../connectionCheck/checking.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession } from '../helpers.ts'

// `SecretStorage.keys()` is optional for those who embed VS Code, and rejects where it is missing.
describe('Connections: In a host that can’t list secrets, the API key', () => {
  const restores: (() => void)[] = []
  const restoreLater = (restore: () => void) => restores.push(restore)
  afterEach(() => restores.splice(0).forEach((restore) => restore())) // before the session ends
  const session = useSession()
  const key = () => session.getKey(session.name, session.sandbox.baseUrl)
  const names = () =>
    vscode.workspace
      .getConfiguration()
      .get<{ name: string }[]>('poolkeeper.connections', [])
      .map(({ name }) => name)

  /** Lists no secrets from now on. */
  function forbidKeys(): void {
    restoreLater(
      replace(parts.context.secrets, 'keys', async () => {
        throw new Error('Secret storage provider does not support keys() method')
      }),
    )
  }

  /** Returns each secret in a task of its own, as a browser does. */
  function separateResponses(): void {
    const { secrets } = parts.context
    const get = secrets.get.bind(secrets)
    let last: Promise<unknown> = Promise.resolve()
    restoreLater(
      replace(secrets, 'get', async (id: string) => {
        const value = get(id)
        last = last.then(() => new Promise((resolve) => setTimeout(resolve)))
        await last
        return value
      }),
    )
  }
  afterEach(closeEditors)

  it('can be set by its prompt', async () => {
    await session.clearKey()
    forbidKeys()
    const setting = session.run('setApiKey')
    await until('a box or a message', () => !session.dialogs.isSilent)
    assert.deepEqual(session.dialogs.unseenTexts, [])
    ;(await session.dialogs.box()).answer(session.sandbox.apiKey)
    await setting
    assert.equal(await key(), session.sandbox.apiKey)
  })

  it('that is missing is what the views say', async () => {
    separateResponses()
    await session.clearKey()
    forbidKeys()
    await session.run('refreshZones')
    assert.deepEqual(await session.labels('zones'), []) // the welcome view
    await until('no key', () => parts.contextKeys.get('poolkeeper.state') === 'noKey')
  })

  it('can be cleared', async () => {
    forbidKeys()
    const clearing = session.run('clearApiKey')
    await until('a question or a message', () => session.dialogs.messages.length > 0)
    session.dialogs.messages[0]?.press('Clear API Key')
    await clearing
    assert.equal(await key(), undefined)
  })

  it('that is missing is what Check Connection reports', async () => {
    await session.clearKey()
    forbidKeys()
    await session.run('checkConnection')
    assert.deepEqual(session.dialogs.unseenTexts, [])
    assert.match(await check(session), /has no API key/)
  })

  it('goes with its connection', async () => {
    forbidKeys()
    const removing = session.run('removeConnection', session.name)
    ;(await session.dialogs.modal()).press('Remove Connection')
    await removing
    assert.deepEqual([names(), await key()], [[], undefined])
    assert.deepEqual(session.dialogs.unseenTexts, [])
  })
})

describe('Connections: The API key of a connection that is removed', () => {
  let restore: () => void
  afterEach(() => restore()) // before the session ends
  const session = useSession()
  const names = () =>
    vscode.workspace
      .getConfiguration()
      .get<{ name: string }[]>('poolkeeper.connections', [])
      .map(({ name }) => name)

  async function remove(): Promise<void> {
    const removing = session.run('removeConnection', session.name)
    ;(await session.dialogs.modal()).press('Remove Connection')
    await removing
  }

  it('is cleared while the setting still has the connection', async () => {
    const { secrets } = parts.context
    const clear = secrets.delete.bind(secrets)
    let namesAtClearing: string[] | undefined
    restore = replace(secrets, 'delete', async (id: string) => {
      namesAtClearing ??= names()
      await clear(id)
    })
    await remove()
    assert.deepEqual(namesAtClearing, [session.name])
  })

  it('is told to be cleared if the connection can’t be removed from the settings', async () => {
    const { getConfiguration } = vscode.workspace
    const update = () => Promise.reject(new Error('The settings can’t be written'))
    const restoreSettings = replace(vscode.workspace, 'getConfiguration', (...args) =>
      withOverrides(getConfiguration(...args), { update }),
    )
    restore = restoreSettings
    await remove()
    restoreSettings()
    const { text, buttons } = await session.dialogs.message()
    assert.match(text, /^The API key was cleared, but connection “sandbox” couldn’t be removed/)
    assert.ok(buttons.includes('Edit Connections'))
    assert.deepEqual(names(), [session.name])
  })

  it('is told to be left if it can’t be cleared', async () => {
    restore = replace(parts.context.secrets, 'delete', async () => {
      throw new Error('The keyring is locked')
    })
    await remove()
    const { text } = await session.dialogs.message()
    assert.match(text, /^Connection “sandbox” was not removed because its API key/)
    const { baseUrl, apiKey } = session.sandbox
    assert.deepEqual(names(), [session.name])
    assert.equal(await session.getKey(session.name, baseUrl), apiKey)
  })
})
