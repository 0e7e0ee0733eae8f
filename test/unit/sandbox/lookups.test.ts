import assert from 'node:assert/strict'
import { accounts, configs, projects, tenantsOwn } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { wellConditions } from '../../sandbox/stalls.ts'
import { call, fields, type Page, read, searchPath, zonesPath } from './helpers.ts'

describe('Sandbox: lookups', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const { checkout, dataPlatform, erp, featurePreviews } = configs
  const get = <Value>(path: string, headers?: Record<string, string>) =>
    read<Value>(sandbox, path, headers)
  const search = (headers: Record<string, string> = {}) =>
    read<Page>(sandbox, searchPath, headers, '{}')
  const names = ({ items }: Page) => items.map(({ metadata }) => metadata.name)

  it('who am I', async () => {
    const me = await get<object>('/v1/users/info')
    assert.deepEqual(Object.keys(me), ['orgName', 'tenantUid', 'userUid'])
  })

  it('projects, all of them only without ProjectUid', async () => {
    const path = '/v1/dashboard/projects/metadata'
    assert.deepEqual(names(await get<Page>(path)), ['Production', 'Staging'])
    assert.deepEqual(names(await get<Page>(path, { ProjectUid: projects.staging.uid })), [
      'Staging',
    ])
  })

  describe('cloud accounts', () => {
    interface Account {
      kind: string
      metadata: { name: string; deletionTimestamp: string }
      specSummary?: { accountId?: string }
      status?: { state: string }
    }

    it('carry what identifies them, and are awkward now and then', async () => {
      const { items } = await get<{ items: Account[] }>('/v1/cloudaccounts/summary')
      assert.deepEqual(
        items.map(({ metadata }) => metadata.name),
        tenantsOwn(Object.values(accounts)).map(({ name }) => name),
      )
      const find = (name: string) => items.find(({ metadata }) => metadata.name === name)
      const production = find('aws-production')
      assert.equal(production?.kind, 'aws')
      assert.match(production?.specSummary?.accountId ?? '', /^\d{12}$/)
      assert.match(production?.metadata.deletionTimestamp ?? '', /^0001-/)
      assert.equal(find('vcenter-factory')?.specSummary, undefined)
      assert.equal(find('maas-lab')?.status, undefined)
      const states = new Set(items.map(({ status }) => status?.state))
      assert.ok(states.has('Active') && states.has('active'))
    })

    it('are those of the project, and those shared into it, under ProjectUid', async () => {
      for (const { uid } of Object.values(projects)) {
        const found = names(await get<Page>('/v1/cloudaccounts/summary', { ProjectUid: uid }))
        const all = Object.values(accounts).filter(({ projectUid }) => projectUid === uid)
        assert.deepEqual(
          found,
          all.map(({ name }) => name),
        )
        assert.deepEqual(new Set(all.map(({ owner }) => owner)), new Set(['tenant', 'project']))
      }
    })

    it('are there for what is asked of them where they are listed', async () => {
      const { awsTreasury } = accounts
      const ask = async (project?: { uid: string }) => {
        const headers: Record<string, string> = project ? { ProjectUid: project.uid } : {}
        const paths = [
          `/v1/clouds/aws/regions?cloudAccountUid=${awsTreasury.uid}`,
          zonesPath(awsTreasury, 'us-east-1'),
        ]
        const answers = paths.map((path) => call(sandbox, 'GET', path, headers))
        return (await Promise.all(answers)).map(({ status }) => status)
      }
      assert.deepEqual(await ask(), [404, 404])
      assert.deepEqual(await ask(projects.staging), [404, 404])
      assert.deepEqual(await ask(projects.production), [200, 200])
    })
  })

  describe('clusters', () => {
    it('with the pools of each counted, but not named', async () => {
      const { items } = await search()
      const item: object | undefined = items.find(
        ({ metadata }) => metadata.uid === checkout.clusterUid,
      )
      const pool = { cloudType: 'aws', isControlPlane: false, labels: null, maintenanceMode: 0 }
      assert.deepEqual(
        { ...item, metadata: null },
        {
          metadata: null,
          specSummary: {
            cloudConfig: {
              cloudType: 'aws',
              uid: checkout.uid,
              machinePools: [
                { ...pool, size: 3, healthy: 3, isControlPlane: true },
                { ...pool, size: 6, healthy: 6 },
                { ...pool, size: 2, healthy: 2 },
                { ...pool, size: 0, healthy: 0, labels: ['spot', 'team=data'] },
              ],
            },
            cloudAccountMeta: { uid: accounts.awsProduction.uid, name: 'aws-production' },
            projectMeta: { uid: projects.production.uid, name: 'Production' },
          },
          status: { state: 'Running', health: { state: 'Healthy' } },
        },
      )
    })

    it('of the project under ProjectUid', async () => {
      const found = names(await search({ ProjectUid: projects.staging.uid }))
      assert.ok(found.includes('storefront-staging') && !found.includes('checkout-prod'))
    })

    it('are searched by POST with a JSON body only', async () => {
      assert.equal((await call(sandbox, 'GET', searchPath)).status, 405)
      assert.equal((await call(sandbox, 'POST', searchPath)).status, 400)
    })

    it('plain, in a bare array', async () => {
      const all = await get<{ metadata: { name: string }; spec: object; status: object }[]>(
        '/v1/dashboard/spectroclusters/meta',
      )
      assert.equal(all.length, Object.keys(configs).length)
      const found = all.find(({ metadata }) => metadata.name === dataPlatform.clusterName)
      assert.deepEqual(found?.spec, {
        cloudType: 'azure',
        cloudRegion: 'westeurope',
        cloudAccountUid: accounts.azureProduction.uid,
      })
      assert.deepEqual(found?.status, { state: 'Running' })
    })

    it('one by one, with a cloud type that may differ from the path segment', async () => {
      const cloudTypeOf = async (uid: string) => {
        const { spec } = await get<{ spec: { cloudType: string; cloudConfigRef: object } }>(
          `/v1/spectroclusters/${uid}`,
        )
        assert.deepEqual(Object.keys(spec.cloudConfigRef), ['uid', 'kind'])
        return spec.cloudType
      }
      assert.equal(await cloudTypeOf(checkout.clusterUid), 'aws')
      assert.equal(await cloudTypeOf(erp.clusterUid), 'nutanix')
      assert.equal(await cloudTypeOf(featurePreviews.clusterUid), 'nested')
      for (const [uid, project] of [
        ['0'.repeat(24), projects.production],
        [checkout.clusterUid, projects.staging],
      ] as const) {
        const headers = { ProjectUid: project.uid }
        const response = await call(sandbox, 'GET', `/v1/spectroclusters/${uid}`, headers)
        assert.equal((await fields(response))['code'], 'ClusterNotFound')
      }
    })
  })

  interface Config {
    spec: {
      clusterConfig: object
      cloudAccountRef: object
      machinePoolConfig: Record<string, unknown>[]
    }
  }
  const configOf = (provider: string, uid: string) =>
    get<Config>(`/v1/cloudconfigs/${provider}/${uid}`)
  const poolsOf = async (provider: string, uid: string) =>
    (await configOf(provider, uid)).spec.machinePoolConfig

  describe('a cloud config', () => {
    it('carries its account, its region and its pools', async () => {
      const { spec } = await configOf('aws', checkout.uid)
      assert.deepEqual(spec.cloudAccountRef, { uid: accounts.awsProduction.uid })
      assert.deepEqual(spec.clusterConfig, { region: 'us-east-1' })
      assert.deepEqual(spec.machinePoolConfig[3], {
        name: 'batch-spot',
        isControlPlane: false,
        size: 0,
        minSize: 0,
        maxSize: 20,
        azs: ['us-east-1a', 'us-east-1f'],
        instanceType: 'c7g.4xlarge',
        instanceConfig: { numCPUs: 16, memoryMiB: 32_768 },
        labels: ['spot', 'team=data'],
        taints: null,
      })
    })

    it('has what its provider has: a location in azure, types of many forms', async () => {
      const { spec } = await configOf('azure', dataPlatform.uid)
      assert.equal((spec.clusterConfig as { location?: string }).location, 'westeurope')
      const [nutanix] = await poolsOf('cloudTypes/nutanix', erp.uid)
      assert.deepEqual([nutanix?.['taints'], nutanix?.['isControlPlane']], [null, true])
      const [vsphere] = await poolsOf('vsphere', configs.factoryFloor.uid)
      assert.deepEqual(vsphere?.['instanceType'], { numCPUs: 4, memoryMiB: 16_384, diskGiB: 60 })
      const [aks] = await poolsOf('aks', configs.reporting.uid)
      assert.equal(aks?.['isSystemNodePool'], true)
    })

    it('is not found under another provider or in another project', async () => {
      const path = `/v1/cloudconfigs/aws/${checkout.uid}`
      assert.equal((await call(sandbox, 'GET', path.replace('aws', 'eks'))).status, 404)
      const headers = { ProjectUid: projects.staging.uid }
      assert.equal((await call(sandbox, 'GET', path, headers)).status, 404)
    })
  })

  it('machines of a pool', async () => {
    interface Machine {
      metadata: { uid: string; name: string }
      status: { instanceState: string; health: { state: string } }
    }
    for (const [segment, { uid }] of [
      ['aws', checkout],
      ['cloudTypes/nutanix', erp],
    ] as const) {
      const pools = `/v1/cloudconfigs/${segment}/${uid}/machinePools`
      const { items } = await get<{ items: Machine[] }>(`${pools}/control-plane-pool/machines`)
      assert.equal(new Set(items.map(({ metadata }) => metadata.uid)).size, 3)
      assert.deepEqual(items[0]?.status, {
        instanceState: 'Running',
        instanceStateLastUpdate: '2025-06-02T14:05:09.000Z',
        ready: true,
        health: { state: 'Healthy', conditions: wellConditions },
      })
      assert.equal((await call(sandbox, 'GET', `${pools}/none/machines`)).status, 404)
    }
  })
})
