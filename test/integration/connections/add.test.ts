import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { replace } from '../../replace.ts'
import { until, useSession, writeSetting } from '../helpers.ts'
import { manual, nextPick, problemIn } from '../lookups.ts'
import { asWithMistakeInFile, replaceWriting } from '../settings.ts'

const none = 'All projects'
const { getConfiguration } = vscode.workspace
const writeAsUsual = async (value: unknown) =>
  getConfiguration().update('poolkeeper.connections', value, vscode.ConfigurationTarget.Global)

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
    assert.deepEqual(entries().at(-1), { name, baseUrl, protection: 'readOnly' })
    await until('the status bar', () => parts.statusBarItem.text === `$(lock) ${name} · Read-only`)
    await session.run('listZones', query)
    assert.equal(session.requests()[0]?.headers['apikey'], apiKey)
  })

  it('has its key by the time that it can be seen', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const name = session.nameToAdd()
    const { secrets } = parts.context
    const stored = Promise.withResolvers<void>()
    let isStoring = false
    const store = secrets.store.bind(secrets)
    const restore = replace(secrets, 'store', async (key: string, value: string) => {
      isStoring = true
      await stored.promise
      await store(key, value)
    })
    const adding = session.run('addConnection', { name, baseUrl, apiKey }).finally(restore)
    await until('the key', () => isStoring)
    const before = JSON.stringify(entries())
    stored.resolve()
    await adding
    assert.doesNotMatch(before, new RegExp(name))
    await session.run('listZones', query)
    assert.equal(session.requests().at(-1)?.headers['apikey'], apiKey)
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
    await until('the status bar', () => parts.statusBarItem.text === `$(cloud) ${name}`)
  })

  /** Answers what comes before the key. */
  async function beginUntilKey(baseUrl = session.sandbox.baseUrl) {
    const name = session.nameToAdd()
    const adding = session.run('addConnection')
    for (const text of [baseUrl, name]) (await session.dialogs.box()).answer(text)
    return { adding, name, key: await session.dialogs.box() }
  }

  describe('at the key', () => {
    it('says at once that it is mistyped, keeps it, and ends with who one is', async () => {
      session.sandbox.lookups = 'all'
      const { adding, key } = await beginUntilKey()
      key.answer('not-the-key')
      const problem = await until('the problem', () => key.validationMessage)
      assert.match(
        problem,
        /didn’t accept the API key \(401\)\. .* \(To use the value anyway, press Enter again\.\)$/,
      )
      assert.ok(!key.isOver)
      assert.equal(key.value, 'not-the-key')
      key.answer(session.sandbox.apiKey)
      ;(await nextPick(session)).choose(none)
      await adding
      const { host } = new URL(session.sandbox.baseUrl)
      assert.deepEqual(session.dialogs.statusMessages, [
        `Connected to ${host} (organization: Northwind Traders)`,
      ])
      assert.deepEqual(session.dialogs.messages, [])
    })

    it('ends with the name of an organization, which is no icon', async () => {
      const body = JSON.stringify({ metadata: { uid: 'u' }, status: {}, orgName: 'a $(trash)' })
      session.sandbox.lookups = 'all'
      session.sandbox.addFault({ path: '/users/info', body })
      const { adding, key } = await beginUntilKey()
      key.answer(session.sandbox.apiKey)
      ;(await nextPick(session)).choose(none)
      await adding
      assert.match(session.dialogs.statusMessages.join(), /\(organization: a \\\$\(trash\)\)$/)
    })

    it('says at once that nothing answers, and takes the key all the same', async () => {
      const gone = await session.startSandbox()
      await gone.close()
      const { adding, name, key } = await beginUntilKey(gone.baseUrl)
      key.answer('some-key')
      assert.match(
        await until('the problem', () => key.validationMessage),
        /connection to .* failed/,
      )
      key.enter()
      ;(await session.dialogs.pick()).choose(none)
      await adding
      assert.equal(await session.keyOf(name, gone.baseUrl), 'some-key')
      assert.deepEqual(session.dialogs.statusMessages, [`Connection “${name}” saved`])
    })

    it('claims nothing where the service does not tell', async () => {
      const { adding, name, key } = await beginUntilKey()
      key.answer(session.sandbox.apiKey)
      ;(await session.dialogs.pick()).choose(none)
      await adding
      assert.deepEqual(session.dialogs.statusMessages, [`Connection “${name}” saved`])
    })

    it('waits for no answer after Escape', async () => {
      session.sandbox.addFault({ stall: 'beforeHeaders' })
      const { adding, key } = await beginUntilKey()
      key.answer(session.sandbox.apiKey)
      await until('the request', () => session.requests().length === 1)
      assert.ok(key.busy)
      key.escape()
      await adding
      assert.deepEqual(session.dialogs.messages, [])
    })
  })

  describe('at its last step', () => {
    /** Answers the others. */
    async function begin() {
      const { key, ...others } = await beginUntilKey()
      key.answer(session.sandbox.apiKey)
      return { ...others, projects: await nextPick(session) }
    }

    it('lists the projects that the key sees, and takes the one chosen', async () => {
      session.sandbox.lookups = 'all'
      const { adding, name, projects: list } = await begin()
      assert.deepEqual(list.labels, [none, 'Production', 'Staging', manual])
      assert.equal(list.items[0]?.description, undefined) // nothing is current yet
      const [check, request, ...others] = session.requests()
      assert.match(check?.url ?? '', /users\/info$/)
      assert.match(request?.url ?? '', /projects\/metadata$/)
      assert.equal(request?.headers['apikey'], session.sandbox.apiKey)
      assert.deepEqual(others, [])
      list.choose('Staging')
      await adding
      const { baseUrl } = session.sandbox
      assert.deepEqual(entries().at(-1), { name, baseUrl, projectUid: projects.staging.uid })
    })

    it('leads back to the key, where it was taken though the service does not accept it', async () => {
      session.sandbox.lookups = 'all'
      const { adding, name, key } = await beginUntilKey()
      key.answer('not-the-key')
      await until('the problem', () => key.validationMessage)
      key.enter()
      const list = await nextPick(session)
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
    assert.deepEqual(buttons, ['Retry', 'Edit in settings.json'])
    press('Retry')
    await until('the connection', () => JSON.stringify(entries().at(-1)).includes(name))
    assert.deepEqual(entries().at(-1), { name, baseUrl, projectUid: 'p1' })
    assert.equal(await session.keyOf(name, baseUrl), apiKey)
  })

  it('keeps the protection it is called with, also while the settings cannot be written', async () => {
    const { baseUrl } = session.sandbox
    for (const [given, protection] of [
      [{ readOnly: true }, 'readOnly'],
      [{ protection: 'confirm' }, 'confirm'],
    ] as const) {
      const name = session.nameToAdd()
      const restore = replaceWriting(asWithMistakeInFile)
      await session.run('addConnection', { name, baseUrl, ...given }).finally(restore)
      ;(await session.dialogs.message()).press('Retry')
      await until('the connection', () => JSON.stringify(entries().at(-1)).includes(name))
      assert.deepEqual(entries().at(-1), { name, baseUrl, protection })
    }
  })

  it('keeps the key that was typed while secret storage refuses it', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const { adding, name, key } = await beginUntilKey()
    const restore = replace(parts.context.secrets, 'store', async () => {
      throw new Error('The keyring is locked')
    })
    key.answer(apiKey)
    ;(await session.dialogs.pick()).choose(none)
    await adding.finally(restore)
    assert.deepEqual(entries().at(-1), { name, baseUrl })
    const { text, press } = await session.dialogs.message()
    assert.equal(text, 'Couldn’t save the API key: The keyring is locked')
    press('Retry')
    await until('the key', async () => (await session.keyOf(name, baseUrl)) === apiKey)
    assert.match(parts.statusBarItem.text, new RegExp(name))
  })

  it('stores no key for another service that another window writes meanwhile', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const other = await session.startSandbox()
    const name = session.nameToAdd()
    const written = [...entries(), { name, baseUrl: other.baseUrl }]
    const restore = replaceWriting(() => writeAsUsual(written))
    await session.run('addConnection', { name, baseUrl, apiKey }).finally(restore)
    assert.match((await session.dialogs.message()).text, /was changed or removed in the meantime/)
    assert.equal(await session.keyOf(name, other.baseUrl), undefined)
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
