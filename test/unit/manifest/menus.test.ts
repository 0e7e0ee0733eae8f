import assert from 'node:assert/strict'
import { commandIds, contextKeys, toolNames, viewIds } from '../../../src/contributions.ts'
import { manifest, type MenuItem } from './manifest.ts'

const { commands, configuration, keybindings, languageModelTools, menus } = manifest.contributes
const menu = (name: string): MenuItem[] => menus[name] ?? []

/** True while the setting has a connection, also before anything is loaded: VS Code compares lists as JSON. */
const withConnection = "config.poolkeeper.connections != '[]'"

/** What stands behind everything that deletes: a read-only connection has nothing of it. */
const deletable = / && poolkeeper\.readOnly != true$/

describe('Manifest: the menus', () => {
  it('offer the tools for language models only with a connection, and one to delete from', () => {
    for (const { name, when } of languageModelTools) {
      const isDeletion = name === toolNames.delete_machine_pool
      // One part: some VS Codes can’t tell extensions of any tool any more once one has a clause of several.
      assert.equal(when, isDeletion ? `${contextKeys.allReadOnly} != true` : withConnection)
    }
  })

  it('take for a deletion by a tool nothing that could be guessed', () => {
    const tool = languageModelTools.find(({ name }) => name === toolNames.delete_machine_pool)
    const { required = [], properties = {} } = tool?.inputSchema ?? {}
    assert.deepEqual(required.toSorted(), Object.keys(properties).sort())
  })
})

describe('Manifest: commands', () => {
  it('delete nothing over a read-only connection, by menu, key, or palette', () => {
    const isDeletion = ({ command }: { command?: string }) =>
      command === commandIds.deleteMachinePool
    const inMenus = menu('view/item/context').filter(isDeletion)
    assert.equal(inMenus.length, 1)
    for (const { when = '' } of [...inMenus, ...keybindings]) assert.match(when, deletable)
    const own = commands.filter(isDeletion)
    assert.deepEqual(
      own.map(({ enablement }) => enablement),
      ['poolkeeper.readOnly != true'],
    )
  })

  it('deletes by key only while the list of machine pools has the focus', () => {
    for (const { key, mac, when } of keybindings) {
      // As in the Explorer, there is another key on macOS.
      assert.deepEqual([key, mac], ['delete', 'cmd+backspace'])
      const inList = `focusedView == ${viewIds.machinePools} && listFocus && !inputFocus && `
      assert.ok(when.startsWith(inList))
    }
  })

  it('lets no workspace set a setting', () => {
    for (const [id, { scope }] of Object.entries(configuration.properties)) {
      assert.equal(scope, 'application', id)
    }
  })
})
