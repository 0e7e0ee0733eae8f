import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import {
  codeLanguages,
  commandIds,
  comparisonPanelType,
  contextValues,
  detailsScheme,
  documentScheme,
  toolNames,
  viewIds,
} from '../../../src/contributions.ts'
import { comparedWith, manifest, type MenuItem } from './manifest.ts'

const { commands, configuration, keybindings, menus, views, viewsContainers } = manifest.contributes
const { languageModelTools } = manifest.contributes
const menu = (name: string): MenuItem[] => menus[name] ?? []

/** Which command stands in which view's item menu, on which rows. */
const itemMenu = menu('view/item/context').map(({ command, when }) => ({ command, when }))

/** The rows of errors, by what can be done about them. */
const failures = ['failure', 'failureAddress', 'failureCheck', 'failureKey', 'failureProject']

/** What stands on such a row. */
function failureCommands(row: string): string {
  const select = row === 'failureProject' ? 'selectProject ' : ''
  return `checkConnection copyAsCurl copyMessage editConnection retry ${select}setApiKey showLog`
}

/** A console stands only where there is one to open, or a page of it, and a deletion where one may delete. */
const console =
  '( && poolkeeper\\.(hasConsole == true|sample == true|readOnly != true)| && viewItem in poolkeeper\\.consoleRows| && view (not )?in poolkeeper\\.filtered)?$'
const onRow = new RegExp(
  `^view (== [\\w.]+|=~ /\\^\\([\\w.|\\\\]+\\)\\$/) && viewItem (== \\w+|=~ /\\^\\(\\w+(\\|\\w+)+\\)\\$/)${console}`,
)
const inTitle = new RegExp(
  `^view == [\\w.]+ && config\\.poolkeeper\\.connections [!=]= '\\[\\]'${console}`,
)

/** True while the setting has a connection, also before anything is loaded: VS Code compares lists as JSON. */
const withConnection = "config.poolkeeper.connections != '[]'"

/** True while the active editor is a comparison. */
const inComparison = `activeWebviewPanelId == '${comparisonPanelType}'`

/** What stands behind everything that deletes: a read-only connection has nothing of it. */
const deletable = / && poolkeeper\.readOnly != true$/

