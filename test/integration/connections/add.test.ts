import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession, writeSetting } from '../helpers.ts'
import { like, replace } from '../replace.ts'

describe('Add Connection', () => {
  const session = useSession()
  const entries = () =>
    vscode.workspace.getConfiguration().get<unknown[]>('poolkeeper.connections', [])
  const query = {
    provider: 'aws',
    cloudAccountUid: accounts.awsProduction.uid,
    region: 'us-east-1',
  }

  it('takes everything as an argument, and is active then', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const name = session.nameToAdd()
    await session.run('addConnection', { name: ` ${name} `, baseUrl, readOnly: true, apiKey })
    assert.deepEqual(entries().at(-1), { name, baseUrl, readOnly: true })
    assert.equal(parts.statusBarItem.text, `$(lock) ${name}`)
    await session.run('listZones', query)
    assert.equal(session.requests()[0]?.headers['apikey'], apiKey)
  })

  it('asks for address, name, key and project', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const name = session.nameToAdd()
    const { dialogs } = session
    const adding = session.run('addConnection')

    const address = await dialogs.box()
    assert.deepEqual([address.step, address.totalSteps], [1, 4])
    address.answer('api.example.com')
    assert.match(address.validationMessage ?? '', /https:\/\//)
    address.answer(` ${baseUrl} `)

    const naming = await dialogs.box()
    assert.equal(naming.value, '127.0.0.1')
    naming.answer(session.name)
    assert.match(naming.validationMessage ?? '', /Another connection has this name/)
    naming.answer(name)

    const key = await dialogs.box()
    assert.ok(key.password)
    key.answer(apiKey)
    ;(await dialogs.box()).answer('')
    await adding

    assert.deepEqual(entries().at(-1), { name, baseUrl })
    assert.equal(parts.statusBarItem.text, `$(cloud) ${name}`)
    assert.deepEqual(session.requests(), []) // the key is checked only by being used
  })

  it('keeps what was typed on the way back', async () => {
    const name = session.nameToAdd()
    const { dialogs, sandbox } = session
    const adding = session.run('addConnection')
    ;(await dialogs.box()).answer(sandbox.baseUrl)
    ;(await dialogs.box()).answer(name)
    ;(await dialogs.box()).answer(sandbox.apiKey)
    ;(await dialogs.box()).back()
    const key = await dialogs.box()
    assert.equal(key.value, sandbox.apiKey)
    key.back()
    const naming = await dialogs.box()
    assert.equal(naming.value, name)
    naming.back()
    const address = await dialogs.box()
    assert.equal(address.value, sandbox.baseUrl)
    assert.deepEqual(address.buttons, [])
    address.enter()
    ;(await dialogs.box()).enter()
    ;(await dialogs.box()).enter()
    ;(await dialogs.box()).answer('p1')
    await adding
    assert.deepEqual(entries().at(-1), { name, baseUrl: sandbox.baseUrl, projectUid: 'p1' })
  })

  it('adds nothing after Escape, wherever', async () => {
    const before = entries()
    for (const answers of [
      [],
      [session.sandbox.baseUrl],
      [session.sandbox.baseUrl, session.nameToAdd(), 'k'],
    ]) {
      const adding = session.run('addConnection')
      for (const answer of answers) (await session.dialogs.box()).answer(answer)
      ;(await session.dialogs.box()).escape()
      await adding
    }
    assert.deepEqual(entries(), before)
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('refuses arguments that make no connection, without repeating them', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const before = entries()
    const wrong: [args: unknown, text: RegExp][] = [
      [{ name: 'x', baseUrl: 'http://api.example.com', apiKey }, /must start with https/],
      [{ name: ' ', baseUrl, apiKey }, /Enter a value/],
      [{ name: session.name, baseUrl, apiKey }, /Another connection has this name/],
      [{ name: 'x', baseUrl, apiKey: [apiKey] }, /an argument it does not take: apiKey/],
      [apiKey, /arguments it does not take/],
    ]
    for (const [args, expected] of wrong) {
      await session.run('addConnection', args)
      const { text } = await session.dialogs.message()
      assert.match(text, expected)
      assert.ok(!text.includes(apiKey))
    }
    assert.deepEqual(entries(), before)
  })

  it('keeps what was typed while the settings cannot be written', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const name = session.nameToAdd()
    const { getConfiguration } = vscode.workspace
    // As with a mistake in settings.json.
    const update = () => Promise.reject(new Error('Unable to write into user settings'))
    const restore = replace(vscode.workspace, 'getConfiguration', (...args) =>
      like(getConfiguration(...args), { update }),
    )
    const adding = session.run('addConnection')
    ;(await session.dialogs.box()).answer(baseUrl)
    ;(await session.dialogs.box()).answer(name)
    ;(await session.dialogs.box()).answer(apiKey)
    ;(await session.dialogs.box()).answer('p1')
    await adding.finally(restore)

    const { text, buttons, press } = await session.dialogs.message()
    assert.match(text, /not saved: Unable to write into user settings/)
    assert.deepEqual(buttons, ['Try Again', 'Edit Connections'])
    press('Try Again')
    await until('the key', async () => (await session.keyOf(name, baseUrl)) === apiKey)
    assert.deepEqual(entries().at(-1), { name, baseUrl, projectUid: 'p1' })
  })

  it('does not touch the entries that are there', async () => {
    const broken = { name: 'broken', baseUrl: 'nowhere', note: 'mine' }
    await writeSetting('poolkeeper.connections', [broken])
    await session.run('addConnection', {
      name: session.nameToAdd(),
      baseUrl: session.sandbox.baseUrl,
    })
    assert.deepEqual(entries()[0], broken)
  })
})
