import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { until, useSession } from '../helpers.ts'
import { getLoadedPick } from '../lookups.ts'

// What people copy is the URL of the page that they see.
describe('Connections: Add Connection with the URL of a page of the console', () => {
  const session = useSession()
  const savedUrls = () =>
    vscode.workspace
      .getConfiguration()
      .get<{ baseUrl: string }[]>(settingIds.connections, [])
      .map(({ baseUrl }) => baseUrl)

  /** Enters the URL of a page and a key, up to the question that follows. */
  async function beginWithPage(path: string, key = session.sandbox.apiKey) {
    const { sandbox, dialogs } = session
    sandbox.lookups = 'all'
    const body = '<!doctype html><html><head><title>Console</title></head></html>'
    const headers = { 'Content-Type': 'text/html' }
    sandbox.addFault({ path: `${path}/v1/`, body, headers, times: null })
    const adding = session.run('addConnection')
    ;(await dialogs.box()).answer(sandbox.baseUrl + path)
    const keyBox = await dialogs.box()
    keyBox.answer(key)
    return { adding, keyBox }
  }

  for (const path of ['/projects/123/clusters', '/clusters/123/overview', '/admin/users']) {
    it(`offers the URL at which the service responds: ${path}`, async () => {
      const { baseUrl } = session.sandbox
      const { adding } = await beginWithPage(path)
      const urls = await getLoadedPick(session)
      assert.deepEqual(urls.labels, [baseUrl, baseUrl + path])
      urls.select(baseUrl)
      ;(await getLoadedPick(session)).select('All projects')
      await adding
      assert.ok(!savedUrls().includes(baseUrl + path))
      assert.equal(savedUrls().at(-1), baseUrl)
    })
  }

  it('saves the entered URL if people prefer that', async () => {
    const { adding } = await beginWithPage('/admin/users')
    const page = `${session.sandbox.baseUrl}/admin/users`
    ;(await getLoadedPick(session)).select(page)
    await adding
    assert.equal(savedUrls().at(-1), page)
  })

  it('says that the service doesn’t accept a key', async () => {
    const { adding, keyBox } = await beginWithPage('/admin/users', 'not-the-key')
    await until('the problem', () => keyBox.validationMessage)
    assert.match(keyBox.validationMessage ?? '', /didn’t accept the API key/)
    session.dialogs.closeAll()
    await adding
  })
})
