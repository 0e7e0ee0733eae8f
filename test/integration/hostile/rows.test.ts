import { strict as assert } from 'node:assert'
import { type TreeItem, TreeItemCollapsibleState } from 'vscode'
import { hostileNames, invisible } from '../../hostile/names.ts'
import { accounts, configs } from '../../sandbox/data.ts'
import { getTreeProvider, type Row, type Session, formatTooltip } from '../helpers.ts'
import { createLookupFault, lookupPaths, useSessionWithLookups } from '../lookups.ts'

const names = Object.values(hostileNames)

describe('Any text: Hostile names in the views', () => {
  const session = useSessionWithLookups()

  beforeEach(() => {
    const { data } = session.sandbox
    const { awsProduction: owner } = accounts
    data.projects.push(...names.map((name, index) => ({ uid: `p${index}`, name })))
    data.accounts.push(
      ...names.map((name, index) => ({ ...owner, uid: `a${index} ${name}`, name, state: name })),
    )
    data.configs.push(
      ...names.map((name, index) => ({
        ...configs.checkout,
        uid: `c${index}`,
        clusterUid: `cluster${index}`,
        clusterName: name,
        projectUid: `p${index}`,
        region: name,
        state: name,
        accountUid: `a${index} ${name}`,
        pools: names.map((pool) => ({
          name: pool,
          isControlPlane: false,
          size: 1,
          azs: [name],
          instanceType: name,
        })),
      })),
    )
  })

  it('are plain text in every row of machine pools, and nothing is invisible', async () => {
    for (const name of names) {
      await session.run('pin', {
        provider: 'aws',
        configUid: `own ${hostileNames.commandLink}`,
        machinePoolName: name.replaceAll(/\p{Cc}/gu, ''),
        configLabel: hostileNames.direction,
      })
    }
    const items = await walk(session, 'machinePools')
    assertHarmless(items)
    const labels = items.map(({ label }) => label as string)
    assert.ok(labels.filter((label) => label.startsWith('[press](command:')).length > names.length)
    assert.ok(items.some(({ contextValue = '' }) => contextValue.startsWith('delete;unpin')))
  })

  it('are plain text in every row of zones, and nothing is invisible', async () => {
    const { sandbox } = session
    const body = (value: unknown) => ({ body: JSON.stringify(value), times: null })
    const regions = names.map((name) => ({ name, displayName: name, optInStatus: name }))
    sandbox.addFault(createLookupFault(lookupPaths.awsRegions, body({ regions })))
    sandbox.addFault({
      path: '/zones?',
      ...body({ zones: names.map((name) => ({ name, state: name, zoneId: name })) }),
    })
    const projects = names.map((name) => ({ id: name, name }))
    sandbox.addFault(createLookupFault(lookupPaths.gcpProjects, body({ projects })))
    const { provider, uid } = accounts.gcpProduction
    const region = { region: hostileNames.commandLink, project: hostileNames.commandLink }
    await session.run('listZones', { provider, cloudAccountUid: uid, ...region })
    session.dialogs.closeAll()
    const opened = /^(a|us-|gcp-production|\[press)/
    const items = await walk(session, 'zones', (label) => opened.test(label))
    assertHarmless(items)
    for (const ability of ['refreshInline', 'insert', 'pools']) {
      const some = items.filter(({ contextValue = '' }) => contextValue.includes(ability))
      assert.ok(
        some.some(({ label }) => (label as string).startsWith('[press](command:')),
        ability,
      )
    }
    const ofCloud = ({ contextValue = '' }: TreeItem) =>
      contextValue.startsWith('compare;refresh;copy')
    assert.ok(items.some(ofCloud))
  })
})

/** Every item of a view, opened wherever `isOpened` says so, with its tooltip. */
async function walk(
  session: Session,
  view: 'zones' | 'machinePools',
  isOpened: (label: string) => boolean = () => true,
): Promise<TreeItem[]> {
  const items: TreeItem[] = []
  const visit = async (under?: Row) => {
    for (const row of await session.rows(view, under)) {
      const resolved = await getTreeProvider(view).resolveTreeItem?.(row.item, row.node, never)
      items.push(resolved ?? row.item)
      const isLeaf = row.item.collapsibleState === TreeItemCollapsibleState.None
      if (!isLeaf && isOpened(row.label)) await visit(row)
    }
  }
  await visit()
  return items
}

const never = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) }

/** Labels and descriptions are strings, which VS Code shows as they are; in tooltips, nothing is markup. */
function assertHarmless(items: readonly TreeItem[]): void {
  assert.ok(items.length > 0)
  for (const { label, description, tooltip, accessibilityInformation } of items) {
    for (const text of [label, description ?? '', accessibilityInformation?.label ?? '']) {
      assert.equal(typeof text, 'string')
      assert.doesNotMatch(text as string, invisible)
      assert.ok((text as string).length < 2000)
    }
    assert.doesNotMatch(formatTooltip(tooltip).replaceAll('\n', ''), invisible)
    if (typeof tooltip === 'string' || tooltip === undefined) continue
    const { value, isTrusted, supportHtml = false, supportThemeIcons = false } = tooltip
    assert.deepEqual([isTrusted, supportHtml, supportThemeIcons], [undefined, false, false])
    // Beside the table, there is nothing but what is escaped, and code.
    const rest = value.replaceAll(/\\[!-~]/g, '').replaceAll(/(`+)[^\n]*?[^`]\1(?!`)/g, '')
    assert.doesNotMatch(
      rest.replaceAll(/^\| :-- \| :-- \|$|^\| | \|(?= |$)/gm, ''),
      /[!-/:-@[-`{-~]/,
      value,
    )
  }
}
