import assert from 'node:assert/strict'
import { configs } from '../../sandbox/data.ts'
import { useSandbox } from '../useSandbox.ts'
import { failureOf } from '../api/helpers.ts'
import { closeServers, serve } from '../api/servers.ts'
import { cases, lookupsOf } from './helpers.ts'

describe('Lookups: The request', () => {
  const sandbox = useSandbox()
  afterEach(closeServers)

  const { projectUid } = configs.checkout
  for (const [name, { run, request }] of Object.entries(cases)) {
    it(`of ${name} is ${request.replaceAll(/\w{24}/g, '…')}`, async () => {
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

    const isOfNoProject = ['whoAmI', 'projects', 'ownApiKeys'].includes(name)
    it(`of ${name} has ${isOfNoProject ? 'no' : 'a'} ProjectUid`, async () => {
      const server = await serve((received, response) => {
        response.setHeader('seen', String(received.headers['projectuid']))
        response.end(cases[name]?.smallest ?? cases[name]?.empty)
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

  // What any texts come to in these paths is in test/unit/properties/paths.test.ts.
  for (const provider of ['vsphere', 'eks', 'cloudTypes/nutanix', 'constructor']) {
    it(`isn’t sent for the zones of ${provider}, which has no separate path`, async () => {
      const asked = { provider, region: 'r', cloudAccountUid: 'a', project: 'p' }
      const { kind } = await failureOf(lookupsOf(sandbox).providerZones(asked))
      assert.equal(kind, 'notFound')
      assert.equal(sandbox.requests.length, 0)
    })
  }
})
