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
    const { awsProduction: account } = accounts
    data.projects.push(...names.map((name, index) => ({ uid: `p${index}`, name })))
    data.accounts.push(
      ...names.map((name, index) => ({ ...account, uid: `a${index} ${name}`, name, state: name })),
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
    const items = await collectItems(session, 'machinePools')
    assertHarmless(items)
    const labels = items.map(({ label }) => label as string)
    assert.ok(labels.filter((label) => label.startsWith('[press](command:')).length > names.length)
    assert.ok(items.some(({ contextValue = '' }) => contextValue.startsWith('delete;unpin')))
  })

  it('are plain text in every row of zones, and nothing is invisible', async () => {
    const { sandbox } = session
    const withBody = (value: unknown) => ({ body: JSON.stringify(value), times: null })
    const regions = names.map((name) => ({ name, displayName: name, optInStatus: name }))
    sandbox.addFault(createLookupFault(lookupPaths.awsRegions, withBody({ regions })))
    sandbox.addFault({
      path: '/zones?',
      ...withBody({ zones: names.map((name) => ({ name, state: name, zoneId: name })) }),
    })
    const projects = names.map((name) => ({ id: name, name }))
    sandbox.addFault(createLookupFault(lookupPaths.gcpProjects, withBody({ projects })))
    const { provider, uid } = accounts.gcpProduction
    const region = { region: hostileNames.commandLink, project: hostileNames.commandLink }
    await session.run('listZones', { provider, cloudAccountUid: uid, ...region })
    session.dialogs.closeAll()
    const expandedLabels = /^(a|us-|gcp-production|\[press)/
    const items = await collectItems(session, 'zones', (label) => expandedLabels.test(label))
    assertHarmless(items)
    for (const ability of ['refreshInline', 'insert', 'pools']) {
      const matching = items.filter(({ contextValue = '' }) => contextValue.includes(ability))
      assert.ok(
        matching.some(({ label }) => (label as string).startsWith('[press](command:')),
        ability,
      )
    }
    const isCloudAccount = ({ contextValue = '' }: TreeItem) =>
      contextValue.startsWith('compare;refresh;copy')
    assert.ok(items.some(isCloudAccount))
  })
})

/** All items of a view, with their tooltips; those of rows that `isExpanded` selects, too. */
async function collectItems(
  session: Session,
  view: 'zones' | 'machinePools',
  isExpanded: (label: string) => boolean = () => true,
): Promise<TreeItem[]> {
  const items: TreeItem[] = []
  const visit = async (under?: Row) => {
    for (const row of await session.rows(view, under)) {
      const resolved = await getTreeProvider(view).resolveTreeItem?.(
        row.item,
        row.node,
        neverCanceled,
      )
      items.push(resolved ?? row.item)
      const isLeaf = row.item.collapsibleState === TreeItemCollapsibleState.None
      if (!isLeaf && isExpanded(row.label)) await visit(row)
    }
  }
  await visit()
  return items
}

const neverCanceled = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose() {} }),
}

/** Labels and descriptions are strings, which VS Code shows unchanged. Tooltips contain no markup from names. */
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
    // Apart from the table, there are only escaped characters and code.
    const unescaped = value.replaceAll(/\\[!-~]/g, '').replaceAll(/(`+)[^\n]*?[^`]\1(?!`)/g, '')
    assert.doesNotMatch(
      unescaped.replaceAll(/^\| :-- \| :-- \|$|^\| | \|(?= |$)/gm, ''),
      /[!-/:-@[-`{-~]/,
      value,
    )
  }
}
