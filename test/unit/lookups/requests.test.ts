import assert from 'node:assert/strict'
import type { Lookups } from '../../../src/api/lookups.ts'
import { configs } from '../../sandbox/data.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { failureOf } from '../api/helpers.ts'
import { closeServers, serve } from '../api/servers.ts'
import { cases, lookupsOf } from './helpers.ts'

describe('Lookups: what a lookup sends', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  afterEach(closeServers)
  after(() => sandbox.close())

  const { projectUid } = configs.checkout
  for (const [name, { run, request }] of Object.entries(cases)) {
    it(`${name}: ${request.replaceAll(/\w{24}/g, '…')}`, async () => {
      sandbox.documentedZones = { azure: 'zoneList' }
      await run(lookupsOf(sandbox))
      const [sent, ...more] = sandbox.requests
      assert.ok(sent)
      assert.deepEqual(more, [])
      assert.equal(`${sent.method} ${sent.url}`, request)
      assert.equal(sent.headers['apikey'], sandbox.apiKey)
      assert.equal(sent.headers.accept, 'application/json')
      assert.equal(sent.headers['projectuid'], undefined)
      // A search needs a body, of no conditions; nothing else has one.
      const [body, type] = sent.method === 'POST' ? ['{}', 'application/json'] : ['', undefined]
      assert.deepEqual([sent.body, sent.headers['content-type']], [body, type])
    })

    const isOfNoProject = name === 'projects' || name === 'ownApiKeys'
    it(`${name}: ${isOfNoProject ? 'never' : 'with'} ProjectUid`, async () => {
      const server = await serve((received, response) => {
        response.setHeader('seen', String(received.headers['projectuid']))
        response.end(cases[name]?.empty)
      })
      const seen: (string | null)[] = []
      const spying: typeof fetch = async (input, init) => {
        const response = await fetch(input, init)
        seen.push(response.headers.get('seen'))
        return response
      }
      await run(lookupsOf(server, { projectUid, fetch: spying }))
      assert.deepEqual(seen, [isOfNoProject ? 'undefined' : projectUid])
    })
  }

  // Written out rather than computed: as a path segment, and as a query value where that differs.
  for (const [value, path, query = path] of [
    ['a/b', 'a%2Fb'],
    ['%2F', '%252F'],
    ['two words', 'two%20words'],
    ['a?b#c', 'a%3Fb%23c'],
    ['a&b=c+d', 'a%26b%3Dc%2Bd'],
    ["it's", "it's", 'it%27s'],
    ['東京', '%E6%9D%B1%E4%BA%AC'],
  ]) {
    it(`${JSON.stringify(value)}, encoded wherever it may stand`, async () => {
      const bodies =
        '{"items":[],"regions":[],"projects":[],"zones":[],"zoneList":[],"instanceTypes":[]}'
      const server = await serve((received, response) => {
        const config = '{"spec":{"machinePoolConfig":[]}}'
        response.end(received.url?.endsWith(`aws/${path}`) ? config : bodies)
      })
      const lookups = lookupsOf(server)
      const [cloudAccountUid, project, region] = [value, value, value] as string[]
      const of = (provider: string) => ({ provider, cloudAccountUid, project, region }) as Zones
      await lookups.cloudProjects(of('gcp'))
      await lookups.regions(of('aws'))
      await lookups.regions(of('gcp'))
      for (const provider of ['aws', 'azure', 'gcp', 'maas', 'apache-cloudstack']) {
        await lookups.providerZones(of(provider))
      }
      await lookups.instanceTypes(of('azure'))
      const custom = { provider: 'cloudTypes/x', configUid: value, machinePoolName: value } as Pool
      await lookups.cloudConfig({ ...custom, provider: 'aws' })
      await lookups.machines(custom)
      const account = `cloudAccountUid=${query}`
      assert.deepEqual(server.received, [
        `GET /v1/clouds/gcp/projects?${account}`,
        `GET /v1/clouds/aws/regions?${account}`,
        `GET /v1/clouds/gcp/projects/${path}/regions?${account}`,
        `GET /v1/clouds/aws/regions/${path}/availabilityzones?${account}`,
        `GET /v1/clouds/azure/regions/${path}/zones?${account}`,
        `GET /v1/clouds/gcp/projects/${path}/regions/${path}/zones?${account}`,
        `GET /v1/cloudaccounts/maas/${path}/properties/azs`,
        `GET /v1/cloudaccounts/apache-cloudstack/${path}/properties/zones`,
        `GET /v1/clouds/azure/regions/${path}/instancetypes?${account}`,
        `GET /v1/cloudconfigs/aws/${path}`,
        `GET /v1/cloudconfigs/cloudTypes/x/${path}/machinePools/${path}/machines`,
      ])
    })
  }

  describe('never happens', () => {
    const refused = ['', ' ', '.', '..', 'a\nb', 'a\u0000', '\ud800']
    const asks: Record<string, (lookups: Lookups, bad: string) => Promise<unknown>> = {
      'an account': (lookups, bad) =>
        lookups.cloudProjects({ provider: 'gcp', cloudAccountUid: bad }),
      'a cloud project': (lookups, bad) => lookups.providerZones({ ...zones('gcp'), project: bad }),
      'a region': (lookups, bad) => lookups.instanceTypes({ ...zones('aws'), region: bad }),
      'a config': (lookups, bad) => lookups.cloudConfig({ provider: 'aws', configUid: bad }),
      'a pool': (lookups, bad) =>
        lookups.machines({ provider: 'aws', configUid: 'c', machinePoolName: bad }),
    }
    for (const [what, ask] of Object.entries(asks)) {
      it(`for ${what} that makes no path`, async () => {
        for (const bad of refused) {
          assert.equal((await failureOf(ask(lookupsOf(sandbox), bad))).kind, 'invalidInput')
        }
        assert.equal(sandbox.requests.length, 0)
      })
    }

    it('for a provider that makes no path', async () => {
      const lookups = lookupsOf(sandbox)
      for (const bad of [...refused, 'AWS', 'a/b', 'cloudTypes/', 'cloudTypes/..']) {
        const of = { ...zones(bad), configUid: 'c', machinePoolName: 'p' }
        for (const asked of [
          lookups.cloudProjects(of),
          lookups.regions(of),
          lookups.providerZones(of),
          lookups.instanceTypes(of),
          lookups.cloudConfig(of),
          lookups.machines(of),
        ]) {
          assert.equal((await failureOf(asked)).kind, 'invalidInput', bad)
        }
      }
      assert.equal(sandbox.requests.length, 0)
    })

    for (const provider of ['vsphere', 'eks', 'cloudTypes/nutanix', 'constructor']) {
      it(`for the zones of ${provider}, which has no path of its own`, async () => {
        const { kind } = await failureOf(lookupsOf(sandbox).providerZones(zones(provider)))
        assert.equal(kind, 'notFound')
        assert.equal(sandbox.requests.length, 0)
      })
    }
  })

  type Zones = Parameters<Lookups['providerZones']>[0]
  type Pool = Parameters<Lookups['machines']>[0]
  function zones(provider: string): Zones {
    return { provider, region: 'r', cloudAccountUid: 'a', project: 'p' }
  }
})
