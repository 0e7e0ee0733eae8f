import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { zonesOf } from '../../sandbox/regions.ts'
import { hostileNames, unseen } from '../../hostile/names.ts'
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

  const copyAs = async (format: 'CSV' | 'Markdown') => {
    const running = session.run('copyComparisonAs')
    ;(await nextPick(session)).choose(format)
    await running
  }

  /** Opens the comparison of two accounts in us-east-1. */
  async function openTwo() {
    await session.run('compareZones', { places: [place(awsProduction), place(awsAudit)] })
    const comparison = await comparisons.latest()
    await comparison.showing('the names', ({ titles }) => !titles.includes(awsProduction.uid))
    return comparison
  }

  const two = ['Zone ID', 'Differences', 'aws-production', 'aws-audit']

  describe('asks for what is not selected:', () => {
    it('for the region of selected accounts', async () => {
      const rows = [await rowAt(session, 'aws-production'), await rowAt(session, 'aws-audit')]
      const running = compare(...rows)
      const pick = await nextPick(session)
      assert.deepEqual(
        [pick.title, pick.placeholder, pick.labels[0]],
        ['Compare Zones', 'Select or enter a region', 'All regions'],
      )
      assert.ok(!pick.labels.includes('il-central-1'), 'not opted in')
      pick.choose('us-east-1')
      await running
      const comparison = await comparisons.latest()
      assert.equal(comparison.panel.title, 'Compare Zones: us-east-1')
      assert.deepEqual(await comparison.titles(), two)
      const names = (account: { uid: string }) =>
        new Map(zonesOf('aws', 'us-east-1', account.uid)?.map(({ zoneId, name }) => [zoneId, name]))
      const [production, audit] = [names(awsProduction), names(awsAudit)]
      const cells = await comparison.cells()
      for (const [zoneId = '', differences, one, other] of cells) {
        assert.deepEqual([one, other], [production.get(zoneId), audit.get(zoneId)])
        assert.equal(differences, one === other ? '' : 'Name')
      }
      assert.equal(cells.length, 6)
      assert.deepEqual(
        session.zoneRequests().map(({ url }) => url.split('=').at(-1)),
        [awsProduction.uid, awsAudit.uid],
      )
    })

    it('for no region of accounts that have none', async () => {
      await compare(await rowAt(session, 'maas-lab'), await rowAt(session, 'cloudstack-edge'))
      const comparison = await comparisons.latest()
      assert.equal(comparison.panel.title, 'Compare Zones: maas, apache-cloudstack')
      assert.equal((await comparison.titles()).length, 4)
      assert.equal((await comparison.cells()).length, 5)
      assert.ok(asked(session).every((path) => !path.includes('/regions')))
    })

    it('for nothing of selected regions, which stand in one column for each account', async () => {
      await compare(
        await rowAt(session, 'aws-production', 'us-east-1'),
        await rowAt(session, 'aws-production', 'us-west-1'),
        await rowAt(session, 'aws-audit', 'us-east-1'),
      )
      const comparison = await comparisons.latest()
      assert.deepEqual(await comparison.titles(), ['Region', ...two])
      const { rows } = await comparison.shown()
      assert.deepEqual(
        rows.map((row) => row.slice(3).map(({ kind }) => kind)),
        [...Array.from({ length: 6 }, () => ['', '']), ...[1, 2].map(() => ['', 'elsewhere'])],
      )
      assert.deepEqual(session.dialogs.prompts, [])
    })

    it('for nothing where there is nothing, and says so', async () => {
      await offer(session, 'none')
      await session.run('compareZones')
      const { text, buttons } = await session.dialogs.message()
      assert.equal(text, 'There are no cloud accounts to compare.')
      assert.deepEqual(buttons, ['List Zones'])
      assert.deepEqual(session.dialogs.prompts, [])
    })

    it('for the accounts from the palette, of which those without zones are left out', async () => {
      await rowAt(session, 'aws-audit', 'us-east-1', 'us-east-1a')
      session.sandbox.requests.length = 0
      const running = session.run('compareZones')
      const list = await session.dialogs.list()
      const labels = list.items.map(({ label, description = '' }) => `${label} ${description}`)
      assert.ok(labels.includes('aws-audit aws'))
      assert.ok(!labels.some((label) => label.startsWith('vcenter-factory')), 'has no zones')
      list.choose(['aws-audit', 'aws-production'])
      ;(await nextPick(session)).choose('us-east-1')
      await running
      assert.equal((await (await comparisons.latest()).cells()).length, 6)
      assert.equal(session.zoneRequests().length, 1, 'what is known is not asked for')
    })

    it('and ends in silence where it is left', async () => {
      // In the view’s title, VS Code passes the row with the focus, if any.
      const first = session.run('compareZones', undefined, null)
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
    it('what could not be read in the head of its column, until it is read', async () => {
      session.sandbox.addFault({ path: awsAudit.uid, status: 403 })
      const comparison = await openTwo()
      const [problem = '', ...others] = await comparison.problems()
      assert.match(problem, /^us-east-1: .* doesn’t have permission .*\(403\)/)
      assert.deepEqual(others, [])
      const { rows } = await comparison.shown()
      assert.deepEqual(new Set(rows.map(([, , , cell]) => cell?.kind)), new Set(['unknown']))
      assert.ok((await comparison.cells()).every(([, differences]) => differences === ''))
      await session.run('refreshComparison')
      await until('no problem', async () => (await comparison.problems()).length === 0)
      assert.ok(
        (await comparison.cells()).every((row) => row.every((cell, at) => at === 1 || cell)),
      )
    })

    it('no number of zones where none were loaded', async () => {
      session.sandbox.addFault({ path: zonesPath('us-east-1'), status: 403, times: null })
      const comparison = await openTwo()
      const { status, notes } = await comparison.shown()
      assert.deepEqual(
        [status, ...notes],
        Array.from({ length: 3 }, () => 'Not loaded yet'),
      )
    })

    for (const isFirst of [true, false]) {
      it(`a region that failed and is loaded again ${isFirst ? 'after' : 'before'} another`, async () => {
        const ofProduction = `cloudAccountUid=${awsProduction.uid}`
        session.sandbox.addFault({ path: ofProduction, status: 403 })
        const other = session.hold(`cloudAccountUid=${awsAudit.uid}`)
        await session.run('compareZones', { places: [place(awsProduction), place(awsAudit)] })
        const comparison = await comparisons.latest()
        const head = () => comparison.panel.webview.html.split('</thead>')[0] ?? ''
        await until('the failure', () => other.isReached() && head().includes('(403)'))
        assert.match(head(), /Loading…/, 'which is told at once')
        const again = session.hold(ofProduction)
        await session.run('refreshComparison')
        await until('the next request', again.isReached)
        const [one, last] = isFirst ? [other, again] : [again, other]
        one.letGo()
        await until('one of both', () => head().includes('Updated'))
        // In the status, too.
        assert.equal(head().match(/Loading…/g)?.length, 2)
        last.letGo()
        assert.deepEqual(await comparison.problems(), [])
        assert.equal((await comparison.cells()).length, 6)
      })
    }

    it('how many zones it can’t show, in its copies too', async () => {
      const body = '{"zones":[{"name":"a","zoneId":"1"},{"name":""}]}'
      session.sandbox.addFault({ path: awsAudit.uid, body })
      const comparison = await openTwo()
      assert.deepEqual(await comparison.problems(), ['us-east-1: Zones not shown: 1'])
      await copyAs('CSV')
      assert.equal(
        (await session.dialogs.message()).text,
        'Zones copied: 7 (CSV). The copy is incomplete.',
      )
    })

    it('how old it is, and reads again only when told to', async () => {
      const comparison = await openTwo()
      const { notes, status } = await comparison.shown()
      assert.equal(notes.length, 2)
      for (const note of notes) assert.match(note, /^Updated .*\d/)
      assert.equal(status, 'Zones: 6')
      session.sandbox.requests.length = 0
      await session.run('refreshZones')
      assert.equal((await comparison.cells()).length, 6)
      assert.deepEqual(session.zoneRequests(), [])
      await session.run('refreshComparison')
      await until('two requests', () => session.zoneRequests().length === 2)
      assert.deepEqual(asked(session), [zonesPath('us-east-1'), zonesPath('us-east-1')])
    })

    it('what became of its connection', async () => {
      const comparison = await openTwo()
      await session.reconnect({ baseUrl: 'http://127.0.0.1:9/other' })
      assert.deepEqual(await comparison.cells(), [], 'that was of another service')
      const uids = [awsProduction.uid, awsAudit.uid]
      assert.deepEqual((await comparison.titles()).slice(2), uids, 'and so were the names')
      await session.connect()
      const problem = 'us-east-1: Connection “sandbox” doesn’t exist.'
      await until('the news', async () => (await comparison.problems()).length === 2)
      assert.deepEqual(await comparison.problems(), [problem, problem])
    })

    it('nothing of an earlier key', async () => {
      const comparison = await openTwo()
      session.sandbox.addFault({ path: zonesPath('us-east-1'), status: 403, times: null })
      session.sandbox.apiKey = 'a-key-of-somebody-else'
      await session.setKey(session.name, session.sandbox.apiKey)
      const { notes } = await comparison.showing('no zones', ({ rows }) => rows.length === 0)
      assert.deepEqual(notes, ['Not loaded yet', 'Not loaded yet'])
      await copyAs('CSV')
      assert.doesNotMatch(session.dialogs.clipboard ?? '', /us-east-1a/)
    })

    for (const [what, change] of Object.entries({
      project: () => session.reconnect({ projectUid: 'p-2' }),
      key: () => session.setKey(session.name, session.sandbox.apiKey),
    })) {
      it(`no error of an earlier ${what}`, async () => {
        const held = session.hold(zonesPath('us-east-1'))
        session.sandbox.addFault({ path: zonesPath('us-east-1'), status: 403 })
        await session.run('compareZones', { places: [place(awsProduction)] })
        const comparison = await comparisons.latest()
        await until('the request', held.isReached)
        await change()
        held.letGo()
        await comparison.shown()
        assert.deepEqual(await comparison.problems(), [])
      })
    }

    it('names as text alone, in the tab and in the table', async () => {
      const own = session.sandbox.data.accounts.find(({ uid }) => uid === awsProduction.uid)!
      const names = { ...hostileNames, tag: '<img src=x onerror=alert(1)>' }
      for (const name of Object.values(names)) {
        own.name = name
        await offer(session, 'all')
        await rowAt(session, 'aws-audit')
        await session.run('compareZones', {
          places: [place(awsProduction), { ...place(awsAudit), region: name }],
        })
        const { panel } = await comparisons.latest()
        assert.doesNotMatch(panel.title, unseen)
        assert.equal(panel.webview.html.match(/<img|<a |onerror="/g), null)
        assert.doesNotMatch(panel.webview.html.replaceAll('\n', ''), unseen)
        panel.dispose()
      }
    })
  })

  describe('copies', () => {
    it('what is shown, in its order, as Markdown or CSV', async () => {
      const comparison = await openTwo()
      const [[id, , name, other] = []] = await comparison.cells()
      await copyAs('Markdown')
      const [head, , first = ''] = (await until('a text', () => session.dialogs.clipboard)).split(
        '\n',
      )
      assert.equal(
        head,
        '| zone id | differences | aws-production | aws-production state | aws-audit | aws-audit state |',
      )
      const cells = first.split(' | ')
      assert.deepEqual([cells[0], cells[2], cells[4]], [`| ${id}`, name, other])
      assert.equal(session.dialogs.statusMessages.at(-1), 'Zones copied: 6 (Markdown)')
      await copyAs('CSV')
      await until('another text', () => session.dialogs.clipboard?.startsWith('zone id,'))
      const [, line = ''] = session.dialogs.clipboard?.split('\n') ?? []
      assert.match(line, /^use1-az1,\w*,us-east-1.,available,us-east-1.,available$/)
      assert.equal(session.dialogs.statusMessages.at(-1), 'Zones copied: 6 (CSV)')
    })

    it('only what is in the active editor', async () => {
      await session.run('copyComparisonAs')
      assert.ok(session.dialogs.isSilent)
      assert.equal(session.dialogs.clipboard, undefined)
    })
  })

  describe('heeds', () => {
    it('that it was closed: nothing more is read', async () => {
      const held = session.hold(zonesPath('us-east-1'))
      const regions = ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'eu-west-1', 'eu-west-2']
      await session.run('compareZones', { places: regions.map((one) => place(awsProduction, one)) })
      const comparison = await comparisons.latest()
      await until('the first', held.isReached)
      comparison.panel.dispose()
      held.letGo()
      await session.run('listZones', {
        provider: 'aws',
        cloudAccountUid: awsAudit.uid,
        region: 'us-east-1',
      })
      assert.ok(!asked(session).includes(zonesPath('eu-west-2')))
    })
  })

  it('opens in the editor area, without scripts', async () => {
    const { panel } = await openTwo()
    assert.equal(panel.viewColumn, vscode.window.tabGroups.activeTabGroup.viewColumn)
    assert.equal(panel.webview.options.enableScripts ?? false, false)
  })
})
