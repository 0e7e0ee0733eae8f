import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { call, failure } from './calling.ts'

const { awsProduction, gcpProduction, maasLab } = accounts
const project = 'gcp-production-417203'

describe('Agents: Zones that aren’t found', () => {
  const session = useFilledSession()

  for (const [account, region] of [
    [awsProduction, 'us-nowhere-1'],
    [maasLab, 'hall-9'],
  ] as const) {
    it(`are told with all that was asked for: ${account.provider}`, async () => {
      session.sandbox.addFault({ path: '/zones', status: 404, times: null })
      session.sandbox.addFault({ path: '/availabilityzones', status: 404, times: null })
      session.sandbox.addFault({ path: '/properties/azs', status: 404, times: null })
      const { provider, name: cloudAccount } = account
      const text = await failure('list_zones', { provider, cloudAccount, region })
      assert.doesNotMatch(text, /this item/)
      assert.match(text, new RegExp(cloudAccount))
      assert.match(text, new RegExp(provider))
      if (provider === 'aws') assert.match(text, new RegExp(region))
    })
  }

  const gcp = { provider: 'gcp', cloudAccount: gcpProduction.name, region: 'europe-west1' }
  const offerOnlyProjects = (...ids: string[]) => {
    session.sandbox.documentedZones = { ...session.sandbox.documentedZones, gcp: false }
    const projects = ids.map((id) => ({ id, name: `name of ${id}` }))
    const body = JSON.stringify({ projects })
    session.sandbox.addFault({ path: '/clouds/gcp/projects?', body, times: null })
  }

  for (const provider of ['gcp', 'gke']) {
    it(`on ${provider} without a project come with the projects to choose from`, async () => {
      offerOnlyProjects(project, 'another-project')
      const text = await failure('list_zones', { ...gcp, provider })
      assert.match(text, /`?project`?/)
      assert.match(text, new RegExp(project))
      assert.match(text, /another-project/)
    })
  }

  it('on gcp without a project are listed with the only one', async () => {
    offerOnlyProjects(project)
    const result = await call<{ zones: unknown[]; project: string }>('list_zones', gcp)
    assert.ok(result.zones.length > 0)
    assert.equal(result.project, project)
  })

  it('on gcp for the name of a project are listed with its ID', async () => {
    offerOnlyProjects(project, 'another-project')
    const input = { ...gcp, project: `name of ${project}` }
    const result = await call<{ zones: unknown[]; project: string }>('list_zones', input)
    assert.ok(result.zones.length > 0)
    assert.equal(result.project, project)
  })

  it('on gcp for a listed project are not blamed on the project', async () => {
    offerOnlyProjects(project, 'another-project')
    const text = await failure('list_zones', { ...gcp, region: 'nowhere-1', project })
    assert.match(text, /nowhere-1/)
    assert.doesNotMatch(text, /`project`/)
  })

  it('on gcp without any listed project are told with what the user must say', async () => {
    offerOnlyProjects()
    assert.match(await failure('list_zones', gcp), /`project`.*lists: none\. Ask the user/)
  })

  it('on gcp without a list of projects are told with what the user must say', async () => {
    session.sandbox.addFault({ path: '/clouds/gcp/projects?', status: 403, times: null })
    offerOnlyProjects()
    const text = await failure('list_zones', gcp)
    assert.match(text, /`project`.*couldn’t be listed\. Ask the user/)
  })
})
