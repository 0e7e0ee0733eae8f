import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { useSession } from '../helpers.ts'
import { readDeletionRecords } from '../deletionRecords.ts'

describe('Connections: Remove Connection', () => {
  const session = useSession()
  const names = () =>
    vscode.workspace
      .getConfiguration()
      .get<{ name: string }[]>('poolkeeper.connections', [])
      .map(({ name }) => name)
  const entry = () => ({ name: session.name, baseUrl: session.sandbox.baseUrl })
  const key = () => session.getKey(session.name, session.sandbox.baseUrl)

  it('asks, says what is removed and what is kept, and changes nothing unless it is confirmed', async () => {
    await session.pinPool(configs.checkout, 'worker-pool')
    const removing = session.run('removeConnection')
    ;(await session.dialogs.pick()).select(session.name)
    const { text, detail, buttons, press } = await session.dialogs.modal()
    assert.equal(text, `Remove connection “${session.name}”?`)
    assert.match(
      detail,
      /API key, .* removed.*\. Records of unfinished deletions are kept, so that Poolkeeper warns you .*\. Nothing changes on 127\.0\.0\.1:\d+\.$/,
    )
    // Enter presses the first.
    assert.deepEqual(buttons, ['Edit Connections', 'Remove Connection'])
    press()
    await removing
    assert.deepEqual(names(), [session.name])
    assert.equal(await key(), session.sandbox.apiKey)
    assert.deepEqual(await session.labels('machinePools'), ['checkout-prod'])
  })

  it('removes the entry, the keys of all its URLs, and what was stored for it', async () => {
    const other = await session.addConnection()
    await session.pinRegion(accounts.awsProduction, 'us-east-1')
    await session.pinPool(configs.checkout, 'worker-pool')
    const elsewhere = await session.startSandbox()
    await session.changeConnection({ baseUrl: elsewhere.baseUrl })
    await session.setKey(session.name, elsewhere.apiKey)

    const removing = session.run('removeConnection', session.name)
    ;(await session.dialogs.modal()).press('Remove Connection')
    await removing

    assert.deepEqual(names(), [other.name])
    assert.equal(await key(), undefined)
    assert.equal(await session.getKey(session.name, elsewhere.baseUrl), undefined)
    const state = parts.context.globalState
    const storedTexts = state.keys().map((stateKey) => JSON.stringify(state.get(stateKey)))
    storedTexts.push(JSON.stringify(await readDeletionRecords()))
    // Key IDs are JSON themselves, so the quotation marks around the name are escaped there.
    const quotedName = new RegExp(`"${session.name}\\\\?"`)
    assert.deepEqual(
      storedTexts.filter((text) => quotedName.test(text)),
      [],
    )

    // Nor does anything come back with the name.
    await session.writeConnections(entry())
    await session.setKey(session.name, session.sandbox.apiKey)
    assert.deepEqual(await session.rows('zones'), [])
    assert.deepEqual(await session.rows('machinePools'), [])
  })
})
