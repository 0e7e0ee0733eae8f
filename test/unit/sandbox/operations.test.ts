import assert from 'node:assert/strict'
import { accounts, awkwardNames, configs, oddZones, projects } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, fields, getRaw, poolPath, sortedIds, zonesOf, zonesPath } from './helpers.ts'

describe('Sandbox: operations', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const workers = poolPath(configs.checkout, 'worker-pool')
  const zones = zonesPath(accounts.awsProduction, 'us-east-1')

  describe('deleting a machine pool', () => {
    it('answers 204 without a body, yet with a content type, and the pool is gone', async () => {
      const response = await call(sandbox, 'DELETE', workers)
      assert.equal(response.status, 204)
      assert.equal(response.headers.get('content-type'), 'application/json')
      assert.equal(await response.text(), '')

      const again = await call(sandbox, 'DELETE', workers)
      assert.equal(again.status, 404)
      assert.equal((await fields(again))['code'], 'MachinePoolNotFound')
    })

    it('takes nothing but the pool that was named', async () => {
      await call(sandbox, 'DELETE', workers)
      const left = sandbox.data.configs.find(({ uid }) => uid === configs.checkout.uid)?.pools
      const expected = configs.checkout.pools.filter(({ name }) => name !== 'worker-pool')
      assert.deepEqual(left, expected)
    })

    for (const config of Object.values(configs)) {
      it(`is offered for ${config.provider} (${config.clusterName})`, async () => {
        const name = config.pools[0]?.name ?? ''
        assert.equal((await call(sandbox, 'DELETE', poolPath(config, name))).status, 204)
      })
    }

    for (const [what, name] of Object.entries(awkwardNames)) {
      it(`decodes a name with an awkward part once: ${what}`, async () => {
        const response = await call(sandbox, 'DELETE', poolPath(configs.storefront, name))
        assert.equal(response.status, 204)
      })
    }

    it('answers 404 for an unknown config, and for the config of another provider', async () => {
      const unknown = { ...configs.checkout, uid: '0'.repeat(24) }
      const elsewhere = { ...configs.checkout, provider: 'eks' }
      for (const config of [unknown, elsewhere]) {
        const response = await call(sandbox, 'DELETE', poolPath(config, 'worker-pool'))
        assert.equal(response.status, 404)
        assert.equal((await fields(response))['code'], 'CloudConfigNotFound')
      }
    })
  })

  describe('listing zones', () => {
    it('answers the zones of a region, in JSON', async () => {
      const response = await call(sandbox, 'GET', zones)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'application/json')
      const found = await zonesOf(response)
      assert.deepEqual(
        found.map(({ name }) => name),
        ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `us-east-1${letter}`),
      )
      assert.deepEqual(
        sortedIds(found),
        ['1', '2', '3', '4', '5', '6'].map((number) => `use1-az${number}`),
      )
    })

    it('pairs names and ids differently for another account', async () => {
      const other = zonesPath(accounts.awsAudit, 'us-east-1')
      const [mine, same, theirs] = await Promise.all(
        [zones, zones, other].map(async (path) => zonesOf(await call(sandbox, 'GET', path))),
      )
      assert.deepEqual(mine, same)
      assert.notDeepEqual(mine, theirs)
    })

    it('tells azure and gcp zones as those clouds name them', async () => {
      const azurePath = zonesPath(accounts.azureProduction, 'westeurope')
      const azure = await call(sandbox, 'GET', azurePath)
      assert.deepEqual(await azure.json(), { zoneList: [{ id: '1' }, { id: '2' }, { id: '3' }] })
      sandbox.documentedZones = {}
      const documented = await call(sandbox, 'GET', azurePath)
      assert.deepEqual(
        (await zonesOf(documented)).map(({ name }) => name),
        ['1', '2', '3'],
      )
      const gcp = await call(sandbox, 'GET', zonesPath(accounts.gcpProduction, 'europe-west1'))
      assert.deepEqual(
        await zonesOf(gcp),
        ['b', 'c', 'd'].map((letter) => ({ name: `europe-west1-${letter}`, state: 'available' })),
      )
    })

    it('tells other states than available, null and missing ones included', async () => {
      const stateOf = async ({ region, zoneId }: { region: string; zoneId: string }) => {
        const response = await call(sandbox, 'GET', zonesPath(accounts.awsProduction, region))
        const zone = (await zonesOf(response)).find((candidate) => candidate.zoneId === zoneId)
        assert.ok(zone)
        return 'state' in zone ? zone.state : 'left out'
      }
      assert.equal(await stateOf(oddZones.impaired), 'impaired')
      assert.equal(await stateOf(oddZones.unavailable), 'unavailable')
      assert.equal(await stateOf(oddZones.nullState), null)
      assert.equal(await stateOf(oddZones.noState), 'left out')
    })

    it('answers 400 without a cloud account', async () => {
      for (const query of ['', '?cloudAccountUid=']) {
        const response = await call(
          sandbox,
          'GET',
          `/v1/clouds/aws/regions/us-east-1/zones${query}`,
        )
        assert.equal(response.status, 400)
      }
    })

    it('answers 404 in words for an unknown account or another provider’s region', async () => {
      const unknown = { ...accounts.awsProduction, uid: '0'.repeat(24) }
      const elsewhere = { ...accounts.awsProduction, provider: 'gcp' }
      for (const path of [
        zonesPath(unknown, 'us-east-1'),
        zonesPath(elsewhere, 'us-central1'),
        zonesPath(accounts.awsProduction, 'westeurope'),
      ]) {
        const response = await call(sandbox, 'GET', path)
        assert.equal(response.status, 404)
        assert.match((await fields(response))['message'] ?? '', /not found|not a region of aws/)
      }
    })
  })

  it('refuses a missing or wrong key with 401, in the shape of an error, and changes nothing', async () => {
    for (const headers of [{}, { ApiKey: 'wrong' }] as Record<string, string>[]) {
      const response = await fetch(sandbox.baseUrl + workers, { method: 'DELETE', headers })
      assert.equal(response.status, 401)
      const body = await fields(response)
      assert.deepEqual(Object.keys(body), ['code', 'message', 'details', 'ref'])
    }
    assert.equal((await call(sandbox, 'DELETE', workers)).status, 204)
  })

  it('shows only what belongs to the project of ProjectUid', async () => {
    const status = async (method: string, path: string, projectUid: string) =>
      (await call(sandbox, method, path, { ProjectUid: projectUid })).status
    const { production, staging } = projects
    assert.equal(await status('GET', zones, staging.uid), 404)
    assert.equal(await status('GET', zones, production.uid), 200)
    assert.equal(await status('DELETE', workers, staging.uid), 404)
    assert.equal(await status('DELETE', workers, production.uid), 204)
    for (const [code, expected] of [
      ['ProjectNotFoundInTenant', 404],
      ['ResourceNotFound', 404],
      ['ResourceAccessDenied', 403],
    ] as const) {
      sandbox.projectRefusal = code
      const refusal = await call(sandbox, 'GET', zones, { ProjectUid: 'no-such-project' })
      assert.equal(refusal.status, expected)
      assert.equal((await fields(refusal))['code'], code)
    }
  })

  it('answers 404 for unknown paths, 405 for other methods', async () => {
    const oneSegment = poolPath({ ...configs.erp, provider: 'cloudTypes%2Fnutanix' }, 'databases')
    for (const path of ['/', '/v1/clouds', workers.toLowerCase(), `${workers}/`, oneSegment]) {
      assert.equal((await call(sandbox, 'DELETE', path)).status, 404, path)
    }
    const response = await call(sandbox, 'POST', workers)
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'DELETE')
  })

  it('redirects an empty path segment to another path, as one live server does', async () => {
    assert.deepEqual(await getRaw(sandbox.baseUrl, '/v1//clouds?a=b//c'), [
      301,
      '/v1/clouds?a=b//c',
    ])
  })
})
