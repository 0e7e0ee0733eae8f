import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { viewIds } from '../../../src/contributions.ts'
import { accounts, projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { replace } from '../../replace.ts'
import { until, useSession } from '../helpers.ts'
import { getLoadedPick } from '../lookups.ts'
import { rejectSettingUpdate, replaceSettingUpdate } from '../settings.ts'

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

  it('takes everything as an argument, and activates the connection', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const name = 'added'
    await session.run('addConnection', {
      name: ` ${name} `,
      baseUrl,
      deletion: 'block',
      apiKey,
    })
    assert.deepEqual(entries().at(-1), { name, baseUrl, deletion: 'block' })
    await until(
      'the status bar',
      () => parts.statusBarItem.text === `$(lock) ${name} · Deletion blocked`,
    )
    await session.run('listZones', query)
    assert.equal(session.requests()[0]?.headers['apikey'], apiKey)
  })

  it('stores the key before the connection becomes visible', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const name = 'added'
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

  it('prompts for URL and key, takes the name of the host, and offers the next step', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const { dialogs } = session
    const adding = session.run('addConnection')

    const address = await dialogs.box()
    address.answer('http://api.example.com')
    assert.match(address.validationMessage ?? '', /https:\/\//)
    address.answer(` ${baseUrl} `)

    const key = await dialogs.box()
    assert.ok(key.password)
    key.answer(apiKey)
    await adding

    const name = '127.0.0.1'
    assert.deepEqual(entries().at(-1), { name, baseUrl })
    await until('the status bar', () => parts.statusBarItem.text === `$(cloud) ${name}`)
    const { text, buttons, press } = await dialogs.message()
    assert.deepEqual([text, buttons], [`Connection “${name}” saved`, ['List Zones']])
    press('List Zones')
    const account = await getLoadedPick(session)
    assert.equal(account.title, 'List Zones')
    account.escape()
  })

  it('gives the focus to the first row, because the welcome view with its button is gone', async () => {
    session.sandbox.lookups = 'all'
    const { baseUrl, apiKey } = session.sandbox
    await session.run('addConnection', { name: 'added', baseUrl, apiKey })
    const labelOf = (node: unknown) => (node as { name?: string } | undefined)?.name
    await until('the first account', () => {
      return labelOf(parts.views.get(viewIds.zones)?.selection[0]) === 'aws-audit'
    })
  })

  it('completes a host that is entered without https://, and takes its name', async () => {
    const { dialogs } = session
    session.sandbox.lookups = 'all'
    const adding = session.run('addConnection')
    const address = await dialogs.box()
    for (const wrong of ['http:/api.example.com', 'ftp://api.example.com', 'a b', '?']) {
      address.answer(wrong)
      assert.ok(address.validationMessage, wrong)
    }
    address.answer('127.0.0.1:1/prefix')
    const name = '127.0.0.1'
    ;(await dialogs.box()).answer('some-key')
    await adding
    assert.deepEqual(entries().at(-1), { name, baseUrl: 'https://127.0.0.1:1/prefix' })
    await dialogs.message()
  })

  it('prompts for a name if that of the host is taken', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const { dialogs } = session
    const taken = { name: '127.0.0.1', baseUrl: 'https://api.example.com' }
    await session.writeConnections({ name: session.name, baseUrl }, taken)
    const adding = session.run('addConnection')
    ;(await dialogs.box()).answer(baseUrl)
    const naming = await dialogs.box()
    assert.equal(naming.value, taken.name)
    naming.answer(session.name)
    assert.match(naming.validationMessage ?? '', /A connection with this name already exists/)
    const name = 'added'
    naming.answer(name)
    ;(await dialogs.box()).answer(apiKey)
    await adding
    assert.deepEqual(entries().at(-1), { name, baseUrl })
  })

  /** Answers what comes before the key. */
  async function beginUntilKey(baseUrl = session.sandbox.baseUrl) {
    const name = '127.0.0.1'
    const adding = session.run('addConnection')
    ;(await session.dialogs.box()).answer(baseUrl)
    return { adding, name, key: await session.dialogs.box() }
  }

  describe('at the prompt for the key', () => {
    it('says at once that the key isn’t accepted, keeps it, and ends with the name of the organization', async () => {
      session.sandbox.lookups = 'all'
      const { adding, key } = await beginUntilKey()
      key.answer('not-the-key')
      const problem = await until('the problem', () => key.validationMessage)
      assert.match(problem, /didn’t accept the API key \(401\)\./)
      const asked = session.requests().length
      for (let times = 0; times < 3; times++) key.pressEnter() // as it is held
      assert.ok(!key.isOver && !key.busy)
      assert.equal(session.requests().length, asked)
      assert.equal(key.validationMessage, problem)
      assert.equal(key.value, 'not-the-key')
      key.answer(session.sandbox.apiKey)
      ;(await getLoadedPick(session)).select(none)
      await adding
      const { host } = new URL(session.sandbox.baseUrl)
      const { text } = await session.dialogs.message()
      assert.equal(text, `Connected to ${host} (Northwind Traders)`)
    })

    it('stores the key even if the service doesn’t respond, and says so', async () => {
      const gone = await session.startSandbox()
      await gone.close()
      const { adding, name, key } = await beginUntilKey(gone.baseUrl)
      key.answer('some-key')
      await adding
      assert.equal(await session.getKey(name, gone.baseUrl), 'some-key')
      const { severity, text, buttons } = await session.dialogs.message()
      assert.equal(severity, 'warning')
      const saved = `The API key for “${name}” was saved, but couldn’t be checked. The connection to `
      assert.ok(text.startsWith(saved), text)
      assert.deepEqual(buttons, ['Check Connection', 'Edit Connections'])
    })
  })

  it('says why a key couldn’t be checked, without the key that the service repeats', async () => {
    session.sandbox.lookups = 'all'
    session.sandbox.addFault({ path: '/users/info', echoKey: true, status: 500, times: null })
    const { adding, key } = await beginUntilKey()
    key.answer(session.sandbox.apiKey)
    await adding
    const { text } = await session.dialogs.message()
    assert.match(text, /was saved, but couldn’t be checked\. .*Invalid key: ‹API key›/)
  })

  it('lists the projects of the key, and takes the selected one', async () => {
    session.sandbox.lookups = 'all'
    const { baseUrl, apiKey } = session.sandbox
    const { adding, name, key } = await beginUntilKey()
    key.answer(apiKey)
    const list = await getLoadedPick(session)
    assert.deepEqual(list.labels, [none, 'Production', 'Staging'])
    assert.equal(list.items[0]?.description, undefined) // nothing is current yet
    const requests = session.requests() // at once, in any order, and perhaps beside those of views
    assert.ok(requests.some(({ url }) => url === '/v1/dashboard/projects/metadata'))
    assert.ok(requests.some(({ url }) => url === '/v1/users/info'))
    assert.ok(requests.every(({ headers }) => headers['apikey'] === apiKey))
    list.select('Staging')
    await adding
    assert.deepEqual(entries().at(-1), { name, baseUrl, projectUid: projects.staging.uid })
  })

  it('refuses arguments that make no connection, without repeating them', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const before = entries()
    const wrong: [args: unknown, text: RegExp][] = [
      [{ name: 'x', baseUrl: 'http://api.example.com', apiKey }, /must start with https/],
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

  const refusals: { what: string; refuse: () => () => void; said: RegExp }[] = [
    {
      what: 'keeps what was typed while the settings cannot be written',
      refuse: () => replaceSettingUpdate(rejectSettingUpdate),
      said: /^Couldn’t save the connection: Unable to write into user settings/,
    },
    {
      what: 'keeps what was typed while secret storage refuses the key',
      refuse: () =>
        replace(parts.context.secrets, 'store', () => Promise.reject(new Error('It’s locked'))),
      said: /^Couldn’t save the connection: It’s locked$/,
    },
  ]
  for (const { what, refuse, said } of refusals) {
    it(what, async () => {
      const { baseUrl, apiKey } = session.sandbox
      session.sandbox.lookups = 'all'
      const { adding, name, key } = await beginUntilKey()
      const restore = refuse()
      key.answer(apiKey)
      ;(await getLoadedPick(session)).answer('p1')
      await adding.finally(restore)

      const { text, buttons, press } = await session.dialogs.message()
      assert.match(text, said)
      assert.deepEqual(buttons, ['Retry', 'Edit Connections'])
      assert.ok(!JSON.stringify(entries()).includes(`"${name}"`))
      assert.equal(await session.getKey(name, baseUrl), undefined) // only Retry has it
      press('Retry')
      await until('the connection', () => JSON.stringify(entries().at(-1)).includes('p1'))
      assert.deepEqual(entries().at(-1), { name, baseUrl, projectUid: 'p1' })
      assert.equal(await session.getKey(name, baseUrl), apiKey)
    })
  }

  it('keeps the earlier key if the settings can’t be written', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const name = 'added'
    const { origin } = new URL(baseUrl)
    await parts.context.secrets.store(`apiKey:${JSON.stringify([name, origin])}`, 'key-before')
    const restore = replaceSettingUpdate(rejectSettingUpdate)
    await session.run('addConnection', { name, baseUrl, apiKey }).finally(restore)
    assert.equal(await session.getKey(name, baseUrl), 'key-before')
  })

  it('stores no key for another service that another window writes meanwhile', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const other = await session.startSandbox()
    const name = 'added'
    const written = [...entries(), { name, baseUrl: other.baseUrl }]
    const restore = replaceSettingUpdate(() => writeAsUsual(written))
    await session.run('addConnection', { name, baseUrl, apiKey }).finally(restore)
    assert.match((await session.dialogs.message()).text, /was changed or removed in the meantime/)
    assert.equal(await session.getKey(name, other.baseUrl), undefined)
    assert.equal(await session.getKey(name, baseUrl), undefined)
  })
})
