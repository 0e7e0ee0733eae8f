import assert from 'node:assert/strict'
import { accounts, configs, oddConfigs, projects } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, fields, type Page, poolPath, read, searchPath, zonesPath } from './helpers.ts'

describe('Sandbox: rights', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ odd: true })
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const { payroll } = oddConfigs
  /** Everything that can be done with a cluster. */
  const ways = (config: typeof configs.checkout | typeof payroll) => {
    const path = `/v1/cloudconfigs/${config.provider}/${config.uid}`
    return [
      ['GET', `/v1/spectroclusters/${config.clusterUid}`],
      ['GET', path],
      ['GET', `${poolPath(config, 'worker-pool')}/machines`],
      ['DELETE', poolPath(config, 'worker-pool')],
    ] as const
  }
  const refusals = async (
    config: typeof configs.checkout | typeof payroll,
    headers: Record<string, string> = {},
  ) => {
    const codes: (string | undefined)[] = []
    for (const [method, path] of ways(config)) {
      const response = await call(sandbox, method, path, headers)
      codes.push(response.status === 403 ? (await fields(response))['code'] : undefined)
    }
    return codes
  }
  const forbidden = Array.from({ length: 4 }, () => 'OperationForbidden')
  const allowed = Array.from({ length: 4 }, () => undefined)

  it('may lack for a cluster that is listed, and for no other', async () => {
    const { items } = await read<Page>(sandbox, searchPath, {}, '{}')
    assert.ok(items.some(({ metadata }) => metadata.uid === payroll.clusterUid))
    assert.deepEqual(await refusals(payroll), forbidden)
    assert.deepEqual(await refusals(configs.checkout), allowed)
    const left = sandbox.data.configs.find(({ uid }) => uid === payroll.uid)
    assert.equal(left?.pools.length, payroll.pools.length)
  })

  it('are those of a project where it is set so', async () => {
    sandbox.needsProject = true
    const { items } = await read<Page>(sandbox, searchPath, {}, '{}')
    assert.ok(items.some(({ metadata }) => metadata.uid === configs.checkout.clusterUid))
    assert.deepEqual(await refusals(configs.checkout), forbidden)
    const { uid: ProjectUid } = projects.production
    assert.deepEqual(await refusals(configs.checkout, { ProjectUid }), allowed)
  })

  it('are always those of a project where it is set so, but for what no project has', async () => {
    sandbox.needsProject = 'always'
    const aws = `cloudAccountUid=${accounts.awsProduction.uid}`
    const asked: [method: string, path: string][] = [
      ['POST', searchPath],
      ['GET', '/v1/dashboard/spectroclusters/meta'],
      ['GET', '/v1/cloudaccounts/summary'],
      ['GET', `/v1/clouds/aws/regions?${aws}`],
      ['GET', '/v1/clouds/azure/regions'],
      ['GET', zonesPath(accounts.awsProduction, 'us-east-1')],
      ['GET', `/v1/events/components/spectrocluster/${configs.checkout.clusterUid}`],
      ...ways(configs.checkout).map(([method, path]): [string, string] => [method, path]),
    ]
    const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
      fetch(sandbox.baseUrl + path, {
        method,
        headers: { ApiKey: sandbox.apiKey, ...headers },
        body: method === 'POST' ? '{}' : null,
      })
    for (const [method, path] of asked) {
      const refusal = await ask(method, path)
      assert.equal(refusal.status, 403, path)
      const { code, message, ...rest } = await fields(refusal)
      assert.deepEqual([code, Object.keys(rest)], ['OperationForbidden', ['details', 'ref']], path)
      assert.match(message ?? '', /scope of the tenant/)
      const { ok } = await ask(method, path, { ProjectUid: projects.production.uid })
      assert.ok(ok, path)
    }
    for (const path of ['/v1/users/info', '/v1/dashboard/projects/metadata', '/v1/apiKeys']) {
      assert.equal((await ask('GET', path)).status, 200, path)
    }
    assert.equal((await call(sandbox, 'GET', '/v1/apiKeys', { ApiKey: 'wrong' })).status, 401)
  })
})
