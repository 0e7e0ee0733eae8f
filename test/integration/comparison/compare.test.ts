import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { initialArrangement } from '../../../src/features/comparison/arrange.ts'
import { accounts } from '../../sandbox/data.ts'
import { zonesOf } from '../../sandbox/regions.ts'
import { hostileNames, unseen } from '../../hostile/names.ts'
import { viewIds } from '../../../src/contributions.ts'
import { parts } from '../extensionParts.ts'
import { type Row, until } from '../helpers.ts'
import { asked, nextPick, offer, paths, rowAt, useLookups } from '../lookups.ts'
import { useComparisons } from './comparisons.ts'

const { awsProduction, awsAudit } = accounts
const zonesPath = (region: string) => `${paths.awsRegions}/${region}/zones`

describe('Compare Zones…', () => {
  const session = useLookups()
  const comparisons = useComparisons()

  const place = (account: { provider: string; uid: string }, region = 'us-east-1') => ({
    connection: session.name,
    provider: account.provider,
    cloudAccountUid: account.uid,
    region,
  })

  /** Runs it on rows, as their menu does. */
  const compare = (...rows: Row[]) =>
    session.run(
      'compareZones',
      rows[0]?.node,
      rows.map(({ node }) => node),
    )

  const select = (...rows: Row[]) => {
    parts.visibility.set(viewIds.zones, true)
    parts.selection.set(
      viewIds.zones,
      rows.map(({ node }) => node),
    )
  }

  const copyAs = async (format: 'CSV' | 'Markdown') => {
    const running = session.run('copyComparisonAs')
    ;(await nextPick(session)).choose(format)
    await running
  }

  /** Opens the comparison of two accounts in us-east-1. */
  async function openTwo() {
    await session.run('compareZones', { places: [place(awsProduction), place(awsAudit)] })
    const comparison = await comparisons.latest()
    await until('the names', async () =>
      (await comparison.shown()).columns.every(({ title }) => title !== awsProduction.uid),
    )
    return comparison
  }

  describe('asks for what is not selected:', () => {
    it('for the region of selected accounts', async () => {
      const rows = [await rowAt(session, 'aws-production'), await rowAt(session, 'aws-audit')]
      const running = compare(...rows)
      const pick = await nextPick(session)
      assert.deepEqual(
        [pick.title, pick.placeholder],
        ['Compare Zones', 'Select or enter a region'],
      )
      assert.ok(!pick.labels.includes('il-central-1'), 'not opted in')
      pick.choose('us-east-1')
      await running
      const comparison = await comparisons.latest()
      assert.equal(comparison.panel.title, 'Compare Zones: us-east-1')
      const names = (account: { uid: string }) =>
        new Map(zonesOf('aws', 'us-east-1', account.uid)?.map(({ zoneId, name }) => [zoneId, name]))
      const [production, audit] = [names(awsProduction), names(awsAudit)]
      for (const [region, zoneId = '', one, other] of await comparison.cells()) {
        assert.equal(region, 'us-east-1')
        assert.deepEqual([one, other], [production.get(zoneId), audit.get(zoneId)])
      }
      const { columns, rows: shown } = await comparison.shown()
      assert.deepEqual(
        columns.map(({ title }) => title),
        ['aws-production', 'aws-audit'],
      )
      assert.equal(shown.length, 6)
      assert.deepEqual(
        session.zoneRequests().map(({ url }) => url.split('=').at(-1)),
        [awsProduction.uid, awsAudit.uid],
      )
    })

    it('for no region of accounts that have none', async () => {
      await compare(await rowAt(session, 'maas-lab'), await rowAt(session, 'cloudstack-edge'))
      const comparison = await comparisons.latest()
      const { columns, hasRegions, rows } = await comparison.shown()
      assert.equal(comparison.panel.title, 'Compare Zones: maas, apache-cloudstack')
      assert.deepEqual([columns.length, hasRegions, rows.length], [2, false, 5])
      assert.ok(asked(session).every((path) => !path.includes('/regions')))
    })

    it('for nothing of selected regions, each of which has a column', async () => {
      const rows = [
        await rowAt(session, 'aws-production', 'us-east-1'),
        await rowAt(session, 'aws-production', 'us-west-1'),
      ]
      await compare(...rows)
      const { columns, rows: shown } = await (await comparisons.latest()).shown()
      assert.deepEqual(
        columns.map(({ title }) => title),
        ['aws-production · us-east-1', 'aws-production · us-west-1'],
      )
      assert.deepEqual(
        shown.map(({ cells }) => cells.map(({ empty = '' }) => empty)),
        [
          ...Array.from({ length: 6 }, () => ['', 'elsewhere']),
          ...[1, 2].map(() => ['elsewhere', '']),
        ],
      )
      assert.deepEqual(session.dialogs.prompts, [])
    })

    it('for others beside the one that is selected', async () => {
      const row = await rowAt(session, 'aws-audit')
      select(row)
      const running = session.run('compareZones')
      const list = await session.dialogs.list()
      assert.deepEqual(
        list.items.filter(({ picked }) => picked).map(({ label }) => label),
        ['aws-audit'],
      )
      assert.equal(list.items.filter(({ label }) => label === 'aws-audit').length, 1)
      list.choose(['aws-audit', 'aws-staging'])
      ;(await nextPick(session)).choose('eu-west-1')
      await running
      const { columns } = await (await comparisons.latest()).shown()
      assert.deepEqual(columns.map(({ title }) => title).sort(), ['aws-audit', 'aws-staging'])
    })

    it('for the region alone where accounts are selected in the view, from the palette', async () => {
      const rows = [await rowAt(session, 'aws-production'), await rowAt(session, 'aws-audit')]
      select(...rows)
      const running = session.run('compareZones')
      ;(await nextPick(session)).choose('us-east-1')
      await running
      const { columns } = await (await comparisons.latest()).shown()
      assert.deepEqual(
        columns.map(({ title }) => title),
        ['aws-production', 'aws-audit'],
      )
    })

    it('for nothing where there is nothing, and says so', async () => {
      await offer(session, 'none')
      await session.run('compareZones')
      const { text, buttons } = await session.dialogs.message()
      assert.equal(text, 'There are no cloud accounts or regions to compare.')
      assert.deepEqual(buttons, ['List Zones'])
      assert.deepEqual(session.dialogs.prompts, [])
    })

    it('for everything from the palette, where regions that are known can be chosen, too', async () => {
      await session.addRegion(awsProduction, 'us-east-1')
      await session.rows('zones', await rowAt(session, 'aws-audit', 'us-east-1'))
      session.sandbox.requests.length = 0
      const running = session.run('compareZones')
      const list = await session.dialogs.list()
      const labels = list.items.map(({ label, description = '' }) =>
        `${label} ${description}`.trim(),
      )
      assert.equal(labels[0], 'accounts')
      assert.ok(labels.includes('aws-audit aws'))
      assert.ok(!labels.some((label) => label.startsWith('vcenter-factory')), 'has no zones')
      assert.deepEqual(labels.slice(labels.indexOf('regions')), [
        'regions',
        'us-east-1 aws-audit',
        'us-east-1 aws-production',
      ])
      list.choose(['us-east-1'])
      await running
      const comparison = await comparisons.latest()
      assert.equal((await comparison.cells()).length, 6)
      assert.deepEqual(session.zoneRequests(), [], 'what is known is not asked for')
    })

    it('for everything in the view’s title, where VS Code passes the row with the focus, if any', async () => {
      const running = session.run('compareZones', undefined, null)
      ;(await session.dialogs.list()).choose(undefined)
      await running
      assert.deepEqual(session.dialogs.messages, [])
    })

    it('for all regions that have been read, with a column for each account', async () => {
      for (const region of ['us-east-1', 'us-west-1']) {
        await session.rows('zones', await rowAt(session, 'aws-audit', region))
      }
      const rows = [await rowAt(session, 'aws-production'), await rowAt(session, 'aws-audit')]
      const running = compare(...rows)
      ;(await nextPick(session)).choose('All 2 loaded regions')
      await running
      const comparison = await comparisons.latest()
      const { columns, hasRegions } = await comparison.shown()
      assert.deepEqual([columns.length, hasRegions], [2, true])
      assert.deepEqual((await comparison.cells()).map(([region = '']) => region).sort(), [
        ...Array.from({ length: 6 }, () => 'us-east-1'),
        'us-west-1',
        'us-west-1',
      ])
    })

    it('and says so where it is too little, or both accounts and regions', async () => {
      await session.addRegion(awsProduction, 'us-east-1')
      const running = session.run('compareZones')
      ;(await session.dialogs.list()).choose(['us-east-1'])
      await running
      assert.equal(
        (await session.dialogs.message()).text,
        'Select at least one account or two regions to compare.',
      )
      await compare(
        await rowAt(session, 'aws-audit'),
        await rowAt(session, 'aws-production', 'us-east-1'),
      )
      assert.equal(
        (await session.dialogs.message()).text,
        'Select either accounts or regions, not both.',
      )
      assert.equal(comparisons.count, 0)
    })

    it('and ends in silence where it is left', async () => {
      const first = session.run('compareZones')
      ;(await session.dialogs.list()).choose(undefined)
      await first
      const rows = [await rowAt(session, 'aws-production'), await rowAt(session, 'aws-audit')]
      const second = compare(...rows)
      ;(await nextPick(session)).escape()
      await second
      assert.equal(comparisons.count, 0)
      assert.deepEqual(session.dialogs.messages, [])
    })
  })

  describe('shows', () => {
    it('what could not be read in the head of its column, with Retry for that alone', async () => {
      session.sandbox.addFault({ path: awsAudit.uid, status: 403 })
      const comparison = await openTwo()
      const { columns, rows } = await comparison.shown()
      assert.deepEqual(columns[0]?.problems, [])
      assert.match(
        columns[1]?.problems.join() ?? '',
        /^us-east-1: .* doesn’t have permission .*\(403\)/,
      )
      assert.deepEqual(new Set(rows.map(({ cells }) => cells[1]?.empty)), new Set(['unknown']))
      assert.deepEqual(
        rows.flatMap(({ differences }) => differences),
        [],
      )
      session.sandbox.requests.length = 0
      comparison.ask({ type: 'retry', column: 1 })
      await until('the zones', async () =>
        (await comparison.shown()).rows.every(({ cells }) => cells[1]?.empty === undefined),
      )
      assert.deepEqual((await comparison.shown()).columns[1]?.problems, [])
      assert.equal(asked(session).length, 1)
    })

    it('how many zones it can’t show, in its copies too', async () => {
      const body = '{"zones":[{"name":"a","zoneId":"1"},{"name":""}]}'
      session.sandbox.addFault({ path: awsAudit.uid, body })
      const comparison = await openTwo()
      const { columns } = await comparison.shown()
      assert.deepEqual(columns[1]?.problems, ['us-east-1: Zones not shown: 1'])
      await copyAs('CSV')
      assert.equal(
        (await session.dialogs.message()).text,
        'Zones copied: 7 (CSV). The copy is incomplete.',
      )
      comparison.ask({ type: 'retry', column: 1 })
      await until('the zones', async () =>
        (await comparison.shown()).columns.every(({ problems }) => problems.length === 0),
      )
    })

    it('the zone numbers of two Azure accounts apart, as they mean different zones', async () => {
      const { azureProduction, azureResearch } = accounts
      const places = [azureProduction, azureResearch].map((one) => place(one, 'westeurope'))
      await session.run('compareZones', { places })
      const comparison = await comparisons.latest()
      const { rows } = await until('the zones', async () => {
        const shown = await comparison.shown()
        return shown.rows.length === 6 && shown
      })
      for (const { cells, differences } of rows) {
        assert.equal(cells.filter(({ empty }) => empty === 'incomparable').length, 1)
        assert.deepEqual(differences, [])
      }
      await copyAs('Markdown')
      const copied = await until('a text', () => session.dialogs.clipboard)
      assert.equal(copied.match(/ incomparable \|$/gm)?.length, 6)
    })

    it('how old it is, and reads again only when told to', async () => {
      const comparison = await openTwo()
      const [before] = (await comparison.shown()).columns
      assert.ok(before?.at)
      session.sandbox.requests.length = 0
      await session.run('refreshZones')
      comparison.ask({ type: 'ready', arrangement: initialArrangement })
      assert.equal((await comparison.cells()).length, 6)
      assert.deepEqual(session.zoneRequests(), [])
      await session.run('refreshComparison')
      await until('newer ones', async () =>
        (await comparison.shown()).columns.every(({ at = 0 }) => at > before.at!),
      )
      assert.deepEqual(asked(session), [zonesPath('us-east-1'), zonesPath('us-east-1')])
    })

    it('what is read elsewhere meanwhile', async () => {
      const comparison = await openTwo()
      const { provider, uid: cloudAccountUid } = awsAudit
      const body = JSON.stringify({ zones: [{ name: 'us-east-1z', zoneId: 'use1-az9' }] })
      session.sandbox.addFault({ path: awsAudit.uid, body })
      await session.run('listZones', { provider, cloudAccountUid, region: 'us-east-1' })
      const cells = await until('the new zone', async () => {
        const all = await comparison.cells()
        return all.some(([, zoneId]) => zoneId === 'use1-az9') && all
      })
      assert.equal(cells.length, 7)
    })

    it('what became of its connection', async () => {
      const comparison = await openTwo()
      await session.reconnect({ baseUrl: 'http://127.0.0.1:9/other' })
      assert.deepEqual(await comparison.cells(), [], 'that was of another service')
      await session.connect()
      const { columns } = await until('the news', async () => {
        const shown = await comparison.shown()
        return shown.columns[0]?.problems.length === 1 && shown
      })
      assert.deepEqual(columns[0]?.problems, ['us-east-1: Connection “sandbox” doesn’t exist.'])
    })

    it('nothing of an earlier key', async () => {
      const comparison = await openTwo()
      session.sandbox.addFault({ path: zonesPath('us-east-1'), status: 403, times: null })
      session.sandbox.apiKey = 'a-key-of-somebody-else'
      await session.setKey(session.name, session.sandbox.apiKey)
      const { columns } = await until('no zones', async () => {
        const shown = await comparison.shown()
        return shown.rows.length === 0 && shown
      })
      assert.deepEqual(
        columns.map(({ at }) => at),
        [undefined, undefined],
      )
      await copyAs('CSV')
      assert.doesNotMatch(session.dialogs.clipboard ?? '', /us-east-1a/)
    })

    it('names as text alone, in the tab and in the table', async () => {
      const names = { ...hostileNames, tag: '<img src=x onerror=alert(1)>' }
      for (const name of Object.values(names)) {
        awsName(name)
        await offer(session, 'all')
        await rowAt(session, 'aws-audit')
        await session.run('compareZones', {
          places: [place(awsProduction), { ...place(awsAudit), region: name }],
        })
        const { panel, told } = await comparisons.latest()
        await until('a table', () => told.at(-1))
        assert.doesNotMatch(panel.title, unseen)
        const { html } = panel.webview
        assert.equal(html.match(/<img|<a |onerror="/g), null)
        assert.equal(html.match(/<script/g)?.length, 1)
        for (const { title } of told.at(-1)!.columns) assert.doesNotMatch(title, unseen)
        panel.dispose()
      }

      function awsName(name: string): void {
        const own = session.sandbox.data.accounts.find(({ uid }) => uid === awsProduction.uid)
        own!.name = name
      }
    })

    it('nothing that is secret', async () => {
      const comparison = await openTwo()
      const all = JSON.stringify([comparison.told, comparison.panel.webview.html])
      assert.ok(!all.includes(session.sandbox.apiKey))
      assert.ok(!all.includes(session.sandbox.baseUrl))
    })
  })

  describe('copies', () => {
    it('what is shown, in its order, as Markdown or CSV', async () => {
      const comparison = await openTwo()
      const rows = await comparison.cells()
      await copyAs('Markdown')
      const markdown = await until('a text', () => session.dialogs.clipboard)
      assert.match(markdown, /^\| zone id \| aws-production \| aws-audit \| differences \|\n/)
      const [first] = rows.toSorted(([, a = ''], [, b = '']) => a.localeCompare(b))
      assert.ok(markdown.includes(`| ${first?.[1]} | ${first?.[2]} (available) | ${first?.[3]} (`))
      assert.equal(session.dialogs.statusMessages.at(-1), 'Zones copied: 6 (Markdown)')
      const arrangement = {
        sort: { by: 0, descending: true },
        filter: '-az1',
        onlyDifferences: false,
      }
      comparison.ask({ type: 'arrange', arrangement })
      await copyAs('CSV')
      await until('another text', () => session.dialogs.clipboard !== markdown)
      const [head, only, ...others] = session.dialogs.clipboard?.split('\n') ?? []
      assert.match(head ?? '', /^zone id,aws-production,aws-production state,aws-audit,/)
      assert.match(only ?? '', /^use1-az1,us-east-1.,available,us-east-1.,available,/)
      assert.deepEqual(others, [])
      assert.equal(session.dialogs.statusMessages.at(-1), 'Zones copied: 1 (CSV)')
    })

    it('only what is in the active editor, and says so in another one', async () => {
      await session.run('copyComparisonAs')
      assert.equal((await session.dialogs.message()).text, 'The active editor isn’t a comparison.')
      assert.deepEqual(session.dialogs.prompts, [])
      assert.equal(session.dialogs.clipboard, undefined)
      await openTwo()
      await copyAs('CSV')
      assert.match(session.dialogs.clipboard ?? '', /^zone id,/)
    })

    it('hostile names so that a table stays a table', async () => {
      const own = session.sandbox.data.accounts.find(({ uid }) => uid === awsProduction.uid)
      own!.name = 'a|b](command:x)<img onerror>'
      await rowAt(session, 'aws-audit')
      await openTwo()
      await copyAs('Markdown')
      const [head = ''] = (await until('a text', () => session.dialogs.clipboard)).split('\n')
      assert.match(
        head,
        /^\| zone id \| a\\\|b\\\]\(command\\:x\)\\<img onerror\\> \| aws-audit \|/,
      )
    })
  })

  describe('heeds', () => {
    it('no message but those of its page', async () => {
      const comparison = await openTwo()
      session.sandbox.requests.length = 0
      for (const message of [
        'refresh',
        { type: 'run', command: 'poolkeeper.clearApiKey' },
        { type: 'retry', column: 7 },
        { type: 'copy', format: 'csv', arrangement: initialArrangement },
      ]) {
        comparison.ask(message)
      }
      await copyAs('CSV')
      assert.deepEqual(asked(session), [])
      assert.equal(session.dialogs.statusMessages.length, 1)
      assert.ok(await session.keyOf(session.name, session.sandbox.baseUrl))
    })

    it('that it was closed: nothing more is read', async () => {
      const held = session.hold(zonesPath('us-east-1'))
      const regions = ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'eu-west-1', 'eu-west-2']
      await session.run('compareZones', { places: regions.map((one) => place(awsProduction, one)) })
      const comparison = await comparisons.latest()
      await until('the first', held.isReached)
      comparison.panel.dispose()
      const told = comparison.told.length
      held.letGo()
      await session.run('listZones', {
        provider: 'aws',
        cloudAccountUid: awsAudit.uid,
        region: 'us-east-1',
      })
      assert.equal(comparison.told.length, told)
    })
  })

  describe('comes back after a reload', () => {
    it('with what was compared, read anew, and its names as they are now', async () => {
      const comparison = { byAccount: false, places: [place(awsProduction), place(awsAudit)] }
      await rowAt(session, 'aws-audit')
      session.sandbox.requests.length = 0
      const restored = await comparisons.restore({ comparison, arrangement: initialArrangement })
      const { columns, rows, comparison: kept } = await restored.shown()
      assert.equal(restored.panel.title, 'Compare Zones: us-east-1')
      assert.deepEqual(
        columns.map(({ title }) => title),
        ['aws-production', 'aws-audit'],
      )
      assert.equal(rows.length, 6)
      assert.deepEqual(kept, comparison)
      assert.deepEqual(asked(session), [zonesPath('us-east-1'), zonesPath('us-east-1')])
    })

    it('with names that nothing else has read', async () => {
      const comparison = { places: [place(awsProduction), place(awsAudit)] }
      const restored = await comparisons.restore({ comparison })
      await until('the names', async () => {
        const { columns } = await restored.shown()
        return columns.map(({ title }) => title).join() === 'aws-production,aws-audit'
      })
      assert.equal(asked(session).filter((path) => path === paths.accounts).length, 1)
    })

    it('or is closed where that cannot be read', async () => {
      for (const state of [undefined, {}, { comparison: { places: 'all' } }]) {
        const restored = await comparisons.restore(state)
        await until('it is closed', () => restored.isClosed)
      }
    })
  })

  it('opens in the editor area, with scripts from one folder', async () => {
    const { panel } = await openTwo()
    assert.equal(panel.viewColumn, vscode.window.tabGroups.activeTabGroup.viewColumn)
    const { enableScripts, localResourceRoots } = panel.webview.options
    assert.equal(enableScripts, true)
    assert.deepEqual(
      localResourceRoots?.map(({ path }) => path.split('/').slice(-2).join('/')),
      ['dist/webview'],
    )
    assert.equal(panel.options.retainContextWhenHidden ?? false, false)
    const { light, dark } = panel.iconPath as { light: vscode.Uri; dark: vscode.Uri }
    for (const { path } of [light, dark]) assert.match(path, /\/media\/[^/]+\.svg$/)
  })
})
