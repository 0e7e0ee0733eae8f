import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { getZones } from '../../sandbox/regions.ts'
import { hostileNames, invisible } from '../../hostile/names.ts'
import { until } from '../helpers.ts'
import {
  getRequestedPaths,
  getLoadedPick,
  setLookups,
  lookupPaths,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'
import { useComparisons } from './comparisons.ts'

const { awsProduction, awsAudit } = accounts
const zonesPath = `${lookupPaths.awsRegions}/us-east-1/zones`

describe('Compare Zones…', () => {
  const session = useSessionWithLookups()
  const comparisons = useComparisons()

  const place = (account: { provider: string; uid: string }, region = 'us-east-1') => ({
    connection: session.name,
    provider: account.provider,
    cloudAccountUid: account.uid,
    region,
  })
  const open = async (...places: object[]) => {
    await session.run('compareZones', { places })
    return comparisons.latest()
  }

  /** Opens the comparison of two accounts in us-east-1. */
  async function openTwo() {
    const comparison = await open(place(awsProduction), place(awsAudit))
    await comparison.shown(({ titles }) => !titles.includes(awsProduction.uid))
    return comparison
  }

  /** Runs it on rows, as their menu does; each is a path in the view. */
  async function compare(...of: string[][]) {
    const rows = await Promise.all(
      of.map(async (path) => (await requireRow(session, ...path)).node),
    )
    return { ended: session.run('compareZones', rows[0], rows) }
  }

  const copyAs = async (format: 'CSV' | 'Markdown') => {
    const running = session.run('copyComparisonAs')
    ;(await getLoadedPick(session)).select(format)
    await running
    return (session.dialogs.clipboard ?? '').split('\n')
  }

  const two = ['Zone ID', 'Differences', 'aws-production', 'aws-audit']

  describe('prompts for what isn’t selected:', () => {
    it('the region of selected accounts', async () => {
      const { ended } = await compare(['aws-production'], ['aws-audit'])
      const pick = await getLoadedPick(session)
      assert.deepEqual(
        [pick.title, pick.placeholder, pick.labels[0]],
        ['Compare Zones', 'Select or enter a region', 'All regions'],
      )
      assert.ok(!pick.labels.includes('il-central-1'), 'not opted in')
      pick.select('us-east-1')
      await ended
      const comparison = await comparisons.latest()
      assert.equal(comparison.panel.title, 'Compare Zones: aws-production, aws-audit · us-east-1')
      assert.equal(comparison.panel.webview.options.enableScripts ?? false, false)
      const { titles, cells } = await comparison.shown()
      assert.deepEqual(titles, two)
      const nameIn = ({ uid }: { uid: string }, wanted: string) =>
        getZones('aws', 'us-east-1', uid)?.find(({ zoneId }) => zoneId === wanted)?.name
      for (const [zoneId = '', differences, production, audit] of cells) {
        assert.deepEqual(
          [production, audit],
          [nameIn(awsProduction, zoneId), nameIn(awsAudit, zoneId)],
        )
        assert.equal(differences, production === audit ? '' : 'Name')
      }
      assert.equal(cells.length, 6)
      assert.equal(session.zoneRequests().length, 2)
    })

    it('no region of accounts whose provider has none', async () => {
      await (
        await compare(['maas-lab'], ['cloudstack-edge'])
      ).ended
      const comparison = await comparisons.latest()
      assert.equal(comparison.panel.title, 'Compare Zones: maas-lab, cloudstack-edge')
      assert.equal((await comparison.shown()).cells.length, 5)
      assert.ok(getRequestedPaths(session).every((path) => !path.includes('/regions')))
    })

    it('nothing for selected regions, which are shown in one column for each account', async () => {
      const { ended } = await compare(
        ['aws-production', 'us-east-1'],
        ['aws-production', 'us-west-1'],
        ['aws-audit', 'us-east-1'],
      )
      await ended
      const { titles, rows } = await (await comparisons.latest()).shown()
      assert.deepEqual(titles, ['Region', ...two])
      assert.deepEqual(
        rows.map((row) => row.slice(3).map(({ kind }) => kind)),
        [...Array.from({ length: 6 }, () => ['', '']), ...[1, 2].map(() => ['', 'elsewhere'])],
      )
      assert.deepEqual(session.dialogs.prompts, [])
    })

    it('nothing if there is nothing to compare, and says so', async () => {
      await setLookups(session, 'none')
      await session.run('compareZones')
      const { text, buttons } = await session.dialogs.message()
      assert.equal(text, 'There are no cloud accounts to compare.')
      assert.deepEqual([buttons, session.dialogs.prompts], [['List Zones'], []])
    })

    it('the accounts from the palette, without those that have no zones', async () => {
      await requireRow(session, 'aws-audit', 'us-east-1', 'us-east-1a')
      session.sandbox.requests.length = 0
      const running = session.run('compareZones')
      const list = await session.dialogs.pick()
      const labels = list.items.map(({ label, description = '' }) => `${label} ${description}`)
      assert.ok(labels.includes('aws-audit aws'))
      assert.ok(!labels.some((label) => label.startsWith('vcenter-factory')), 'has no zones')
      list.select('aws-audit', 'aws-production')
      ;(await getLoadedPick(session)).select('us-east-1')
      await running
      assert.equal((await (await comparisons.latest()).shown()).cells.length, 6)
      assert.equal(session.zoneRequests().length, 1, 'what is known is not asked for')
    })

    it('again only after it has said that no account was selected', async () => {
      const running = session.run('compareZones')
      ;(await session.dialogs.pick()).select()
      await running
      assert.match((await session.dialogs.message()).text, /^Nothing was selected\./)
      assert.deepEqual(comparisons.opened, [])
    })

    it('and ends without a message if it is canceled', async () => {
      // In the view’s title, VS Code passes the row with the focus, if any.
      const first = session.run('compareZones', undefined, null)
      ;(await session.dialogs.pick()).escape()
      await first
      const { ended } = await compare(['aws-production'], ['aws-audit'])
      ;(await getLoadedPick(session)).escape()
      await ended
      assert.deepEqual([comparisons.opened, session.dialogs.messages], [[], []])
    })
  })

  describe('shows', () => {
    it('the error in the head of a column, until the zones are loaded', async () => {
      session.sandbox.addFault({ path: awsAudit.uid, status: 403 })
      const comparison = await openTwo()
      const { problems, rows } = await comparison.shown()
      assert.match(problems.join('\n'), /^us-east-1: .* the key has no permission .*\(403\).*$/)
      const kinds = rows.map(([, differences, , other]) => [differences?.text, other?.kind])
      assert.deepEqual(new Set(kinds.map(String)), new Set([',unknown']))
      await session.run('refreshComparison')
      const { cells } = await comparison.shown((now) => now.problems.length === 0)
      assert.ok(cells.every(([, , production, audit]) => production && audit))
    })

    it('the error of a refresh, until the same zones are loaded again', async () => {
      const comparison = await openTwo()
      await comparison.shown(({ cells }) => cells.length === 6)
      session.sandbox.addFault({ path: awsAudit.uid, status: 403 })
      await session.run('refreshComparison')
      await comparison.shown(({ problems }) => problems.length === 1)
      await session.run('refreshComparison')
      await comparison.shown(({ problems }) => problems.length === 0)
    })

    for (const isFirst of [true, false]) {
      it(`a region that failed and is loaded again ${isFirst ? 'after' : 'before'} another`, async () => {
        const ofProduction = `cloudAccountUid=${awsProduction.uid}`
        session.sandbox.addFault({ path: ofProduction, status: 403 })
        const other = session.holdRequests(`cloudAccountUid=${awsAudit.uid}`)
        const comparison = await open(place(awsProduction), place(awsAudit))
        const head = () => comparison.panel.webview.html.split('</thead>')[0] ?? ''
        await until('the failure', () => other.hasRequest() && head().includes('(403)'))
        assert.match(head(), /Loading…/, 'which is told at once')
        const again = session.holdRequests(ofProduction)
        await session.run('refreshComparison')
        await until('the next request', again.hasRequest)
        const [first, last] = isFirst ? [other, again] : [again, other]
        first.release()
        await until('one of both', () => head().includes('Updated'))
        // In the status, too.
        assert.equal(head().match(/Loading…/g)?.length, 2)
        last.release()
        const { problems, cells } = await comparison.shown()
        assert.deepEqual([problems, cells.length], [[], 6])
      })
    }

    it('the number of unreadable zones, in its copies, too', async () => {
      const body = '{"zones":[{"name":"a","zoneId":"1"},{"name":""}]}'
      session.sandbox.addFault({ path: awsAudit.uid, body })
      const { problems } = await (await openTwo()).shown()
      assert.deepEqual(problems, ['us-east-1: Zones not shown: 1'])
      await copyAs('CSV')
      const { text } = await session.dialogs.message()
      assert.equal(text, 'Rows copied as CSV: 7. The copy is incomplete.')
    })

    it('the age of the data, and loads it again only on request', async () => {
      const comparison = await openTwo()
      const { notes, status } = await comparison.shown()
      assert.match(notes.join(), /^Updated .*\d.*,Updated .*\d/)
      assert.equal(status, 'Zones: 6')
      session.sandbox.requests.length = 0
      await session.run('refreshZones')
      assert.equal((await comparison.shown()).cells.length, 6)
      assert.deepEqual(session.zoneRequests(), [])
      await session.run('refreshComparison')
      await until('two requests', () => session.zoneRequests().length === 2)
      assert.deepEqual(getRequestedPaths(session), [zonesPath, zonesPath])
    })

    it('that its connection is gone', async () => {
      const comparison = await openTwo()
      await session.changeConnection({ baseUrl: 'http://127.0.0.1:9/other' })
      const { cells, titles } = await comparison.shown()
      assert.deepEqual(cells, [], 'that was of another service')
      assert.deepEqual(titles.slice(2), [awsProduction.uid, awsAudit.uid], 'and so were the names')
      await session.writeConnections()
      const { problems } = await comparison.shown((now) => now.problems.length === 2)
      const problem = 'us-east-1: Connection “sandbox” doesn’t exist.'
      assert.deepEqual(problems, [problem, problem])
    })

    it('no data of an earlier key', async () => {
      const comparison = await openTwo()
      session.sandbox.addFault({ path: zonesPath, status: 403, times: null })
      session.sandbox.apiKey = 'a-key-of-somebody-else'
      await session.setKey(session.name, session.sandbox.apiKey)
      const { notes, status } = await comparison.shown(({ rows }) => rows.length === 0)
      const none = 'Not loaded yet'
      assert.deepEqual([status, ...notes], [none, none, none], 'and no number of zones')
      assert.ok(!String(await copyAs('CSV')).includes('us-east-1a'))
    })

    for (const [what, change] of Object.entries({
      project: () => session.changeConnection({ projectUid: 'p-2' }),
      key: () => session.setKey(session.name, session.sandbox.apiKey),
    })) {
      it(`no error of an earlier ${what}`, async () => {
        const held = session.holdRequests(zonesPath)
        session.sandbox.addFault({ path: zonesPath, status: 403 })
        const comparison = await open(place(awsProduction))
        await until('the request', held.hasRequest)
        await change()
        held.release()
        assert.deepEqual((await comparison.shown()).problems, [])
      })
    }

    it('no invisible characters in its tab', async () => {
      const region = hostileNames.direction
      const { panel } = await open(place(awsProduction, region), place(awsAudit, region))
      assert.doesNotMatch(panel.title, invisible)
    })
  })

  it('copies what is shown in the active editor, in its order, as Markdown or CSV', async () => {
    await session.run('copyComparisonAs')
    assert.ok(session.dialogs.isSilent)
    const { cells } = await (await openTwo()).shown()
    const [[id = '', , name = '', other = ''] = []] = cells
    const [head = '', , first = ''] = await copyAs('Markdown')
    assert.ok(head.startsWith('| zone id | differences | aws-production | aws-production state |'))
    const copied = first.split(' | ')
    assert.deepEqual([copied[0], copied[2], copied[4]], [`| ${id}`, name, other])
    assert.equal(session.dialogs.statusMessages.at(-1), 'Rows copied as Markdown: 6')
    const [, line = ''] = await copyAs('CSV')
    assert.match(line, /^use1-az1,\w*,us-east-1.,available,us-east-1.,available$/)
    assert.equal(session.dialogs.statusMessages.at(-1), 'Rows copied as CSV: 6')
  })

  it('loads nothing more once it is closed', async () => {
    const held = session.holdRequests(zonesPath)
    const regions = ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'eu-west-1', 'eu-west-2']
    const { panel } = await open(...regions.map((region) => place(awsProduction, region)))
    await until('the first', held.hasRequest)
    panel.dispose()
    held.release()
    await session.run('listZones', place(awsAudit))
    assert.ok(!getRequestedPaths(session).some((path) => path.includes('eu-west-2')))
  })
})
