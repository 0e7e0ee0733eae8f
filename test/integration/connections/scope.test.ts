import { strict as assert } from 'node:assert'
import type * as vscode from 'vscode'
import { viewIds } from '../../../src/contributions.ts'
import { projects } from '../../sandbox/data.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { staging } = projects

describe('Connections: The active connection in the status bar and the views', () => {
  const session = useFilledSession()
  const item = () => parts.statusBarItem
  const background = () => item().backgroundColor?.id
  const descriptions = () => Object.values(viewIds).map((id) => parts.views.get(id)?.description)
  const inBoth = (text: string) => [text, text]

  it('shows the project, too, by its name once that is known', async () => {
    await session.run('selectProject', { projectUid: staging.uid })
    assert.equal(item().text, `$(cloud) ${session.name} › ${staging.uid}`)
    await session.rows('machinePools')
    assert.equal(item().text, `$(cloud) ${session.name} › Staging`)
    assert.deepEqual(descriptions(), inBoth(`${session.name} › Staging`))
    const { label } = item().accessibilityInformation ?? assert.fail()
    assert.equal(label, `Poolkeeper: ${session.name}, Staging`)
    assert.match(
      item().tooltip as string,
      new RegExp(`^Project: Staging \\(${staging.uid}\\)$`, 'm'),
    )
    assert.ok(session.requests().every(({ url }) => !url.endsWith('/projects/metadata')))
  })

  it('is plain text, whatever the project’s name is', async () => {
    const project = session.sandbox.data.projects.find(({ uid }) => uid === staging.uid)
    Object.assign(project ?? assert.fail(), { name: '$(lock) x\u202e' })
    await session.run('selectProject', { projectUid: staging.uid })
    await session.rows('machinePools')
    assert.equal(item().text, `$(cloud) ${session.name} › \\$(lock) x\\u{202e}`)
  })

  it('tells a missing key by icon and word, and not by color', async () => {
    await session.clearKey()
    await until('the warning', () => item().text === `$(key) ${session.name} · No API key`)
    assert.equal(background(), undefined)
    assert.match(item().tooltip as string, /\nNo API key$/)
    assert.deepEqual(descriptions(), inBoth(`No API key · ${session.name}`))
    await session.setKey(session.name, session.sandbox.apiKey)
    await until('its end', () => item().text === `$(cloud) ${session.name}`)
    assert.equal(background(), undefined)
  })

  it('cuts long names in the middle in the status bar alone', async () => {
    const name = `a-very-long-name-of-a-connection-${'x'.repeat(60)}-production`
    await session.writeConnections({ name, baseUrl: session.sandbox.baseUrl })
    assert.ok(item().text.length < 60)
    assert.match(item().text, /^\$\(\w+\) a-very-long-name.*….*production/)
    assert.ok((item().tooltip as string).includes(name))
    assert.match(descriptions()[0] ?? '', new RegExp(`^${name}`))
    await session.writeConnections({ name: session.name, baseUrl: session.sandbox.baseUrl })
  })

  for (const [deletion, icon, word, detail] of [
    [
      'type',
      'shield',
      'Type to delete',
      /^To confirm a deletion, you type the cluster and the machine pool$/,
    ],
    ['block', 'lock', 'Deletion blocked', /^Poolkeeper sends no delete requests/],
  ] as const) {
    it(`shows the deletion mode ${deletion} by icon and word, by color in the status bar, and by a row in the view that can delete`, async () => {
      await session.changeConnection({ deletion })
      // The status bar may not be updated yet: before the test, there may have been no API key.
      const text = `$(${icon}) ${session.name} · ${word}`
      await until('the mode in the status bar', () => item().text === text)
      assert.equal(background(), 'statusBarItem.warningBackground')
      assert.match(item().tooltip as string, new RegExp(`^${word}: `, 'm'))
      assert.deepEqual(descriptions(), inBoth(`${word} · ${session.name}`))
      const [row, ...otherKeys] = await session.rows('machinePools')
      assert.equal(row?.label, word)
      assert.match(row.item.description as string, detail)
      const rowIcon = row.item.iconPath as vscode.ThemeIcon
      assert.deepEqual([rowIcon.id, rowIcon.color], [icon, undefined])
      assert.equal(row.item.command, undefined)
      assert.ok(otherKeys.length > 0)
      assert.ok(!(await session.labels('zones')).includes(word))
    })
  }

  it('shows the patterns of machine pools to type in the tooltip', async () => {
    await session.changeConnection({ typeFor: ['*-prod/*', 'gpu-*'] })
    assert.match(item().tooltip as string, /^Type to delete: \*-prod\/\*, gpu-\*$/m)
    assert.equal(item().text, `$(cloud) ${session.name}`)
    assert.equal(background(), undefined)
  })

  it('tells when clauses whether the connection blocks deletions, and whether all do', async () => {
    const holds = async (isBlocked: boolean, areAllBlocked: boolean) => {
      const keys = ['deletionBlocked', 'allDeletionsBlocked'].map((key) => `poolkeeper.${key}`)
      const values = () => keys.map((key) => parts.contextKeys.get(key)).join()
      await until('the keys', () => values() === [isBlocked, areAllBlocked].join())
    }
    await holds(false, false)
    await session.changeConnection({ deletion: 'block' })
    await holds(true, true)
    await session.addConnection()
    await holds(true, false)
    await session.changeConnection({ deletion: 'type' })
    await holds(false, false)
  })
})
