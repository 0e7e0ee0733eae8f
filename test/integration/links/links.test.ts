import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { sampleBaseUrl } from '../../../src/connections/sample.ts'
import { viewIds } from '../../../src/contributions.ts'
import type { MachinePoolNode, RegionNode } from '../../../src/ui/trees/nodes.ts'
import { accounts, configs, projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { closeViews, until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout
const account = accounts.awsProduction

describe('Links', () => {
  afterEach(closeViews)

  const session = useFilledSession()
  beforeEach(() => session.run('refreshZones'))

  const id = 'poolkeeper.poolkeeper'
  const open = (link: string) => parts.uriHandler.handleUri(vscode.Uri.parse(link)) as Promise<void>
  const add = (query: string) => open(`vscode://${id}/add-connection?${query}`)
  const entries = () =>
    vscode.workspace.getConfiguration().get<unknown[]>('poolkeeper.connections', [])
  const isPool = (name: string) => () => {
    const [node] = parts.views.get(viewIds.machinePools)?.selection ?? []
    return (node as MachinePoolNode | undefined)?.machinePoolName === name
  }

  /** Copies the link to a machine pool. */
  async function linkToPool(name = 'gpu-inference'): Promise<string> {
    await session.run('copyLink', (await session.poolRow(config, name)).node)
    return session.dialogs.clipboard ?? ''
  }

  describe('that add a connection', () => {
    it('fill in the prompts, once the host was agreed to, and save and send nothing before', async () => {
      const name = session.nameToAdd()
      const other = await session.startSandbox()
      const before = entries()
      session.sandbox.requests.length = 0
      const adding = add(
        `name=${name}&baseUrl=${encodeURIComponent(other.baseUrl)}&projectUid=p-1&protection=readOnly`,
      )
      const { text, detail, press } = await session.dialogs.modal()
      assert.equal(text, `Add a connection to ${new URL(other.baseUrl).host}?`)
      assert.match(
        detail,
        new RegExp(`URL: ${other.baseUrl}\nName: ${name}\nProject: p-1\nRead-only$`),
      )
      press('Add Connection')
      const address = await session.dialogs.box()
      assert.equal(address.value, other.baseUrl)
      address.answer(other.baseUrl)
      const naming = await session.dialogs.box()
      assert.equal(naming.value, name)
      naming.answer(name)
      const key = await session.dialogs.box()
      assert.deepEqual([key.value, key.password], ['', true])
      assert.deepEqual([entries(), other.requests, session.requests()], [before, [], []])
      key.answer(other.apiKey)
      const project = await session.dialogs.pick()
      assert.equal(project.labels[0], 'p-1')
      project.choose('p-1')
      await adding
      assert.deepEqual(entries().at(-1), {
        name,
        baseUrl: other.baseUrl,
        projectUid: 'p-1',
        protection: 'readOnly',
      })
    })

    it('lead to the sample without a prompt for its key, which it has none of', async () => {
      try {
        const adding = add(`baseUrl=${encodeURIComponent(sampleBaseUrl)}`)
        const { text, press } = await session.dialogs.modal()
        assert.equal(text, 'Try with sample data?')
        press('Try with Sample Data')
        await adding
        assert.deepEqual(session.dialogs.prompts, [])
        assert.equal((entries().at(-1) as { baseUrl: string }).baseUrl, sampleBaseUrl)
      } finally {
        await session.run('removeSampleData')
      }
    })

    it('are over where the host is not agreed to', async () => {
      const adding = add('baseUrl=https://api.example.com')
      ;(await session.dialogs.modal()).press()
      await adding
      assert.deepEqual(session.dialogs.prompts, [])
    })

    it('name a host as it is requested, and warn of one that may imitate another', async () => {
      const adding = add('baseUrl=https://%D0%B0pple.example/api')
      const { text, detail, press } = await session.dialogs.modal()
      assert.equal(text, 'Add a connection to xn--pple-43d.example?')
      assert.match(detail, /may imitate another one\.\n/)
      assert.match(detail, /URL: https:\/\/xn--pple-43d\.example\/api$/)
      press('Add Connection')
      assert.equal((await session.dialogs.box()).value, 'https://xn--pple-43d.example/api')
      session.dialogs.closeAll()
      await adding
    })

    it('are refused with a reason, and with nothing of them', async () => {
      const secret = 'hunter2-not-to-be-told'
      const reasons: Record<string, RegExp> = {
        [`baseUrl=https://api.example.com&apiKey=${secret}`]: /contains an API key/,
        [`baseUrl=https://user:${secret}@api.example.com`]: /can’t contain a user name or password/,
        [`baseUrl=https://api.example.com/%3Fkey=${secret}`]: /can’t contain a query/,
        'baseUrl=http://api.example.com': /must start with https:\/\//,
        'baseUrl=file:///etc/passwd': /Enter a URL that starts with https:\/\//,
        [`baseUrl=https://api.example.com&protection=${secret}`]: /protection: Enter “none”/,
        [`baseUrl=https://api.example.com&${secret}=1`]: /unknown parameter/,
        [`baseUrl=https://api.example.com&name=a&name=${secret}`]: /occurs twice/,
        [`baseUrl=https://api.example.com&name=${secret.repeat(200)}`]: /too long/,
      }
      const from = parts.log.length
      for (const [query, reason] of Object.entries(reasons)) {
        await add(query)
        assert.match((await session.dialogs.message()).text, reason)
      }
      const told = JSON.stringify([session.dialogs.messages, parts.log.slice(from)])
      assert.ok(!told.includes(secret))
      assert.deepEqual(session.dialogs.prompts, [])
    })

    it('discard nothing that is being entered, not even for another link', async () => {
      const other = await session.startSandbox()
      const adding = session.run('addConnection')
      for (const text of [other.baseUrl, session.nameToAdd()]) {
        ;(await session.dialogs.box()).answer(text)
      }
      const key = await session.dialogs.box()
      key.type('a-key-that-is-shown-once')
      const link = await linkToPool()
      for (const one of [`vscode://${id}/add-connection?baseUrl=https://api.example.com`, link]) {
        await open(one)
        assert.match(
          (await session.dialogs.message()).text,
          /^The link was not opened because a prompt is open\./,
        )
      }
      assert.deepEqual([key.isOver, key.value], [false, 'a-key-that-is-shown-once'])
      key.escape()
      await adding

      const both = ['a', 'b'].map((name) => add(`baseUrl=https://${name}.example.com`))
      for (const _ of both) (await session.dialogs.modal()).press('Add Connection')
      const address = await session.dialogs.box()
      assert.match(
        (await session.dialogs.message()).text,
        /^The link was not opened because a prompt is open\./,
      )
      assert.ok(!address.isOver)
      session.dialogs.closeAll()
      await Promise.all(both)
      assert.equal(
        session.dialogs.prompts.filter(({ value }) => /^https:..[ab]/.test(value)).length,
        1,
      )
    })

    it('say that a connection exists, and ask for another name where it is of another service', async () => {
      const { name, sandbox } = session
      await add(`name=${name}&baseUrl=${sandbox.baseUrl}`)
      assert.deepEqual(
        (await session.dialogs.message()).text,
        `Connection “${name}” already exists.`,
      )
      const adding = add(`name=${name}&baseUrl=https://api.example.com`)
      const { detail, press } = await session.dialogs.modal()
      assert.match(detail, /A connection with this name already exists\./)
      press('Add Connection')
      ;(await session.dialogs.box()).answer('https://api.example.com')
      assert.equal((await session.dialogs.box()).value, 'api.example.com')
      session.dialogs.closeAll()
      await adding
    })
  })

  describe('that were copied', () => {
    it('are of this VS Code, name the service by its URL, and no connection or key', async () => {
      const link = new URL(await linkToPool())
      assert.equal(link.protocol, `${vscode.env.uriScheme}:`)
      assert.deepEqual(Object.fromEntries(link.searchParams), {
        baseUrl: session.sandbox.baseUrl,
        provider: config.provider,
        configUid: config.uid,
        machinePoolName: 'gpu-inference',
        ...(link.searchParams.has('projectUid') && {
          projectUid: link.searchParams.get('projectUid'),
        }),
      })
    })

    it('reveal a machine pool, and change nothing', async () => {
      const link = await linkToPool()
      const state = JSON.stringify(parts.context.globalState.get('tracked'))
      await open(link)
      await until('the row', isPool('gpu-inference'))
      assert.equal(JSON.stringify(parts.context.globalState.get('tracked')), state)
      assert.ok(session.requests().every(({ method }) => method !== 'DELETE'))
      assert.deepEqual(session.dialogs.messages, [])
    })

    it('reveal a region', async () => {
      const row = await session.addRegion(account, 'us-east-1')
      await session.run('copyLink', row.node)
      await open(session.dialogs.clipboard ?? '')
      await until('the row', () => {
        const [node] = parts.views.get(viewIds.zones)?.selection ?? []
        return (node as RegionNode | undefined)?.region === 'us-east-1'
      })
    })

    it('say what is not listed, and pin nothing', async () => {
      const link = (await linkToPool()).replace('gpu-inference', 'gone')
      const state = JSON.stringify(parts.context.globalState.get('tracked'))
      await open(link)
      assert.match(
        (await session.dialogs.message()).text,
        /^“gone · [^”]+” isn’t in the Machine Pools view\.$/,
      )
      assert.equal(JSON.stringify(parts.context.globalState.get('tracked')), state)
    })

    it('ask before they switch to the connection with the service’s URL, whatever the others are called', async () => {
      const link = await linkToPool()
      const other = await session.connectAnother()
      await session.run('switchConnection', other.name)
      const opening = open(link)
      const { text, detail, press } = await session.dialogs.modal()
      assert.equal(text, `Switch to connection “${session.name}”?`)
      assert.match(detail, /machine pool “gpu-inference”/)
      press()
      await opening
      assert.equal(parts.context.workspaceState.get('activeConnection'), other.name)
      assert.deepEqual(
        other.sandbox.requests.filter(({ method }) => method === 'DELETE'),
        [],
      )
      const again = open(link)
      ;(await session.dialogs.modal()).press('Switch Connection')
      await again
      await until('the row', isPool('gpu-inference'))
      assert.equal(parts.context.workspaceState.get('activeConnection'), session.name)
    })

    it('lead to the connection that lists the machine pool, not to the active one of another project', async () => {
      const { name, sandbox } = session
      await session.enterProject(projects.production.uid)
      const link = await linkToPool()
      const own = { name, baseUrl: sandbox.baseUrl, projectUid: projects.production.uid }
      const other = { ...own, name: session.nameToAdd(), projectUid: projects.staging.uid }
      await session.connect(own, other)
      await session.setKey(other.name, sandbox.apiKey)
      await session.run('switchConnection', other.name)
      const opening = open(link)
      const { text, press } = await session.dialogs.modal()
      assert.equal(text, `Switch to connection “${name}”?`)
      press('Switch Connection')
      await opening
      await until('the row', isPool('gpu-inference'))
      assert.equal(parts.context.workspaceState.get('activeConnection'), name)
    })

    it('offer to add a connection where none has that URL, and reach no other one', async () => {
      const pool = `provider=aws&configUid=${config.uid}&machinePoolName=gpu-inference`
      const link = `vscode://${id}/reveal?baseUrl=https://api.example.com&${pool}`
      const opening = open(link)
      const { text, detail, press } = await session.dialogs.modal()
      assert.equal(text, 'Add a connection to api.example.com?')
      assert.match(
        detail,
        /^The link leads to api\.example\.com, which you have no connection to\./,
      )
      press('Add Connection')
      assert.equal((await session.dialogs.box()).value, 'https://api.example.com')
      session.dialogs.closeAll()
      await opening
      assert.deepEqual(session.requests(), [])
    })
  })
})
