import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { contextKeys, viewIds } from '../../../src/contributions.ts'
import { accounts, configs } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until, useSession } from '../helpers.ts'
import { choose, open } from '../zoneChecks/documents.ts'
import { replace } from '../../replace.ts'

const { provider, uid: cloudAccountUid } = accounts.awsProduction
const query = { provider, cloudAccountUid, region: 'us-east-1' }

describe('Help: The steps of the walkthrough', () => {
  const session = useSession()
  const has = (key: keyof typeof contextKeys) => parts.contextKeys.get(contextKeys[key]) === true

  beforeEach(() => {
    const { hasListedZones, hasBrowsedPools, hasSeenConfirmation, hasCheckedZones } = contextKeys
    for (const key of [hasListedZones, hasBrowsedPools, hasSeenConfirmation, hasCheckedZones]) {
      parts.contextKeys.delete(key)
    }
  })

  it('are opened by a command', async () => {
    const run: unknown[][] = []
    const { executeCommand } = vscode.commands
    const restore = replace(vscode.commands, 'executeCommand', ((...args: [string]) => {
      run.push(args)
      return executeCommand(...args)
    }) as typeof executeCommand)
    try {
      await session.run('openWalkthrough')
    } finally {
      restore()
    }
    const id = 'workbench.action.openWalkthrough'
    const once = [id, 'poolkeeper.poolkeeper#getStarted', false]
    const opened = run.filter(([command]) => command === id)
    assert.deepEqual(opened, [once, once]) // the first time, VS Code does not know it yet
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })

  it('know whether there is a connection and a key', async () => {
    const state = (expected: string) =>
      until(expected, () => parts.contextKeys.get(contextKeys.state) === expected)
    await session.connect()
    await state('noConnection')
    await session.connect({ name: 'keyless', baseUrl: session.sandbox.baseUrl })
    await state('noKey')
    await session.setKey('keyless', session.sandbox.apiKey)
    await state('ready')
  })

  it('take zones for listed when they were read, not when that failed', async () => {
    session.sandbox.addFault({ path: '/zones', status: 403 })
    await session.run('listZones', query)
    await session.dialogs.message()
    assert.ok(!has('hasListedZones'))
    await session.run('listZones', query)
    assert.ok(has('hasListedZones'))
  })

  it('take pools for browsed when one is selected, not when it is there', async () => {
    const { node } = await session.addPool(configs.checkout, 'worker-pool')
    const cluster = await session.row('machinePools', configs.checkout.clusterName)
    const view = parts.views.get(viewIds.machinePools)
    assert.ok(cluster && view)
    assert.ok(!has('hasBrowsedPools'))
    try {
      // What an earlier test has left selected would be no news.
      await view.reveal(cluster.node, { select: true })
      parts.contextKeys.delete(contextKeys.hasBrowsedPools) // the cluster may have been opened by that
      await view.reveal(node, { select: true })
      await until('it is selected', () => has('hasBrowsedPools'))
    } finally {
      // Views that can be seen ask for what they show, which other tests do not reckon with.
      await vscode.commands.executeCommand('workbench.action.closeSidebar')
    }
  })

  it('take a deletion for understood when its question was answered, be it with no', async () => {
    const { node } = await session.addPool(configs.checkout, 'worker-pool')
    const deleting = session.run('deleteMachinePool', node)
    const question = await session.dialogs.modal()
    assert.ok(!has('hasSeenConfirmation'))
    question.press()
    await deleting
    assert.ok(has('hasSeenConfirmation'))
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('do not take a deletion for understood that was refused before the question', async () => {
    const { node } = await session.addPool(configs.checkout, 'worker-pool')
    await session.reconnect({ readOnly: true })
    await session.run('deleteMachinePool', node)
    await session.dialogs.message()
    assert.ok(!has('hasSeenConfirmation'))
  })

  it('take a file for checked when its zones were checked, not when that failed', async () => {
    const { document } = await open('yaml', 'region: us-east-1\nzone: us-east-1a')
    try {
      await choose(session)
      session.sandbox.addFault({ path: '/zones', status: 403 })
      await session.run('checkZonesInFile', document.uri)
      await session.dialogs.message()
      assert.ok(!has('hasCheckedZones'))
      await session.run('checkZonesInFile', document.uri)
      assert.ok(has('hasCheckedZones'))
    } finally {
      await parts.context.workspaceState.update('checkedAccounts', undefined)
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    }
  })
})
