import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts, configs, projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession } from '../helpers.ts'
import { asWithMistakeInFile, replaceWriting } from '../settings.ts'

describe('Connections: Edit Connection', () => {
  const session = useSession()
  const entries = () =>
    vscode.workspace.getConfiguration().get<unknown[]>('poolkeeper.connections', [])
  const own = () => ({ name: session.name, baseUrl: session.sandbox.baseUrl })

  /** Goes through all steps; what isn’t given stays. */
  async function edit(change: {
    baseUrl?: string
    name?: string
    apiKey?: string
    project?: string
    protection?: string
    consoleUrl?: string
  }) {
    const { dialogs } = session
    const editing = session.run('editConnection', { connection: session.name })
    for (const text of [change.baseUrl, change.name, change.apiKey]) {
      const box = await dialogs.box()
      if (text === undefined) box.enter()
      else box.answer(text)
    }
    const project = await dialogs.pick()
    if (change.project === undefined) project.enter()
    else project.answer(change.project)
    const protection = await dialogs.pick()
    if (change.protection === undefined) protection.enter()
    else protection.choose(change.protection)
    const console = await dialogs.box()
    if (change.consoleUrl === undefined) console.enter()
    else console.answer(change.consoleUrl)
    await editing
  }

  it('has the steps of Add Connection with what is there, and two more', async () => {
    const consoleUrl = 'https://console.example.com'
    const more = { projectUid: projects.staging.uid, protection: 'confirm', consoleUrl }
    await session.reconnect(more)
    const { dialogs } = session
    const editing = session.run('editConnection')
    const seen: unknown[] = []
    for (const _ of [1, 2, 3]) {
      const box = await dialogs.box()
      seen.push([box.title, box.step, box.totalSteps, box.value])
      box.enter()
    }
    const title = 'Edit Connection'
    assert.deepEqual(seen, [
      [title, 1, 6, session.sandbox.baseUrl],
      [title, 2, 6, session.name],
      [title, 3, 6, ''], // a key is shown nowhere
    ])
    const project = await dialogs.pick()
    assert.equal(project.labels[0], projects.staging.uid)
    project.enter()
    const protection = await dialogs.pick()
    assert.deepEqual(protection.labels, ['Protected', 'Not protected', 'Read-only'])
    protection.enter()
    const console = await dialogs.box()
    assert.equal(console.value, consoleUrl)
    console.enter()
    await editing
    assert.deepEqual(entries(), [{ ...own(), ...more }])
    assert.equal(await session.keyOf(session.name, own().baseUrl), session.sandbox.apiKey)
  })

  it('changes every field, and leaves what it does not know', async () => {
    const broken = { name: 'broken', baseUrl: 'nowhere' }
    await session.connect(broken, { note: 'mine', ...own(), readOnly: true })
    await edit({
      project: 'p1',
      protection: 'Protected',
      consoleUrl: ' https://console.example.com ',
    })
    assert.deepEqual(entries(), [
      broken,
      {
        note: 'mine',
        ...own(),
        projectUid: 'p1',
        protection: 'confirm',
        consoleUrl: 'https://console.example.com',
      },
    ])
    await edit({ project: 'All projects', protection: 'Not protected', consoleUrl: '' })
    assert.deepEqual(entries(), [broken, { note: 'mine', ...own() }])
  })

  it('leaves a protection that stays as it is written, which is all that earlier versions know', async () => {
    await session.connect({ ...own(), readOnly: true })
    await edit({ project: 'p1' })
    assert.deepEqual(entries(), [{ ...own(), projectUid: 'p1', readOnly: true }])
  })

  it('sets another key, and says at once where it is mistyped', async () => {
    session.sandbox.lookups = 'all'
    await session.run('clearApiKey')
    const { dialogs } = session
    const editing = session.run('editConnection')
    ;(await dialogs.box()).enter()
    ;(await dialogs.box()).enter()
    const key = await dialogs.box()
    assert.equal(key.placeholder, 'Leave empty to set the API key later')
    key.answer('not-the-key')
    await until('the problem', () => key.validationMessage)
    key.answer(session.sandbox.apiKey)
    ;(await dialogs.pick()).choose('All projects')
    ;(await dialogs.pick()).enter()
    ;(await dialogs.box()).enter()
    await editing
    assert.equal(await session.keyOf(session.name, own().baseUrl), session.sandbox.apiKey)
    assert.match(dialogs.statusMessages.at(-1) ?? '', /\(organization: Northwind Traders\)$/)
  })

  it('takes no key to another service', async () => {
    const elsewhere = await session.startSandbox()
    elsewhere.lookups = 'all'
    await edit({ baseUrl: elsewhere.baseUrl })
    assert.deepEqual(entries(), [{ ...own(), baseUrl: elsewhere.baseUrl }])
    assert.equal(await session.keyOf(session.name, elsewhere.baseUrl), undefined)
    assert.deepEqual(elsewhere.requests, [])
    await session.rows('machinePools')
    assert.deepEqual(elsewhere.requests, [])
  })

  it('takes key, pins and the choice of the workspace to a new name', async () => {
    const other = await session.connectAnother()
    await session.run('switchConnection', session.name)
    await session.addRegion(accounts.awsProduction, 'us-east-1')
    await session.addPool(configs.checkout, 'worker-pool')
    const name = session.nameToAdd()
    await edit({ name })
    assert.deepEqual(entries(), [
      { ...own(), name },
      { name: other.name, baseUrl: other.baseUrl },
    ])
    await until('the status bar', () => parts.statusBarItem.text === `$(cloud) ${name}`)
    assert.equal(await session.keyOf(name, own().baseUrl), session.sandbox.apiKey)
    assert.equal(await session.keyOf(session.name, own().baseUrl), undefined)
    assert.ok(await session.row('zones', accounts.awsProduction.name, 'us-east-1'))
    assert.ok(await session.row('machinePools', configs.checkout.clusterName, 'worker-pool'))
    const state = parts.context.globalState
    for (const key of ['tracked', 'apiKeyOrigins']) {
      assert.ok(!JSON.stringify(state.get(key)).includes(`"${session.name}"`), key)
    }
  })

  it('refuses the name of another connection', async () => {
    const other = await session.connectAnother()
    const editing = session.run('editConnection', { connection: session.name })
    ;(await session.dialogs.box()).enter()
    const box = await session.dialogs.box()
    box.answer(other.name)
    assert.match(box.validationMessage ?? '', /already exists/)
    box.escape()
    await editing
  })

  it('changes nothing after Escape, wherever', async () => {
    const before = entries()
    for (const steps of [0, 1, 2, 3, 4, 5]) {
      const editing = session.run('editConnection')
      const prompt = async (at: number) =>
        at === 3 || at === 4 ? session.dialogs.pick() : session.dialogs.box()
      for (let at = 0; at < steps; at++) {
        const one = await prompt(at)
        if (at === 1) (one as Awaited<ReturnType<typeof session.dialogs.box>>).answer('given-up')
        else one.enter()
      }
      ;(await prompt(steps)).escape()
      await editing
      assert.deepEqual(entries(), before)
      assert.equal(await session.keyOf('given-up', own().baseUrl), undefined)
    }
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('is for the connection of a failed row, though there are others', async () => {
    await session.connectAnother()
    const editing = session.run('editConnection', { kind: 'failure' })
    const box = await session.dialogs.box()
    assert.equal(box.value, session.sandbox.baseUrl)
    box.escape()
    await editing
  })

  it('loses nothing while the settings cannot be written', async () => {
    await session.addPool(configs.checkout, 'worker-pool')
    const name = session.nameToAdd()
    const restore = replaceWriting(asWithMistakeInFile)
    await edit({ name }).finally(restore)
    const { text, buttons, press } = await session.dialogs.message()
    assert.match(text, /^Couldn’t save the connection: Unable to write into user settings/)
    assert.deepEqual(buttons, ['Retry', 'Edit in settings.json'])
    assert.deepEqual(entries(), [own()])
    assert.equal(await session.keyOf(session.name, own().baseUrl), session.sandbox.apiKey)
    assert.equal(await session.keyOf(name, own().baseUrl), undefined)
    assert.ok(await session.row('machinePools', configs.checkout.clusterName, 'worker-pool'))
    const tracked = JSON.stringify(parts.context.globalState.get('tracked'))
    assert.ok(!tracked.includes(name))

    press('Retry')
    ;(await session.dialogs.box()).enter()
    const naming = await session.dialogs.box()
    assert.equal(naming.value, name)
    naming.escape()
  })

  it('does not bring back an earlier protection by Retry', async () => {
    const editing = session.run('editConnection')
    const first = await session.dialogs.box()
    await session.reconnect({ protection: 'readOnly' })
    first.enter()
    ;(await session.dialogs.box()).enter()
    ;(await session.dialogs.box()).enter()
    ;(await session.dialogs.pick()).answer('p1')
    ;(await session.dialogs.pick()).enter()
    ;(await session.dialogs.box()).enter()
    await editing
    ;(await session.dialogs.message()).press('Retry')
    for (const _ of [1, 2, 3]) (await session.dialogs.box()).enter()
    ;(await session.dialogs.pick()).enter()
    const protection = await session.dialogs.pick()
    assert.equal(protection.labels[0], 'Read-only')
    protection.enter()
    ;(await session.dialogs.box()).enter()
    await until('the project', () => JSON.stringify(entries()).includes('p1'))
    assert.deepEqual(entries(), [{ ...own(), projectUid: 'p1', protection: 'readOnly' }])
  })

  it('marks as current what is saved, not what was selected on the way', async () => {
    await session.reconnect({ protection: 'readOnly' })
    const editing = session.run('editConnection')
    for (const _ of [1, 2, 3]) (await session.dialogs.box()).enter()
    ;(await session.dialogs.pick()).enter()
    ;(await session.dialogs.pick()).choose('Not protected')
    ;(await session.dialogs.box()).back()
    const again = await session.dialogs.pick()
    const marked = again.items.filter(({ description = '' }) => description.endsWith('current'))
    assert.equal(again.labels[0], 'Not protected')
    assert.deepEqual(
      marked.map(({ label }) => label),
      ['Read-only'],
    )
    again.escape()
    await editing
  })

  it('is refused where the connection changed while the prompts stood', async () => {
    const editing = session.run('editConnection')
    const first = await session.dialogs.box()
    await session.reconnect({ projectUid: 'p1' })
    first.enter()
    ;(await session.dialogs.box()).enter()
    ;(await session.dialogs.box()).enter()
    ;(await session.dialogs.pick()).enter()
    ;(await session.dialogs.pick()).choose('Read-only')
    ;(await session.dialogs.box()).enter()
    await editing
    const { text, buttons } = await session.dialogs.message()
    assert.match(text, /was not changed because it was changed or removed in the meantime/)
    assert.deepEqual(buttons, ['Retry'])
    assert.deepEqual(entries(), [{ ...own(), projectUid: 'p1' }])
  })
})
