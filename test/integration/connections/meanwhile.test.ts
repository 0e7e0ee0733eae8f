import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import type { Sandbox } from '../../sandbox/service.ts'
import { parts } from '../extensionParts.ts'
import { replace } from '../../replace.ts'
import { type Session, useSession } from '../helpers.ts'
import { getLoadedPick } from '../lookups.ts'

/** Opens a question about a connection, the running command with it; resolves to how it is answered then. */
type Open = (session: Session) => Promise<{ running?: Promise<unknown>; answer: () => void }>

const questions: Record<string, Open> = {
  'switches to no': async (session) => {
    const running = session.run('manageConnections')
    const list = await session.dialogs.pick()
    return { running, answer: () => list.select(session.name) }
  },
  'allows deletions with a button over no': async (session) => {
    await session.changeConnection({ deletion: 'type' })
    const running = session.run('manageConnections')
    const list = await session.dialogs.pick()
    list.pressItemButton(session.name, 'Change How Deletions Are Confirmed (Type to delete)')
    const levels = await session.dialogs.pick()
    return { running, answer: () => levels.select('Confirm with a button') }
  },
  'selects a project for no': async (session) => {
    session.sandbox.lookups = 'all'
    const running = session.run('selectProject')
    const list = await getLoadedPick(session)
    return { running, answer: () => list.select('Staging') }
  },
  'pins nothing for any': async (session) => {
    const running = session.run('pin')
    ;(await getLoadedPick(session)).select('aws')
    ;(await getLoadedPick(session)).answer('config-uid')
    ;(await session.dialogs.box()).answer('')
    const name = await session.dialogs.box()
    return { running, answer: () => name.answer('worker-pool') }
  },
  'checks and stores the key of no': async (session) => {
    const running = session.run('setApiKey')
    const box = await session.dialogs.box()
    return { running, answer: () => box.answer('another-key') }
  },
  'stores no key by Retry for any': async (session) => {
    const restore = replace(parts.context.secrets, 'store', async () => {
      throw new Error('The keyring is locked')
    })
    const args = { connection: session.name, apiKey: 'another-key' }
    await session.run('setApiKey', args).finally(restore)
    const { press } = await session.dialogs.message()
    return { answer: () => press('Retry') }
  },
  'clears the key of no': async (session) => {
    const running = session.run('clearApiKey')
    const { press } = await session.dialogs.modal()
    return { running, answer: () => press('Clear API Key') }
  },
  'removes no': async (session) => {
    const running = session.run('removeConnection', session.name)
    const { press } = await session.dialogs.modal()
    return { running, answer: () => press('Remove Connection') }
  },
}

describe('Connections: A prompt from before the connection changed', () => {
  const session = useSession()
  let elsewhere: Sandbox
  beforeEach(async () => {
    elsewhere = await session.startSandbox()
  })

  for (const [what, open] of Object.entries(questions)) {
    for (const isRemoved of [false, true]) {
      it(`${what} connection that ${isRemoved ? 'is gone' : 'has another URL'}`, async () => {
        const { running, answer } = await open(session)
        const entry = { name: session.name, baseUrl: elsewhere.baseUrl, deletion: 'type' }
        const entries = isRemoved ? [] : [entry]
        await session.writeConnections(...entries)
        const asked = session.requests().length
        answer()
        await running
        const { text } = await session.dialogs.message()
        assert.match(text, /^Nothing was sent or changed because .* in the meantime\. Try again\.$/)
        assert.equal(session.requests().length, asked)
        assert.deepEqual(elsewhere.requests, [])
        const setting = vscode.workspace.getConfiguration().get('poolkeeper.connections')
        assert.deepEqual(setting, entries)
        assert.equal(await session.getKey(session.name, elsewhere.baseUrl), undefined)
        const key = await session.getKey(session.name, session.sandbox.baseUrl)
        assert.equal(key, session.sandbox.apiKey)
        assert.deepEqual(parts.context.globalState.get('tracked') ?? {}, {})
        assert.deepEqual(parts.context.workspaceState.get('selectedProjects') ?? [], [])
      })
    }
  }
})
