import assert from 'node:assert/strict'
import { commandIds, contextKeys, toolNames, viewIds } from '../../../src/contributions.ts'
import { mayDelete, never, withConnection } from '../../../src/manifest/contribution.ts'
import { manifest, texts, type MenuItem } from './manifest.ts'

const { commands, configuration, keybindings, languageModelTools, menus } = manifest.contributes
const menu = (name: string): MenuItem[] => menus[name] ?? []

describe('Manifest: Tools for language models', () => {
  it('are offered only with a connection, and the deletion only with one that allows it', () => {
    for (const { name, when } of languageModelTools) {
      const isDeletion = name === toolNames.delete_machine_pool
      // A clause of one part: some versions of VS Code list no tools to extensions if any has a clause of several.
      assert.equal(when, isDeletion ? `${contextKeys.allDeletionsBlocked} != true` : withConnection)
    }
  })

  it('require every argument of a deletion, so that nothing is guessed', () => {
    const tool = languageModelTools.find(({ name }) => name === toolNames.delete_machine_pool)
    const { required = [], properties = {} } = tool?.inputSchema ?? {}
    assert.deepEqual(required.toSorted(), Object.keys(properties).sort())
  })

  it('have no empty list of required arguments, which some models’ hosts refuse', () => {
    for (const { name, inputSchema } of languageModelTools) {
      assert.notEqual(inputSchema.required?.length, 0, name)
    }
  })
})

describe('Manifest: The command that deletes', () => {
  it('isn’t offered over a connection that blocks deletions, by menu or palette', () => {
    const isDeletion = ({ command }: { command?: string }) =>
      command === commandIds.deleteMachinePool
    const inMenus = menu('view/item/context').filter(isDeletion)
    const inPalette = menu('commandPalette').filter(isDeletion)
    assert.deepEqual([inMenus.length, inPalette.length], [1, 1])
    for (const { when = '' } of [...inMenus, ...inPalette]) {
      assert.ok(when.endsWith(` && ${mayDelete}`), when)
    }
    assert.equal(mayDelete, `${contextKeys.deletionBlocked} != true`)
  })

  it('has a key over such a connection, too, which then says why nothing is deleted', () => {
    const isDeletion = ({ command }: { command?: string }) =>
      command === commandIds.deleteMachinePool
    for (const { when = '' } of keybindings) assert.ok(!when.includes(contextKeys.deletionBlocked))
    // VS Code applies it to keybindings, too.
    assert.equal(commands.find(isDeletion)?.enablement, undefined)
  })

  it('has a key only while the list of machine pools has the focus', () => {
    for (const { key, mac, when } of keybindings) {
      // On macOS, the Explorer has another key to delete, too.
      assert.deepEqual([key, mac], ['delete', 'cmd+backspace'])
      const inList = `focusedView == ${viewIds.machinePools} && listFocus && !inputFocus && `
      assert.ok(when.startsWith(inList))
    }
  })
})

describe('Manifest: The Command Palette', () => {
  const clauseOf = ({ command }: { command: string }) =>
    menu('commandPalette').find((item) => item.command === command)?.when ?? 'true'
  const offered = commands.filter((command) => clauseOf(command) !== never)
  const titleOf = ({ title }: { title: string }) => texts[title.replaceAll('%', '')]

  it('has no two commands of one title', () => {
    assert.deepEqual([...new Set(offered.map(titleOf))], offered.map(titleOf))
  })

  it('has Refresh Machine Pools, which is the button of that view, too', () => {
    const command = offered.find((candidate) => titleOf(candidate) === 'Refresh Machine Pools')
    assert.ok(command)
    assert.equal(clauseOf(command), withConnection)
    assert.deepEqual(
      menu('view/title').flatMap((item) => (item.command === command.command ? [item.when] : [])),
      [`view == ${viewIds.machinePools} && ${withConnection}`],
    )
  })
})

describe('Manifest: Settings', () => {
  it('can’t be set by a workspace', () => {
    for (const [id, { scope }] of Object.entries(configuration.properties)) {
      assert.equal(scope, 'application', id)
    }
  })
})
