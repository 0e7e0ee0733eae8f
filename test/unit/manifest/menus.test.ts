import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import {
  codeLanguages,
  commandIds,
  comparisonPanelType,
  toolNames,
  viewIds,
} from '../../../src/contributions.ts'
import { manifest, type MenuItem } from './manifest.ts'

const { commands, configuration, keybindings, menus, views, viewsContainers } = manifest.contributes
const { languageModelTools } = manifest.contributes
const menu = (name: string): MenuItem[] => menus[name] ?? []

/** True while the setting has a connection, also before anything is loaded: VS Code compares lists as JSON. */
const withConnection = "config.poolkeeper.connections != '[]'"

/** What stands behind everything that deletes: a read-only connection has nothing of it. */
const deletable = / && poolkeeper\.readOnly != true$/

describe('Manifest: the menus', () => {
  it('offer the tools for language models only with a connection', () => {
    for (const { name, when } of languageModelTools) {
      if (name !== toolNames.delete_machine_pool) assert.equal(when, withConnection)
      // VS Code 1.100 can’t tell extensions of any tool any more once one has a clause of several parts.
      assert.doesNotMatch(when.replace(/=~ .*/, ''), /&&|\|\||!\w/)
    }
  })

  it('offer the tool that deletes only with a connection that isn’t read-only', () => {
    const tool = languageModelTools.find(({ name }) => name === toolNames.delete_machine_pool)
    const [, source = ''] =
      /^config\.poolkeeper\.connections =~ \/(.*)\/$/.exec(tool?.when ?? '') ?? []
    const isOffered = (...connections: object[]) =>
      new RegExp(source).test(JSON.stringify(connections)) // as VS Code gives lists to clauses
    const open = { name: 'open', baseUrl: 'https://a.example' }
    const odd = { ...open, name: 'a "}{\\', consoleUrl: 'https://c.example/{projectUid}' }
    assert.ok(!isOffered())
    for (const connection of [open, odd]) {
      const readOnly = { ...connection, protection: 'readOnly' }
      assert.ok(isOffered(connection))
      assert.ok(isOffered({ ...connection, protection: 'confirm' }))
      assert.ok(!isOffered(readOnly))
      assert.ok(isOffered(readOnly, connection, readOnly))
    }
    assert.ok(isOffered({ ...open, name: '"protection":"readOnly"' }))
  })

  it('show an icon where a command stands as a button', () => {
    const places = ['view/title', 'view/item/context', 'editor/title']
    const buttons = places.flatMap(menu)
    for (const { command, group } of buttons) {
      if (!/^(inline|navigation)/.test(group ?? '')) continue
      const declared = commands.find((one) => one.command === command)
      assert.match(declared?.icon ?? '', /^\$\([\w-]+\)$/, command)
    }
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
    for (const { when } of keybindings) {
      assert.ok(
        when.startsWith(`focusedView == ${viewIds.machinePools} && listFocus && !inputFocus && `),
      )
    }
  })

  it('deletes by key the row that has the focus, and several rows where several are selected', () => {
    const selection = { command: 'poolkeeper.deleteMachinePool', args: { target: 'selection' } }
    // As in the Explorer, there is another key on macOS.
    for (const { key, mac } of keybindings)
      assert.deepEqual([key, mac], ['delete', 'cmd+backspace'])
    const [one, several, branch, ...others] = keybindings.map(({ command, args, when }) => ({
      command,
      args,
      when: when.replace(deletable, ''),
    }))
    assert.deepEqual(others, [])
    // Only rows without a toggle: selecting another one opens it.
    assert.match(
      one?.when ?? '',
      /!listMultiSelection && !treeElementCanCollapse && !treeElementCanExpand$/,
    )
    assert.equal(one?.command, 'runCommands')
    assert.deepEqual(one.args, { commands: ['list.select', selection] })
    assert.match(several?.when ?? '', / listMultiSelection$/)
    assert.equal(several?.command, selection.command)
    assert.deepEqual(several.args, selection.args)
    // Selecting a row with a toggle toggles it, which the second command undoes.
    assert.match(
      branch?.when ?? '',
      /!listMultiSelection && \(treeElementCanCollapse \|\| treeElementCanExpand\)$/,
    )
    assert.equal(branch?.command, 'runCommands')
    assert.deepEqual(branch.args, { commands: ['list.select', 'list.toggleExpand', selection] })
  })

  it('lets no workspace set a setting', () => {
    for (const [id, { scope }] of Object.entries(configuration.properties)) {
      assert.equal(scope, 'application', id)
    }
  })

  it('names icons that are there', () => {
    const icons = [...viewsContainers.activitybar, ...Object.values(views).flat()]
    const tabs = ['light', 'dark'].map((theme) => ({ icon: `media/comparison-${theme}.svg` }))
    for (const { icon } of [...icons, ...tabs]) {
      assert.ok(existsSync(new URL(`../../../${icon}`, import.meta.url)), icon)
    }
  })

  it('leaves the activation to what is contributed, what is to come back, and the languages of code', () => {
    assert.deepEqual(manifest.activationEvents, [
      `onWebviewPanel:${comparisonPanelType}`,
      // VS Code’s own settings are JSON with comments, and open in every window.
      ...codeLanguages.filter((one) => one !== 'jsonc').map((language) => `onLanguage:${language}`),
    ])
  })
})
