import assert from 'node:assert/strict'
import type { CloudConfig, SandboxData } from '../../sandbox/data.ts'
import { isLong } from '../../long.ts'
import { getRegionNames } from '../../sandbox/regions.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { findOperation, findProblem } from '../../sandbox/shapes.ts'

const searchPath = '/v1/dashboard/spectroclusters/search'
const getPoolsPath = ({ provider, uid }: CloudConfig) =>
  `/v1/cloudconfigs/${provider}/${uid}/machinePools`

/** Whether the description has Cluster API overrides for a provider. */
const canOverride = ({ provider }: CloudConfig) =>
  ['aws', 'azure', 'aks', 'eks', 'apache-cloudstack'].includes(provider)

const changeNothing = () => {}

/** Changes of the data, which may also happen while a service is used. */
const changes: Record<string, (data: SandboxData) => void> = {
  initially: changeNothing,
  'in every state': (data) => {
    const states = 'Pending Provisioning Running Deleting Deleted Importing Unknown'.split(' ')
    for (const [index, config] of data.configs.entries()) {
      config.state = states[index % states.length] ?? ''
      config.health = index % 2 ? 'UnHealthy' : 'Healthy'
    }
  },
  'without pools and accounts': (data) => {
    for (const config of data.configs) config.pools = []
    data.accounts.length = 0
  },
  'with large and sick pools': (data) => {
    for (const { pools } of data.configs) {
      for (const pool of pools) Object.assign(pool, { machines: 60, unhealthy: 7 })
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
          capacityType: 'spot',
          archType: 'arm64',
          osType: 'Windows',
          ...(canOverride(config) && { overrideClusterAPIConfig: 'a: b' }),
        })
      }
      Object.assign(config, {
        repave: 'Pending',
        virtualClusters: ['a'],
        clusterType: 'PureAttach',
        isImported: true,
        ...(canOverride(config) && { overrideClusterAPIConfig: 'a: b' }),
        ...(config.provider === 'eks' && { fargateProfiles: ['a', 'b'] }),
      })
    }
  },
}

describe('Sandbox: Its responses', function () {
  this.timeout(300_000) // it sends thousands of requests, which take minutes on a busy computer

  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ hasOddClusters: true, clusters: 100, drain: 'manual' })
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  /** Sends a request, and asserts that the response is an error, or has its published shape. Returns the body. */
  async function fetchChecked(path: string, method = 'GET'): Promise<Record<string, unknown>> {
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

  /** Checks all pages of a list. */
  async function checkPages(path: string, method?: string): Promise<void> {
    let token: unknown = ''
    do {
      const query = token ? `${path.includes('?') ? '&' : '?'}continue=${token as string}` : ''
      const { listmeta } = await fetchChecked(path + query, method)
      const next = (listmeta as { continue?: string } | undefined)?.continue
      token = next && encodeURIComponent(next)
    } while (token)
  }

  async function checkCluster(config: CloudConfig): Promise<void> {
    const path = `/v1/cloudconfigs/${config.provider}/${config.uid}`
    await fetchChecked(`/v1/spectroclusters/${config.clusterUid}`)
    await fetchChecked(`/v1/events/components/spectrocluster/${config.clusterUid}`)
    await fetchChecked(path)
    for (const { name } of config.pools) {
      await checkPages(`${getPoolsPath(config)}/${encodeURIComponent(name)}/machines`)
    }
    const [firstPool] = config.pools
    if (!firstPool) return
    const pool = `${getPoolsPath(config)}/${encodeURIComponent(firstPool.name)}`
    await fetchChecked(pool, 'DELETE')
    await fetchChecked(path)
    await fetchChecked(`${pool}/machines`)
  }

  async function checkClouds({ accounts }: SandboxData): Promise<void> {
    await fetchChecked('/v1/clouds/azure/regions')
    for (const account of accounts) {
      const { provider, uid } = account
      const accountQuery = `cloudAccountUid=${uid}`
      const gcp = `/v1/clouds/gcp/projects/${account.name}-shared`
      if (provider === 'aws' || provider === 'azure') {
        await fetchChecked(`/v1/clouds/${provider}/regions?${accountQuery}`)
      }
      if (provider === 'gcp') {
        await fetchChecked(`/v1/clouds/gcp/projects?${accountQuery}`)
        await fetchChecked(`${gcp}/regions?${accountQuery}`)
        await fetchChecked(`${gcp}/zones?${accountQuery}`)
      }
      if (provider === 'maas') await fetchChecked(`/v1/cloudaccounts/maas/${uid}/properties/azs`)
      if (provider === 'apache-cloudstack') {
        await fetchChecked(`/v1/cloudaccounts/${provider}/${uid}/properties/zones`)
      }
      for (const region of getRegionNames(provider)) {
        await fetchChecked(`/v1/clouds/${provider}/regions/${region}/zones?${accountQuery}`)
        if (provider === 'aws') {
          await fetchChecked(`/v1/clouds/aws/regions/${region}/availabilityzones?${accountQuery}`)
        }
        const typesQuery = provider === 'gcp' ? '' : `?${accountQuery}`
        await fetchChecked(`/v1/clouds/${provider}/regions/${region}/instancetypes${typesQuery}`)
        if (provider === 'gcp') await fetchChecked(`${gcp}/regions/${region}/zones?${accountQuery}`)
      }
    }
  }

  for (const [state, change] of Object.entries(changes)) {
    it(`have the published shapes on all paths and pages ${state}`, async () => {
      change(sandbox.data)
      for (const path of ['/v1/users/info', '/v1/apiKeys', '/v1/dashboard/projects/metadata']) {
        await fetchChecked(path)
      }
      await checkPages('/v1/cloudaccounts/summary')
      await checkPages(searchPath, 'POST')
      // Responses about clouds depend on accounts, not on clusters.
      if (isLong || change === changeNothing) await checkClouds(sandbox.data)
      // The generated clusters are all similar.
      for (const config of sandbox.data.configs.slice(0, 40)) await checkCluster(config)
    })
  }
})