describe('Manifest: the menus', () => {
  it('say exactly on which rows of which view an item command stands', () => {
    for (const { command, when } of itemMenu) {
      assert.match(when, onRow, command)
    }
  })

  it('say exactly in which view a title command stands', () => {
    for (const { command, when } of menu('view/title')) assert.match(when, inTitle, command)
  })

  it('have nothing but Add Connection in a title while there is no connection', () => {
    const none = menu('view/title').filter(({ when }) => when.includes("connections == '[]'"))
    assert.deepEqual(
      none.map(({ command, when }) => [command, comparedWith(when, 'view')[0]]),
      Object.values(viewIds).map((view) => ['poolkeeper.addConnection', view]),
    )
  })

  it('put each item command in a place of its own in its group', () => {
    const places = menu('view/item/context').flatMap(({ command, when, group = '' }) =>
      group.includes('@')
        ? comparedWith(when, 'viewItem').map((row) => ({ command, place: `${row} ${group}` }))
        : [],
    )
    for (const [place, entries] of Map.groupBy(places, (entry) => entry.place)) {
      assert.equal(new Set(entries.map(({ command }) => command)).size, 1, place)
    }
  })

  it('put an item command on the rows that the view has', () => {
    const rows: Record<string, string[]> = {
      [viewIds.zones]: [
        'account',
        'accountTracked',
        'accountWithoutZones',
        'cloudProject',
        'region',
        'regionTracked',
        'zone',
        ...failures,
      ],
      [viewIds.machinePools]: [
        'project',
        'cloudConfig',
        'cloudConfigTracked',
        'machinePool',
        'machinePoolTracked',
        'machinePoolUnlisted',
        'machinePoolDeleting',
        'machinePoolOverdue',
        'machinePoolHybrid',
        'machine',
        ...failures,
      ],
    }
    const named = new Set(Object.values(rows).flat())
    assert.deepEqual([...named].sort(), Object.values(contextValues).sort())
    for (const { when } of itemMenu) {
      const inViews = comparedWith(when, 'view').map((view) => rows[view] ?? [])
      const own = comparedWith(when, 'viewItem')
      assert.ok(own.length > 0, when)
      assert.ok(
        own.every((row) => inViews.some((all) => all.includes(row))),
        when,
      )
      assert.ok(
        inViews.length > 0 && inViews.every((all) => own.some((row) => all.includes(row))),
        when,
      )
      assert.equal(new Set(own).size, own.length, when)
    }
  })

  it('offer on each row what can be done with it', () => {
    const offered: Record<string, Record<string, string>> = {
      [viewIds.zones]: {
        account: 'compareZones copyAsCurl copyId copyName pin refreshItem',
        accountTracked: 'compareZones copyAsCurl copyId copyName refreshItem removeFromView',
        accountWithoutZones: 'copyId copyName',
        cloudProject: 'compareZones copyAsCurl copyId copyName refreshItem',
        region: 'compareZones copyAsCurl copyLink copyName copyZonesAs insertZones pin refreshItem',
        regionTracked:
          'compareZones copyAsCurl copyLink copyName copyZonesAs insertZones refreshItem removeFromView',
        zone: 'copyId copyName copyZonesAs insertZones showPoolsInZone',
        ...Object.fromEntries(failures.map((row) => [row, failureCommands(row)])),
      },
      [viewIds.machinePools]: {
        project: 'copyId copyName copyPoolsAs openInConsole refreshItem selectThisProject',
        cloudConfig:
          'copyAsCurl copyId copyName copyPoolsAs openInConsole pin refreshItem showDetails',
        cloudConfigTracked:
          'copyAsCurl copyId copyName copyPoolsAs openInConsole refreshItem removeFromView showDetails',
        machinePool:
          'copyAsCurl copyDeleteAsCurl copyLink copyName copyPoolsAs deleteMachinePool pin refreshItem showDetails',
        machinePoolTracked:
          'copyAsCurl copyDeleteAsCurl copyLink copyName copyPoolsAs deleteMachinePool refreshItem removeFromView showDetails',
        machinePoolOverdue:
          'copyAsCurl copyDeleteAsCurl copyDrainReport copyLink copyName copyPoolsAs deleteMachinePool refreshItem removeFromView showDetails',
        machinePoolUnlisted:
          'copyAsCurl copyDeleteAsCurl copyLink copyName copyPoolsAs deleteMachinePool refreshItem removeFromView showDetails whoDeletedIt',
        // These can't be deleted.
        machinePoolDeleting:
          'copyDrainReport copyLink copyName copyPoolsAs refreshItem showDetails',
        machinePoolHybrid: 'copyName copyPoolsAs refreshItem',
        machine: 'copyId copyName',
        ...Object.fromEntries(failures.map((row) => [row, failureCommands(row)])),
      },
    }
    for (const [view, rows] of Object.entries(offered)) {
      for (const [row, expected] of Object.entries(rows)) {
        const own = itemMenu.filter(
          ({ when }) =>
            comparedWith(when, 'view').includes(view) &&
            comparedWith(when, 'viewItem').includes(row),
        )
        const names = own.map(({ command }) => command.replace('poolkeeper.', ''))
        assert.equal([...new Set(names)].sort().join(' '), expected, `${view}: ${row}`)
      }
    }
  })

  it('keep the commands that need a row out of the palette', () => {
    const needRow = new Set(itemMenu.map(({ command }) => command))
    // These ask where they are not given one, or are the same anywhere.
    for (const name of [
      'deleteMachinePool',
      'compareZones',
      'insertZones',
      'openConsole',
      'checkConnection',
      'setApiKey',
      'editConnection',
      'selectProject',
      'showLog',
    ]) {
      needRow.delete(`poolkeeper.${name}`)
    }
    // Refresh is on every row; this is for the keyboard shortcuts that people have.
    // A row of its own stands for it.
    needRow.add('poolkeeper.loadMore')
    // It is for buttons, which name what to reveal.
    needRow.add('poolkeeper.revealInView')
    // Two of one title; the filter’s prompt clears it, too.
    needRow.add('poolkeeper.clearZonesFilter').add('poolkeeper.clearMachinePoolsFilter')
    // They only open VS Code’s own search of a view.
    needRow.add('poolkeeper.findInZones').add('poolkeeper.findInMachinePools')
    const hidden = menu('commandPalette').filter(({ when }) => when === 'false')
    assert.deepEqual(hidden.map(({ command }) => command).sort(), [...needRow].sort())
  })

  it('offer in the palette without a connection only what helps there', () => {
    const conditions = new Map(menu('commandPalette').map(({ command, when }) => [command, when]))
    const always = commands.filter(({ command }) => !conditions.has(command))
    assert.deepEqual(
      always.map(({ command }) => command.replace('poolkeeper.', '')),
      [
        'addConnection',
        'editConnections',
        'openWalkthrough',
        'showLog',
        'trySampleData',
        'reportIssue',
      ],
    )
    for (const [command, when = ''] of conditions) {
      if (when === 'false' || command === 'poolkeeper.copyConnectionCheck') continue
      if (when === inComparison) continue
      assert.ok(when.split(' && ').includes(withConnection), command)
    }
  })

  it('offer the check of zones only with a connection, and in the editor only if it has some', () => {
    const clauses = menu('editor/context').map(({ when }) => when)
    assert.equal(clauses.length, 4)
    for (const when of clauses) {
      assert.ok(when.startsWith(`${withConnection} && poolkeeper.editorZones `), when)
      // Something else may be in files of these languages, too.
      if (/yaml|json/.test(when)) assert.match(when, /editorZones == some/)
    }
  })

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
      const earlier = { readOnly: true, ...connection }
      assert.ok(isOffered(connection))
      assert.ok(isOffered({ ...connection, protection: 'confirm' }))
      assert.ok(isOffered({ ...connection, readOnly: false }))
      assert.ok(!isOffered(readOnly))
      assert.ok(!isOffered(earlier, readOnly))
      assert.ok(isOffered(earlier, connection, readOnly))
    }
    assert.ok(isOffered({ ...open, name: '"readOnly":true' }))
  })

  it('report an issue from VS Code’s own issue reporter', () => {
    assert.deepEqual(menu('issue/reporter'), [{ command: 'poolkeeper.reportIssue' }])
  })

  it('open a console only where the connection has one', () => {
    const opens = Object.values(menus)
      .flat()
      .filter(({ command }) => command === 'poolkeeper.openConsole')
    assert.ok(opens.length > 2)
    for (const { when } of opens) assert.match(when, /\bpoolkeeper\.hasConsole == true$/)
    const pages = itemMenu.filter(({ command }) => command === 'poolkeeper.openInConsole')
    assert.equal(pages.length, 1)
    for (const { when } of pages) assert.match(when, / && viewItem in poolkeeper\.consoleRows$/)
  })

  it('copy a request that deletes only beside the deletion, and by a name of its own', () => {
    const copies = menu('view/item/context').filter(
      ({ command }) => command === 'poolkeeper.copyDeleteAsCurl',
    )
    assert.ok(copies.length > 0)
    for (const { group } of copies) assert.match(group ?? '', /^5_delete@/)
    const reads = menu('view/item/context').filter(
      ({ command }) => command === 'poolkeeper.copyAsCurl',
    )
    for (const { group } of reads) assert.match(group ?? '', /^1_copy@/)
  })

  it('have the way out of an error as a button, and Retry for all, also without a mouse', () => {
    const buttons: Record<string, string> = {
      failure: 'retry',
      failureAddress: 'editConnection checkConnection retry',
      failureCheck: 'checkConnection retry',
      failureKey: 'setApiKey retry',
      failureProject: 'selectProject retry',
    }
    const entries = menu('view/item/context')
    for (const view of Object.values(viewIds)) {
      for (const [row, expected] of Object.entries(buttons)) {
        const own = entries.filter(
          ({ when }) =>
            comparedWith(when, 'view').includes(view) &&
            comparedWith(when, 'viewItem').includes(row),
        )
        const inline = own
          .filter(({ group }) => group?.startsWith('inline'))
          .sort((a, b) => (a.group ?? '').localeCompare(b.group ?? ''))
          .map(({ command }) => command.replace('poolkeeper.', ''))
        assert.equal(inline.join(' '), expected, row)
        const isInMenu = ({ command, group }: MenuItem) =>
          command === 'poolkeeper.retry' && !group?.startsWith('inline')
        assert.ok(own.some(isInMenu), row)
      }
    }
  })

  it('have three buttons on a row at most', () => {
    for (const view of Object.values(viewIds)) {
      for (const row of Object.values(contextValues)) {
        const inline = menu('view/item/context').filter(
          ({ when, group }) =>
            group?.startsWith('inline') &&
            comparedWith(when, 'view').includes(view) &&
            comparedWith(when, 'viewItem').includes(row),
        )
        assert.ok(inline.length <= 3, row)
      }
    }
  })

  it('copy a report only where one is shown', () => {
    const copies = Object.values(menus)
      .flat()
      .filter(({ command }) => command === 'poolkeeper.copyConnectionCheck')
    assert.deepEqual(
      copies.map(({ when }) => when),
      [`resourceScheme == ${documentScheme}`, `resourceScheme == ${documentScheme}`],
    )
    const buttons = menu('editor/title').filter(({ when }) => when !== inComparison)
    assert.deepEqual(
      buttons.map(({ command }) => command.replace('poolkeeper.', '')),
      ['checkConnection', 'setApiKey', 'editConnection', 'copyConnectionCheck'],
    )
    for (const { when } of buttons) assert.equal(when, `resourceScheme == ${documentScheme}`)
  })

  it('have what is done with a comparison in its title, and in the palette only while one is shown', () => {
    const own = ['refreshComparison', 'copyComparisonAs']
    for (const place of ['editor/title', 'commandPalette']) {
      const entries = menu(place).filter(({ command }) => /Comparison/.test(command))
      assert.deepEqual(
        entries.map(({ command, when }) => [command, when]),
        own.map((name) => [`poolkeeper.${name}`, inComparison]),
      )
    }
    // VS Code shows other groups also where the editor isn't the active one, which the commands are for.
    for (const { command, group, when } of menu('editor/title')) {
      if (when === inComparison) assert.match(group ?? '', /^navigation/, command)
    }
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
    const isDeletion = ({ command }: { command: string }) =>
      command === commandIds.deleteMachinePool || command === commandIds.copyDeleteAsCurl
    const inMenus = menu('view/item/context').filter(isDeletion)
    assert.equal(inMenus.length, 2)
    for (const { when } of [...inMenus, ...keybindings]) assert.match(when, deletable)
    const own = commands.filter(isDeletion)
    assert.deepEqual(
      own.map(({ enablement }) => enablement),
      ['poolkeeper.readOnly != true', 'poolkeeper.readOnly != true'],
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
    const all = keybindings.map(({ when, ...key }) => ({
      ...key,
      when: when.replace(deletable, ''),
    }))
    const byDelete = all.filter(({ key }) => key === 'delete')
    // As in the Explorer, there are two keys on macOS.
    const onMac = all.filter(({ mac }) => mac === 'cmd+backspace')
    assert.deepEqual(
      onMac.map(({ command, when, args }) => ({ command, when, args })),
      byDelete.map(({ command, when, args }) => ({ command, when, args })),
    )
    assert.equal(onMac.length + byDelete.length, all.length)
    const [one, several, branch, ...others] = byDelete
    assert.deepEqual(others, [])
    assert.match(one?.when ?? '', /!listMultiSelection/)
    // Only rows without a toggle: selecting another one opens it.
    assert.match(one?.when ?? '', /!treeElementCanCollapse && !treeElementCanExpand/)
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

  it('gives every command a category and a title', () => {
    for (const { command, category, title } of commands) {
      assert.equal(category, 'Poolkeeper', command)
      assert.ok(title, command)
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
      `onFileSystem:${detailsScheme}`,
      'onUri',
      // VS Code’s own files are JSON, and some open in every window.
      ...codeLanguages
        .filter((one) => !one.startsWith('json'))
        .map((language) => `onLanguage:${language}`),
    ])
  })
})
