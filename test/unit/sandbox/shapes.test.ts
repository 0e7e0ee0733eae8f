import assert from 'node:assert/strict'
import type { CloudConfig, SandboxData } from '../../sandbox/data.ts'
import { isLong } from '../../long.ts'
import { getRegionNames } from '../../sandbox/regions.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { findOperation, findProblem } from '../../sandbox/shapes.ts'

const searchPath = '/v1/dashboard/spectroclusters/search'
const poolsPath = ({ provider, uid }: CloudConfig) =>
  `/v1/cloudconfigs/${provider}/${uid}/machinePools`

const asItStarts = () => {}

/** Data as it may come to be while the service is used. */
const changes: Record<string, (data: SandboxData) => void> = {
  'as it starts': asItStarts,
  'in every state': (data) => {
    const states = 'Pending Provisioning Running Deleting Deleted Importing Unknown'.split(' ')
    for (const [index, config] of data.configs.entries()) {
      config.state = states[index % states.length] ?? ''
      config.health = index % 2 ? 'UnHealthy' : 'Healthy'
    }
  },
  'without anything in it': (data) => {
    for (const config of data.configs) config.pools = []
    data.accounts.length = 0
  },
  'with large and sick pools': (data) => {
    for (const { pools } of data.configs) {
      for (const pool of pools) Object.assign(pool, { machines: 120, unhealthy: 7 })
    }
  },
  'with drains that stand still': (data) => {
    for (const { pools } of data.configs) {
      for (const pool of pools) pool.stall = { cause: 'volume', after: 0 }
    }
  },
  'with every option of a pool': (data) => {
    for (const config of data.configs) {
      for (const pool of config.pools) {
        Object.assign(pool, {
          minSize: 1,
          maxSize: 9,
          isSystemNodePool: true,
          useControlPlaneAsWorker: true,
          taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }],
          labels: ['a=b'],
          additionalLabels: { a: 'b' },
        })
      }
      Object.assign(config, { repave: 'Pending', virtualClusters: ['a'] })
    }
  },
}

describe('Sandbox: what a sandbox answers', function () {
  this.timeout(60_000)

  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ hasOddClusters: true, clusters: 100, drain: 'manual' })
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  /** The answer, which has a shape that is published, or is an error. */
  async function held(path: string, method = 'GET'): Promise<Record<string, unknown>> {
    const response = await fetch(sandbox.baseUrl + path, {
      method,
      headers: { ApiKey: sandbox.apiKey },
      ...(method === 'POST' && { body: '{}' }),
    })
    const text = await response.text()
    const name = findOperation(method, path.replace(/\?.*/, ''))
    assert.ok(name, `${method} ${path} is not published`)
    if (response.status >= 400) {
      assert.ok(/403|404/.test(String(response.status)), `${method} ${path}: ${response.status}`)
      return {}
    }
    assert.equal(findProblem(method, path, { status: response.status, body: text }), undefined)
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }

  /** All pages of a list. */
  async function pages(path: string, method?: string): Promise<void> {
    let token: unknown = ''
    do {
      const query = token ? `${path.includes('?') ? '&' : '?'}continue=${token as string}` : ''
      const { listmeta } = await held(path + query, method)
      const next = (listmeta as { continue?: string } | undefined)?.continue
      token = next && encodeURIComponent(next)
    } while (token)
  }

  async function everythingOf(config: CloudConfig): Promise<void> {
    const path = `/v1/cloudconfigs/${config.provider}/${config.uid}`
    await held(`/v1/spectroclusters/${config.clusterUid}`)
    await held(`/v1/events/components/spectrocluster/${config.clusterUid}`)
    await held(path)
    for (const { name } of config.pools)
      await pages(`${poolsPath(config)}/${encodeURIComponent(name)}/machines`)
    const [first] = config.pools
    if (!first) return
    const pool = `${poolsPath(config)}/${encodeURIComponent(first.name)}`
    await held(pool, 'DELETE')
    await held(path)
    await held(`${pool}/machines`)
  }

  async function everythingOfClouds({ accounts }: SandboxData): Promise<void> {
    await held('/v1/clouds/azure/regions')
    for (const account of accounts) {
      const { provider, uid } = account
      const ofAccount = `cloudAccountUid=${uid}`
      const gcp = `/v1/clouds/gcp/projects/${account.name}-shared`
      if (provider === 'aws' || provider === 'azure') {
        await held(`/v1/clouds/${provider}/regions?${ofAccount}`)
      }
      if (provider === 'gcp') {
        await held(`/v1/clouds/gcp/projects?${ofAccount}`)
        await held(`${gcp}/regions?${ofAccount}`)
        await held(`${gcp}/zones?${ofAccount}`)
      }
      if (provider === 'maas') await held(`/v1/cloudaccounts/maas/${uid}/properties/azs`)
      if (provider === 'apache-cloudstack') {
        await held(`/v1/cloudaccounts/${provider}/${uid}/properties/zones`)
      }
      for (const region of getRegionNames(provider)) {
        await held(`/v1/clouds/${provider}/regions/${region}/zones?${ofAccount}`)
        if (provider === 'aws') {
          await held(`/v1/clouds/aws/regions/${region}/availabilityzones?${ofAccount}`)
        }
        const ofTypes = provider === 'gcp' ? '' : `?${ofAccount}`
        await held(`/v1/clouds/${provider}/regions/${region}/instancetypes${ofTypes}`)
        if (provider === 'gcp') await held(`${gcp}/regions/${region}/zones?${ofAccount}`)
      }
    }
  }

  for (const [what, change] of Object.entries(changes)) {
    it(`has the published shape, at every path, on every page: ${what}`, async () => {
      change(sandbox.data)
      for (const path of ['/v1/users/info', '/v1/apiKeys', '/v1/dashboard/projects/metadata']) {
        await held(path)
      }
      await pages('/v1/cloudaccounts/summary')
      await pages(searchPath, 'POST')
      // What the sandbox says of clouds, it says of accounts alone: the same whatever clusters have.
      if (isLong || change === asItStarts) await everythingOfClouds(sandbox.data)
      // Those that were made are all alike.
      for (const config of sandbox.data.configs.slice(0, 40)) await everythingOf(config)
    })
  }
})
