import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession, writeSetting } from '../helpers.ts'
import { manual, nextPick, problemIn } from '../lookups.ts'
import { asWithMistakeInFile, replaceWriting } from '../settings.ts'

const none = 'All projects'

describe('Connections: Add Connection', () => {
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
    assert.match(naming.validationMessage ?? '', /A connection with this name already exists/)
    naming.answer(name)

    const key = await dialogs.box()
    assert.ok(key.password)
    key.answer(apiKey)
    const project = await dialogs.pick()
    assert.deepEqual([project.step, project.labels], [4, [none, manual]])
    project.choose(none)
    await adding

    assert.deepEqual(entries().at(-1), { name, baseUrl })
    assert.equal(parts.statusBarItem.text, `$(cloud) ${name}`)
  })

  describe('at its last step', () => {
    /** Answers the others. */
    async function begin(apiKey = session.sandbox.apiKey) {
      const name = session.nameToAdd()
      const adding = session.run('addConnection')
      for (const text of [session.sandbox.baseUrl, name, apiKey]) {
        ;(await session.dialogs.box()).answer(text)
      }
      return { adding, name, projects: await nextPick(session) }
    }

    it('lists the projects that the key sees, and takes the one chosen', async () => {
      session.sandbox.lookups = 'all'
      const { adding, name, projects: list } = await begin()
      assert.deepEqual(list.labels, [none, 'Production', 'Staging', manual])
      assert.equal(list.items[0]?.description, undefined) // nothing is current yet
      const [request, ...others] = session.requests()
      assert.match(request?.url ?? '', /projects\/metadata$/)
      assert.equal(request?.headers['apikey'], session.sandbox.apiKey)
      assert.deepEqual(others, [])
      list.choose('Staging')
      await adding
      const { baseUrl } = session.sandbox
      assert.deepEqual(entries().at(-1), { name, baseUrl, projectUid: projects.staging.uid })
    })

    it('says at once where the key is not accepted, and leads back to it', async () => {
      session.sandbox.lookups = 'all'
      const { adding, name, projects: list } = await begin('not-the-key')
      assert.match(problemIn(list) ?? '', /didn’t accept the API key \(401\)/)
      list.back()
      ;(await session.dialogs.box()).answer(session.sandbox.apiKey)
      const again = await nextPick(session)
      assert.equal(problemIn(again), undefined)
      again.choose(none)
      await adding
      assert.equal(await session.keyOf(name, session.sandbox.baseUrl), session.sandbox.apiKey)
    })

    it('keeps nothing of it after Escape', async () => {
      session.sandbox.lookups = 'all'
      const before = entries()
      const { adding, name, projects: list } = await begin()
      list.escape()
      await adding
      assert.deepEqual(entries(), before)
      assert.equal(await session.keyOf(name, session.sandbox.baseUrl), undefined)
    })
  })

  it('keeps what was typed on the way back', async () => {
    const name = session.nameToAdd()
    const { dialogs, sandbox } = session
    const adding = session.run('addConnection')
    ;(await dialogs.box()).answer(sandbox.baseUrl)
    ;(await dialogs.box()).answer(name)
    ;(await dialogs.box()).answer(sandbox.apiKey)
    ;(await dialogs.pick()).back()
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
    ;(await dialogs.pick()).answer('p1')
    await adding
    assert.deepEqual(entries().at(-1), { name, baseUrl: sandbox.baseUrl, projectUid: 'p1' })
  })

  it('asks for the key anew where another address is typed on the way back', async () => {
    const { dialogs, sandbox } = session
    const adding = session.run('addConnection')
    ;(await dialogs.box()).answer(sandbox.baseUrl)
    ;(await dialogs.box()).answer(session.nameToAdd())
    ;(await dialogs.box()).answer(sandbox.apiKey)
    ;(await dialogs.pick()).back()
    ;(await dialogs.box()).back()
    ;(await dialogs.box()).back()
    ;(await dialogs.box()).answer('https://other.example.com')
    ;(await dialogs.box()).enter()
    const key = await dialogs.box()
    assert.equal(key.value, '')
    key.escape()
    await adding
  })

  it('adds nothing after Escape, wherever', async () => {
    const before = entries()
    const { dialogs, sandbox } = session
    for (const answers of [[], [sandbox.baseUrl], [sandbox.baseUrl, session.nameToAdd(), 'k']]) {
      const adding = session.run('addConnection')
      for (const answer of answers) (await dialogs.box()).answer(answer)
      ;(await (answers.length < 3 ? dialogs.box() : dialogs.pick())).escape()
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
      [{ name: session.name, baseUrl, apiKey }, /A connection with this name already exists/],
      [{ name: 'x', baseUrl, apiKey: [apiKey] }, /^Invalid command argument: apiKey/],
      [apiKey, /^Invalid command arguments\.$/],
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
    const restore = replaceWriting(asWithMistakeInFile)
    const adding = session.run('addConnection')
    ;(await session.dialogs.box()).answer(baseUrl)
    ;(await session.dialogs.box()).answer(name)
    ;(await session.dialogs.box()).answer(apiKey)
    ;(await session.dialogs.pick()).answer('p1')
    await adding.finally(restore)

    const { text, buttons, press } = await session.dialogs.message()
    assert.match(text, /^Couldn’t save the connection: Unable to write into user settings/)
    assert.deepEqual(buttons, ['Retry', 'Edit Connections'])
    press('Retry')
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
