import assert from 'node:assert/strict'
import { configs, createData, projects, type SandboxData, tenantsOwn } from '../../sandbox/data.ts'
import { addGenerated } from '../../sandbox/generate.ts'
import { zoneNamesOf } from '../../sandbox/regions.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, type Page, read, searchPath } from './helpers.ts'

describe('Sandbox: size', () => {
  const fixed = Object.keys(configs).length
  const generated = (data: SandboxData) => data.configs.slice(fixed)

  describe('generated clusters', () => {
    const data = addGenerated(createData(), 5000, 20_000)
    const pools = generated(data).flatMap((config) => config.pools)

    it('are as many as asked, and the same in every run', () => {
      assert.deepEqual([generated(data).length, pools.length], [5000, 20_000])
      assert.deepEqual(addGenerated(createData(), 5000, 20_000), data)
      for (const [clusters, count, total] of [
        [7, 33, 33],
        [9, 4, 4],
        [3, undefined, 12],
        [0, 9, 9],
      ] as const) {
        const small = generated(addGenerated(createData(), clusters, count))
        assert.equal(small.flatMap((config) => config.pools).length, total)
      }
    })

    it('have names and uids of their own, and pools that differ in name', () => {
      const distinct = (values: string[]) => new Set(values).size
      assert.equal(distinct(data.configs.map(({ clusterName }) => clusterName)), fixed + 5000)
      assert.equal(distinct(data.configs.map(({ uid }) => uid)), fixed + 5000)
      assert.equal(distinct(data.accounts.map(({ name }) => name)), data.accounts.length)
      for (const { pools: own } of data.configs) {
        assert.equal(distinct(own.map(({ name }) => name)), own.length)
      }
    })

    it('hold together: an account of the provider, and zones of the region', () => {
      const accounts = new Map(data.accounts.map((account) => [account.uid, account]))
      for (const { clusterName, accountUid, projectUid, region, pools: own } of generated(data)) {
        const account = accounts.get(accountUid)
        assert.equal(account?.projectUid, projectUid)
        const zones = zoneNamesOf(account?.provider ?? '', region) ?? []
        for (const az of own.flatMap(({ azs }) => azs)) assert.ok(zones.includes(az), clusterName)
      }
    })
  })

  describe('paging', () => {
    let sandbox: Sandbox
    before(async () => {
      sandbox = await startSandbox({ clusters: 2000 })
    })
    after(() => sandbox.close())

    async function pages(path: string, body?: string): Promise<Page[]> {
      const found: Page[] = []
      let token: string | undefined = ''
      do {
        const query: string = `?limit=100&continue=${encodeURIComponent(token)}`
        found.push(await read<Page>(sandbox, path + query, {}, body))
        token = found.at(-1)?.listmeta.continue
      } while (token)
      return found
    }

    for (const [path, body, total] of [
      [searchPath, '{}', () => sandbox.data.configs.length],
      ['/v1/cloudaccounts/summary', undefined, () => tenantsOwn(sandbox.data.accounts).length],
    ] as const) {
      it(`gives each thing once, 50 at a time: ${path}`, async () => {
        const found = await pages(path, body)
        assert.equal(found.length, Math.ceil(total() / 50))
        const uids = found.flatMap(({ items }) => items.map(({ metadata }) => metadata.uid))
        assert.deepEqual([uids.length, new Set(uids).size], [total(), total()])
        const { continue: end, ...listmeta } = found.at(-1)?.listmeta ?? {}
        assert.equal(end, '')
        assert.deepEqual(listmeta, { count: total(), limit: 50, offset: (found.length - 1) * 50 })
      })
    }

    it('takes limit and offset, and leaves continue out where there is one page', async () => {
      const path = '/v1/cloudaccounts/summary'
      const { items, listmeta } = await read<Page>(sandbox, `${path}?limit=2&offset=1`)
      assert.deepEqual(
        items.map(({ metadata }) => metadata.name),
        ['aws-audit', 'aws-staging'],
      )
      assert.deepEqual([listmeta.limit, listmeta.offset], [2, 1])
      const { uid } = projects.production
      const { listmeta: only } = await read<Page>(sandbox, path, { ProjectUid: uid })
      assert.ok(only.count < 50 && !('continue' in only))
    })

    it('refuses what is no token or no number', async () => {
      for (const query of ['continue=x', 'limit=x', 'offset=-1']) {
        const path = `/v1/cloudaccounts/summary?${query}`
        assert.equal((await call(sandbox, 'GET', path)).status, 400, query)
      }
    })
  })
})
