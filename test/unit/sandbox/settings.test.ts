import assert from 'node:assert/strict'
import { accounts, configs } from '../../sandbox/data.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service.ts'
import { type LookupName, lookupNames } from '../../sandbox/settings.ts'
import { call, fields, poolPath, searchPath, zonesPath } from './helpers.ts'

const aws = `cloudAccountUid=${accounts.awsProduction.uid}`
const gcp = `cloudAccountUid=${accounts.gcpProduction.uid}`
const gcpRegions = '/v1/clouds/gcp/projects/gcp-production-shared/regions'
const { checkout } = configs
const paths: Record<LookupName, string> = {
  whoAmI: '/v1/users/info',
  projects: '/v1/dashboard/projects/metadata',
  accounts: '/v1/cloudaccounts/summary',
  awsRegions: `/v1/clouds/aws/regions?${aws}`,
  azureRegions: '/v1/clouds/azure/regions',
  gcpProjects: `/v1/clouds/gcp/projects?${gcp}`,
  gcpRegions: `${gcpRegions}?${gcp}`,
  awsZones: `/v1/clouds/aws/regions/us-east-1/availabilityzones?${aws}`,
  gcpZones: `${gcpRegions}/us-east1/zones?${gcp}`,
  maasZones: `/v1/cloudaccounts/maas/${accounts.maasLab.uid}/properties/azs`,
  cloudstackZones: `/v1/cloudaccounts/apache-cloudstack/${accounts.cloudstackEdge.uid}/properties/zones`,
  instanceTypes: '/v1/clouds/gcp/regions/us-east1/instancetypes',
  clusterSearch: searchPath,
  clusters: '/v1/dashboard/spectroclusters/meta',
  cluster: `/v1/spectroclusters/${checkout.clusterUid}`,
  cloudConfig: `/v1/cloudconfigs/aws/${checkout.uid}`,
  machines: `${poolPath(checkout, 'worker-pool')}/machines`,
  gcpProjectZones: `/v1/clouds/gcp/projects/gcp-production-shared/zones?${gcp}`,
  events: `/v1/events/components/spectrocluster/${checkout.clusterUid}`,
  apiKeys: '/v1/apiKeys',
}

describe('Sandbox: settings', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const ask = (name: LookupName, apiKey = sandbox.apiKey) =>
    fetch(sandbox.baseUrl + paths[name], {
      headers: { ApiKey: apiKey },
      ...(name === 'clusterSearch' ? { method: 'POST', body: '{}' } : {}),
    })
  /** The lookups that are not answered with JSON and 200. */
  const missing = async () => {
    const answers = await Promise.all(lookupNames.map((name) => ask(name)))
    return lookupNames.filter((_, index) => {
      const { status, headers } = answers[index] as Response
      return status !== 200 || headers.get('content-type') !== 'application/json'
    })
  }

  it('every lookup is offered at first, to a valid key', async () => {
    assert.deepEqual(await missing(), [])
    for (const name of lookupNames) assert.equal((await ask(name, 'wrong')).status, 401, name)
  })

  for (const name of lookupNames) {
    it(`${name} goes missing by itself`, async () => {
      sandbox.lookups = { [name]: false }
      assert.deepEqual(await missing(), [name])
      assert.equal((await fields(await ask(name)))['code'], 'RouteNotFound')
    })
  }

  it('none leaves what is documented', async () => {
    sandbox.lookups = 'none'
    assert.deepEqual(await missing(), lookupNames)
    const zones = zonesPath(accounts.awsProduction, 'us-east-1')
    assert.equal((await call(sandbox, 'GET', zones)).status, 200)
    assert.equal((await call(sandbox, 'DELETE', poolPath(checkout, 'worker-pool'))).status, 204)
  })

  it('answers another status or a page for people instead, with a valid key', async () => {
    sandbox.lookups = { projects: 403, accounts: 405, clusters: 'unreadable' }
    sandbox.documentedZones = { aws: 403 }
    assert.deepEqual([(await ask('projects')).status, (await ask('accounts')).status], [403, 405])
    assert.equal((await ask('projects', 'wrong')).status, 401)
    const page = await ask('clusters')
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html'])
    assert.match(await page.text(), /^<!doctype html>/)
    const zones = zonesPath(accounts.awsProduction, 'us-east-1')
    assert.equal((await call(sandbox, 'GET', zones)).status, 403)
  })

  it('are as they were at the start after a reset', async () => {
    const other = await startSandbox({ lookups: { whoAmI: 403 }, latencyMs: 1 })
    await other.close()
    Object.assign(other, { lookups: 'none', latencyMs: 0 })
    other.traps.push('noKind')
    other.reset()
    assert.deepEqual([other.lookups, other.latencyMs, other.traps], [{ whoAmI: 403 }, 1, []])
  })

  it('can be changed by another process', async () => {
    const patch = (settings: unknown) =>
      fetch(`${sandbox.baseUrl}/sandbox/settings`, {
        method: 'PATCH',
        body: JSON.stringify(settings),
      })
    assert.equal((await patch({ lookups: { whoAmI: 403 }, drain: 'manual' })).status, 204)
    assert.equal((await ask('whoAmI')).status, 403)
    assert.equal(sandbox.drain, 'manual')
    const refusal = await patch({ lookups: 'none', latency: 1 })
    assert.equal(refusal.status, 400)
    assert.match((await fields(refusal))['message'] ?? '', /Unknown setting: latency/)
    assert.deepEqual(sandbox.lookups, { whoAmI: 403 })
  })

  for (const bad of [
    { lookup: 'all' },
    { lookups: 'some' },
    { lookups: { whoami: false } },
    { lookups: { whoAmI: 200 } },
    { documentedZones: { aws: 'own' } },
    { traps: ['noTraps'] },
    { drain: 'slow' },
    { latencyMs: -1 },
    { needsProject: 'never' },
    { projectRefusal: 'ProjectForbidden' },
    { rateLimit: { burst: 1 } },
    { rateLimit: { perSecond: 1, per: 1 } },
  ]) {
    it(`refuse ${JSON.stringify(bad)}`, async () => {
      await assert.rejects(startSandbox(bad as SandboxOptions), TypeError)
    })
  }
})
