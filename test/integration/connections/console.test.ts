import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { until, useSession } from '../helpers.ts'
import { replace } from '../../replace.ts'

describe('Connections: Open in Management Console', () => {
  const session = useSession()
  const consoleUrl = 'https://console.example.com/prefix/'
  let opened: string[]
  let restore: () => void
  beforeEach(() => {
    opened = []
    restore = replace(
      vscode.env,
      'openExternal',
      async (uri) => opened.push(uri.toString(true)) > 0,
    )
  })
  afterEach(() => restore())

  const hasConsole = () => parts.contextKeys.get('poolkeeper.hasConsole')

  it('opens the console URL of the connection, and sends nothing there', async () => {
    const { baseUrl, requests, apiKey } = session.sandbox
    await session.changeConnection({ consoleUrl: `${baseUrl}/console/` })
    await session.run('openInConsole')
    const row = await session.pinPool(configs.checkout, 'worker-pool')
    await session.run('openInConsole', row.node)
    assert.deepEqual(opened, [`${baseUrl}/console`, `${baseUrl}/console`])
    assert.ok(!opened.join().includes(apiKey))
    assert.deepEqual(
      requests.filter(({ url }) => url.startsWith('/console')),
      [],
    )
  })

  it('is in the menus only while the active connection has one', async () => {
    await until('none', () => hasConsole() === false)
    await session.changeConnection({ consoleUrl })
    await until('one', () => hasConsole() === true)
    await session.changeConnection({ consoleUrl: '' })
    await until('none', () => hasConsole() === false)
  })

  describe('for a row', () => {
    const template = 'https://console.example.com/p/{projectUid}/c/{clusterUid}/{configUid}'
    const filled = useFilledSession()
    const reach = async (url: string) => {
      await filled.changeConnection({ consoleUrl: url })
      await until('the views', () => filled.rows('machinePools'))
    }

    it('opens its page if the console URL reaches it, and its tooltip links there', async () => {
      await reach(template)
      const { uid, clusterUid, clusterName, projectUid } = configs.checkout
      const row = await filled.clusterRow(clusterName)
      await filled.run('openInConsole', row.node)
      const page = `https://console.example.com/p/${projectUid}/c/${clusterUid}/${uid}`
      assert.deepEqual(opened, [page])
      const { value } = row.item.tooltip as vscode.MarkdownString
      assert.ok(value.includes(`[Open in Management Console](<${page}>)`), value)
      await filled.run('openInConsole')
      assert.equal(opened[1], 'https://console.example.com/p')
      assert.ok(!opened.join().includes(filled.sandbox.apiKey))
    })

    it('is in the menu only of a row that has a page', async () => {
      const hasPage = async () => {
        const [project] = await filled.rows('machinePools')
        const cluster = await filled.clusterRow(configs.checkout.clusterName)
        return [project, cluster].map((row) => row?.item.contextValue?.includes('console'))
      }
      await reach(template)
      assert.deepEqual(await hasPage(), [false, true])
      await reach('https://console.example.com/p/{projectUid}')
      assert.deepEqual(await hasPage(), [true, false])
      await reach('https://console.example.com/')
      assert.deepEqual(await hasPage(), [false, false])
    })
  })

  it('says that the connection has no console URL', async () => {
    await session.run('openInConsole')
    const { text, buttons } = await session.dialogs.message()
    assert.match(
      text,
      /has no URL for the management console\. Run “Edit Connections” to add one\.$/,
    )
    assert.deepEqual(buttons, ['Edit Connections'])
    assert.deepEqual(opened, [])
  })
})
