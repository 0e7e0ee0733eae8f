import assert from 'node:assert/strict'
import { operations } from '../../faults/operations.ts'
import { typesIn, wrongAnswers } from '../../faults/shapes.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { failureOf } from '../api/helpers.ts'
import { closeServers, serve, type TestServer } from '../api/servers.ts'
import { earlierDeletion } from '../lookups/helpers.ts'

/**
 * Where a wrong type makes the whole answer no answer, and the values that are right all the same.
 * Anywhere else it is left out of what it is in.
 */
const refusals: Record<string, Record<string, string[]>> = {
  zones: {
    '': [],
    zones: ['null'],
  },
  whoAmI: { '': [] },
  ownApiKeys: listCalled('items'),
  projects: listCalled('items'),
  cloudAccounts: listCalled('items'),
  clusters: listCalled('items'),
  cloudProjects: optionalListCalled('projects'),
  'regions of aws': listCalled('regions'),
  'regions of azure': listCalled('regions'),
  'regions of gcp': optionalListCalled('regions'),
  'zones of aws': listCalled('zones'),
  'zones of azure': optionalListCalled('zoneList'),
  'zones of gcp': optionalListCalled('zones'),
  'zones of maas': listCalled('items'),
  'zones of apache-cloudstack': optionalListCalled('zones'),
  'instance types of aws': optionalListCalled('instanceTypes'),
  'instance types of azure': optionalListCalled('instanceTypes'),
  'instance types of gcp': optionalListCalled('instanceTypes'),
  cloudConfig: { '': [], spec: [], 'spec.machinePoolConfig': ['null', 'left out'] },
  machines: listCalled('items'),
  machineCount: listCalled('items'),
  events: listCalled('items'),
}

/** A list may be null for an empty one, and come bare where it is called `items`. */
function listCalled(name: string): Record<string, string[]> {
  return { '': name === 'items' ? ['[]'] : [], [name]: ['null'] }
}

function optionalListCalled(name: string): Record<string, string[]> {
  return { '': [], [name]: ['null', 'left out'] }
}

describe('Faults: an answer of a wrong shape', function () {
  this.timeout(30_000)

  let sandbox: Sandbox
  let server: TestServer
  let body: string
  before(async () => {
    sandbox = await startSandbox()
    sandbox.documentedZones = { azure: 'zoneList' }
    sandbox.data.deletions.push(earlierDeletion)
    server = await serve((_, response) => response.end(body))
  })
  after(() => sandbox.close())
  after(closeServers)

  for (const operation of operations.filter(({ isDeletion }) => !isDeletion)) {
    it(`${operation.name}: each field of each wrong type, and left out`, async () => {
      const known = refusals[operation.name] ?? assert.fail('say where it refuses')
      const right = await recorded(operation.run)
      body = JSON.stringify(right)
      const run = () => operation.run({ baseUrl: server.baseUrl, apiKey: 'a-key' })
      const types = typesIn(await run())
      const met = new Set<string>()
      for (const wrong of wrongAnswers(right)) {
        body = wrong.body
        met.add(wrong.path)
        const tolerated = known[wrong.path]
        const what = `${wrong.path}: ${wrong.what}`
        if (tolerated && !tolerated.includes(wrong.what)) {
          const { kind, status } = await failureOf(run())
          assert.deepEqual([kind, status], ['invalidResponse', 200], what)
        } else {
          const strange = [...typesIn(await run())].filter((type) => !types.has(type))
          assert.deepEqual(strange, [], what)
        }
      }
      assert.deepEqual(
        Object.keys(known).filter((path) => !met.has(path)),
        [],
      )
    })
  }

  /** What the sandbox answers, but no more of each list than two. */
  async function recorded(run: (typeof operations)[number]['run']): Promise<never> {
    let text = ''
    const fetch: typeof globalThis.fetch = async (...request) => {
      const response = await globalThis.fetch(...request)
      text ||= await response.clone().text()
      return response
    }
    await run({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch })
    return JSON.parse(text, (_name, value: unknown) =>
      Array.isArray(value) ? value.slice(0, 2) : value,
    ) as never
  }
})
