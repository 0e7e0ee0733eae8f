import { strict as assert } from 'node:assert'
import type { Zone } from '../../../src/api/client.ts'
import { accounts } from '../../sandbox/data.ts'
import type { Sandbox } from '../../sandbox/service.ts'
import { useSession } from '../helpers.ts'
import { getRequestedPaths } from '../lookups.ts'

const { awsProduction, awsStaging, azureProduction, gcpProduction } = accounts
const aws = '/v1/clouds/aws/regions'
const azure = '/v1/clouds/azure/regions'

// Each test has a connection of its own: what is found out of one is remembered.
describe('Zones: The path to the zones', () => {
  const session = useSession()
  let sandbox: Sandbox
  let connection: string

  beforeEach(async () => {
    ;({ sandbox, name: connection } = await session.addConnection())
    sandbox.lookups = 'all'
  })

  /** Lists the zones of a region; undefined where that failed. */
  async function list(
    { provider, uid: cloudAccountUid }: { provider: string; uid: string },
    region: string,
    project?: string,
  ): Promise<string[] | undefined> {
    const query = { provider, cloudAccountUid, region, project, connection }
    const zones = (await session.run('listZones', query)) as Zone[] | undefined
    return zones?.map(({ name }) => name)
  }

  it('is the documented path if the service has it', async () => {
    await list(awsProduction, 'eu-west-1')
    await list(azureProduction, 'westeurope')
    await list(gcpProduction, 'us-central1', 'gcp-production-shared')
    const gcp = '/v1/clouds/gcp/regions/us-central1/zones'
    assert.deepEqual(getRequestedPaths({ sandbox }), [
      `${aws}/eu-west-1/zones`,
      `${azure}/westeurope/zones`,
      gcp,
    ])
  })

  it('is else the provider’s own path, which is cached', async () => {
    sandbox.documentedZones = { aws: false }
    const names = Array.from('abc', (letter) => `eu-west-1${letter}`)
    assert.deepEqual(await list(awsProduction, 'eu-west-1'), names)
    await list(awsStaging, 'us-east-2')
    await list({ ...awsStaging, provider: 'eks' }, 'us-west-1')
    assert.deepEqual(getRequestedPaths({ sandbox }), [
      `${aws}/eu-west-1/zones`,
      `${aws}/eu-west-1/availabilityzones`,
      `${aws}/us-east-2/availabilityzones`,
      `${aws}/us-west-1/availabilityzones`,
    ])
  })

  it('is the documented path again after Refresh, and if the provider’s own path is gone', async () => {
    sandbox.documentedZones = { aws: false }
    await list(awsProduction, 'eu-west-1')
    sandbox.documentedZones = {}
    await session.run('refreshZones')
    sandbox.requests.length = 0
    await list(awsStaging, 'us-east-2')
    assert.deepEqual(getRequestedPaths({ sandbox }), [`${aws}/us-east-2/zones`])

    sandbox.documentedZones = { aws: false }
    await list(awsStaging, 'us-west-1')
    sandbox.documentedZones = {}
    sandbox.addFault({ path: '/availabilityzones', status: 404, times: null })
    sandbox.requests.length = 0
    for (const region of ['us-west-2', 'eu-west-2']) assert.ok(await list(awsStaging, region))
    assert.deepEqual(getRequestedPaths({ sandbox }), [
      `${aws}/us-west-2/availabilityzones`,
      `${aws}/us-west-2/zones`,
      `${aws}/eu-west-2/zones`,
    ])
  })

  for (const body of ['zoneList', true] as const) {
    it(`gets the response of azure at the documented path by one request: ${body}`, async () => {
      sandbox.documentedZones = { azure: body }
      assert.deepEqual(await list(azureProduction, 'westeurope'), ['1', '2', '3'])
      const aks = { ...azureProduction, provider: 'aks' }
      assert.deepEqual(await list(aks, 'eastus'), ['1', '2', '3'])
      assert.deepEqual(getRequestedPaths({ sandbox }), [
        `${azure}/westeurope/zones`,
        `${azure}/eastus/zones`,
      ])
    })
  }

  it('is not cached if the service has neither, and the error is that of the documented path', async () => {
    sandbox.documentedZones = { aws: false }
    sandbox.lookups = { awsZones: false }
    for (let times = 0; times < 2; times++) {
      assert.equal(await list(awsProduction, 'eu-west-1'), undefined)
      const { text } = await session.dialogs.message()
      assert.match(text, /\(404\)\./)
    }
    const both = [`${aws}/eu-west-1/zones`, `${aws}/eu-west-1/availabilityzones`]
    assert.deepEqual(getRequestedPaths({ sandbox }), [...both, ...both])
  })

  for (const status of [403, 500]) {
    it(`does not change for a ${status}`, async () => {
      sandbox.documentedZones = { aws: status }
      assert.equal(await list(awsProduction, 'eu-west-1'), undefined)
      assert.match((await session.dialogs.message()).text, new RegExp(`\\(${status}\\)`))
      assert.deepEqual(getRequestedPaths({ sandbox }), [`${aws}/eu-west-1/zones`])
    })
  }
})
