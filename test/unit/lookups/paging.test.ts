import assert from 'node:assert/strict'
import type { Lookups } from '../../../src/api/lookups.ts'
import type { Page } from '../../../src/api/pages.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { failureOf } from '../api/helpers.ts'
import { closeServers, eventually, serve } from '../api/servers.ts'
import { each, lookupsOf } from './helpers.ts'

const lists = {
  cloudAccounts: (lookups: Lookups, signal?: AbortSignal) => lookups.cloudAccounts(signal),
  clusters: (lookups: Lookups, signal?: AbortSignal) => lookups.clusters(signal),
}

for (const [name, list] of Object.entries(lists)) {
  describe(`Lookups: The pages of ${name}`, () => {
    let sandbox: Sandbox
    before(async () => {
      // 120 accounts of their own, and 13 clusters besides those made: three pages of each.
      sandbox = await startSandbox({ clusters: 110 })
      growAccounts()
    })
    afterEach(() => {
      sandbox.reset()
      growAccounts()
    })
    afterEach(closeServers)
    after(() => sandbox.close())

    function growAccounts() {
      const [like] = sandbox.data.accounts
      assert.ok(like)
      for (let count = sandbox.data.accounts.length; count < 120; count += 1) {
        sandbox.data.accounts.push({ ...like, uid: `account-${count}` })
      }
    }
    const queries = () => sandbox.requests.map(({ url }) => new URL(url, 'http://a').searchParams)

    it('are returned one by one, to the last', async () => {
      const { accounts, configs } = sandbox.data
      const uids =
        name === 'clusters'
          ? configs.map(({ clusterUid }) => clusterUid)
          : accounts.flatMap(({ owner, uid }) => (owner === 'tenant' ? [uid] : []))
      const pages = await each<{ uid: string }>(list(lookupsOf(sandbox)))
      assert.deepEqual(
        pages.map((page) => page.length),
        [50, 50, uids.length - 100],
      )
      assert.deepEqual(
        pages.flat().map(({ uid }) => uid),
        uids,
      )
      const [first, second, third] = queries()
      assert.equal(first?.get('continue'), null)
      assert.match(second?.get('continue') ?? '', /\+\/=$/) // in need of encoding
      assert.notEqual(third?.get('continue'), second?.get('continue'))
      assert.deepEqual(new Set(queries().map((query) => query.get('limit'))), new Set(['50']))
    })

    it('are requested only on demand', async () => {
      for await (const page of list(lookupsOf(sandbox))) {
        assert.equal(page.items.length, 50)
        assert.equal(sandbox.requests.length, 1)
        break
      }
      await lookupsOf(sandbox).whoAmI()
      assert.equal(sandbox.requests.length, 2)
    })

    /** What the pages tell of what comes after them. */
    async function ends(pages: AsyncIterable<Page<unknown>>): Promise<string[]> {
      const found: string[] = []
      for await (const { hasMore, isTruncated } of pages) {
        assert.ok(!(hasMore && isTruncated))
        found.push(hasMore ? 'more' : isTruncated ? 'cut' : 'end')
      }
      return found
    }

    it('are marked as cut if the items have moved up between two requests', async () => {
      answerWith('{"items":[],"listmeta":{"continue":"a","count":2}}')
      answerWith('{"items":[],"listmeta":{"count":0}}')
      assert.deepEqual(await ends(list(lookupsOf(sandbox))), ['more', 'cut'])
    })

    it('end if the tokens form a circle', async () => {
      for (const token of ['a', 'b', 'a', 'b'])
        answerWith(`{"items":[],"listmeta":{"continue":"${token}"}}`)
      assert.deepEqual(await ends(list(lookupsOf(sandbox))), ['more', 'more', 'cut'])
      assert.deepEqual(
        queries().map((query) => query.get('continue')),
        [null, 'a', 'b'],
      )
    })

    it('end after 200, and are marked as cut', async () => {
      const server = await serve((_, response) => {
        response.end(`{"items":[],"listmeta":{"continue":"${server.received.length}"}}`)
      })
      const pageEnds = await ends(list(lookupsOf(server)))
      assert.equal(pageEnds.length, 200)
      assert.deepEqual([pageEnds.at(-2), pageEnds.at(-1)], ['more', 'cut'])
      assert.equal(server.received.length, 200)
    })

    for (const listmeta of ['{"continue":null}', '{"continue":7}', '{}', 'null', '[]', '"a"']) {
      it(`end at listmeta ${listmeta}`, async () => {
        answerWith(`{"items":[],"listmeta":${listmeta}}`)
        assert.equal((await each<unknown>(list(lookupsOf(sandbox)))).length, 1)
        assert.equal(sandbox.requests.length, 1)
      })
    }

    it('continue with the page that failed', async () => {
      const pages = list(lookupsOf(sandbox))
      sandbox.addFault({ status: 500 })
      assert.equal((await failureOf(pages.next())).kind, 'server')
      assert.equal((await pages.next()).value?.items.length, 50)
      sandbox.addFault({ status: 500, times: 2 })
      assert.equal((await failureOf(pages.next())).kind, 'server')
      assert.equal((await failureOf(pages.next())).kind, 'server')
      assert.equal((await each<unknown>(pages)).length, 2)
      assert.equal((await pages.next()).done, true)
      const tokens = queries().map((query) => query.get('continue'))
      const [, , second, , , third] = tokens
      assert.ok(second && third && second !== third)
      assert.deepEqual(tokens, [null, null, second, second, second, third])
    })

    it('end if the caller cancels a request for a page', async () => {
      const caller = new AbortController()
      const pages = list(lookupsOf(sandbox), caller.signal)
      await pages.next()
      sandbox.addFault({ stall: 'midBody' })
      const failed = failureOf(pages.next())
      await eventually(() => sandbox.requests.length === 2)
      caller.abort()
      assert.equal((await failed).kind, 'cancelled')
      await eventually(() => sandbox.pendingRequests === 0)
    })

    function answerWith(body: string) {
      sandbox.addFault({ body })
    }
  })
}
