import assert from 'node:assert/strict'
import { accounts } from '../../sandbox/data.ts'
import { type Sandbox, startSandbox } from '../../sandbox/service.ts'
import { call, read, zonesOf, zonesPath } from './helpers.ts'

describe('Sandbox: regions and zones', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  interface Region {
    name: string
    optInStatus?: string
    displayName?: string
    zones?: { name: string }[] | null
    status?: string
  }
  const status = async (path: string) => (await call(sandbox, 'GET', path)).status
  const regions = async (path: string) => {
    const answer = await read<{ regions: Region[] }>(sandbox, path)
    return new Map(answer.regions.map((region) => [region.name, region]))
  }

  it('aws regions, some not opted in; not without an account', async () => {
    const path = '/v1/clouds/aws/regions?cloudAccountUid='
    const found = await regions(path + accounts.awsProduction.uid)
    assert.deepEqual(
      ['us-east-1', 'eu-south-1', 'mx-central-1'].map((name) => found.get(name)?.optInStatus),
      ['opt-in-not-required', 'opted-in', 'not-opted-in'],
    )
    assert.equal(await status(path), 400)
    assert.equal(await status(path + accounts.gcpProduction.uid), 404)
  })

  it('azure regions with names for people and zones, the account optional', async () => {
    for (const query of ['', `?cloudAccountUid=${accounts.azureProduction.uid}`]) {
      const found = await regions(`/v1/clouds/azure/regions${query}`)
      assert.deepEqual(found.get('westus2'), {
        name: 'westus2',
        displayName: 'West US 2',
        zones: [{ name: '1' }, { name: '2' }, { name: '3' }],
      })
      assert.equal(found.get('ukwest')?.zones, null)
    }
  })

  it('gcp projects, and their regions', async () => {
    const query = `?cloudAccountUid=${accounts.gcpProduction.uid}`
    const { projects } = await read<{ projects: { id: string; name: string }[] }>(
      sandbox,
      `/v1/clouds/gcp/projects${query}`,
    )
    assert.equal(projects.length, 2)
    const found = await regions(`/v1/clouds/gcp/projects/${projects[0]?.id}/regions${query}`)
    assert.equal(found.get('europe-west1')?.status, 'UP')
    assert.equal(await status(`/v1/clouds/gcp/projects/other/regions${query}`), 404)
  })

  it('documented zones can be withdrawn per provider, which leaves the provider’s own', async () => {
    const { awsProduction: aws, gcpProduction: gcp } = accounts
    const documented = await zonesOf(await call(sandbox, 'GET', zonesPath(aws, 'us-east-1')))
    sandbox.documentedZones = { aws: false }
    assert.equal(await status(zonesPath(aws, 'us-east-1')), 404)
    assert.equal(await status(zonesPath(gcp, 'us-east1')), 200)
    const own = `/v1/clouds/aws/regions/us-east-1/availabilityzones?cloudAccountUid=${aws.uid}`
    assert.deepEqual(await read(sandbox, own), { zones: documented })
    assert.equal(await status(own.replace('us-east-1', 'westeurope')), 404)
  })

  it('documented zones as azure answers them, with or without an account', async () => {
    sandbox.documentedZones = { azure: 'zoneList' }
    const path = zonesPath(accounts.azureProduction, 'westeurope')
    const zoneList = [{ id: '1' }, { id: '2' }, { id: '3' }]
    assert.deepEqual(await read(sandbox, path), { zoneList })
    assert.deepEqual(await read(sandbox, path.replace(/\?.*/, '')), { zoneList })
  })

  it('gcp zones of a project', async () => {
    const path = (project: string) =>
      `/v1/clouds/gcp/projects/${project}/regions/us-east1/zones` +
      `?cloudAccountUid=${accounts.gcpProduction.uid}`
    assert.deepEqual(await read(sandbox, path('gcp-production-shared')), {
      zones: ['b', 'c', 'd'].map((letter) => ({ name: `us-east1-${letter}` })),
    })
    assert.equal(await status(path('other')), 404)
  })

  it('instance types of a region with the zones that have none, the account optional', async () => {
    const { awsProduction: aws, azureProduction: azure, gcpProduction: gcp } = accounts
    const of = async (provider: string, region: string, query = '') => {
      const path = `/v1/clouds/${provider}/regions/${region}/instancetypes${query}`
      type Types = { instanceTypes: { type: string; nonSupportedZones: string[] | null }[] }
      const { instanceTypes } = await read<Types>(sandbox, path)
      return new Map(instanceTypes.map((one) => [one.type, one.nonSupportedZones]))
    }
    for (const query of ['', `?cloudAccountUid=${aws.uid}`]) {
      const found = await of('aws', 'us-east-1', query)
      assert.deepEqual(found.get('m6i.xlarge'), ['us-east-1e'])
      assert.equal(found.get('m5.large'), null)
    }
    const ofAzure = await of('azure', 'westeurope', `?cloudAccountUid=${azure.uid}`)
    assert.deepEqual(ofAzure.get('Standard_L8s_v3'), ['1', '2'])
    assert.deepEqual((await of('gcp', 'europe-west1')).get('a2-highgpu-4g'), ['europe-west1-d'])
    const path = '/v1/clouds/aws/regions/us-east-1/instancetypes?cloudAccountUid='
    assert.equal(await status(path + gcp.uid), 404)
    assert.equal(await status('/v1/clouds/aws/regions/westeurope/instancetypes'), 404)
  })

  it('maas and apache-cloudstack zones at their own path only', async () => {
    const { maasLab, cloudstackEdge } = accounts
    assert.equal(await status(zonesPath(maasLab, 'hall-1')), 404)
    const maas = `/v1/cloudaccounts/maas/${maasLab.uid}/properties/azs`
    const { items } = await read<{ items: object[] }>(sandbox, maas)
    assert.deepEqual(items[1], { name: 'rack-east', description: 'Hall 1, east row' })
    const cloudstack = `/v1/cloudaccounts/apache-cloudstack/${cloudstackEdge.uid}/properties/zones`
    const { zones } = await read<{ zones: object[] }>(sandbox, cloudstack)
    assert.deepEqual(Object.keys(zones[0] ?? {}), ['id', 'name'])
    assert.equal(await status(maas.replace(maasLab.uid, cloudstackEdge.uid)), 404)
  })
})
