import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { curlCommand, shellQuote } from '../../../src/api/curl.ts'
import { createClient } from '../../../src/api/client.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import { headersOf, type ApiRequest } from '../../../src/api/requests.ts'
import { configs } from '../../sandbox/data.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { all, config } from '../lookups/helpers.ts'
import { anyText } from '../properties/anyTexts.ts'
import { pool, region } from './helpers.ts'

const run = promisify(execFile)
const key = 'ak-0123456789abcdef'
const env = { ...process.env, POOLKEEPER_API_KEY: key }
const get: ApiRequest = { method: 'GET', url: 'https://service.example/v1/users/info' }

/** What a shell makes of a command's arguments, before any curl sees them. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

describe('API client: a request as a curl command', function () {
  this.timeout(60_000)

  before(function () {
    if (process.platform === 'win32') this.skip() // it is for a POSIX shell
  })

  it('reads as a person would write it', () => {
    assert.equal(
      curlCommand({ method: 'DELETE', url: `${get.url}/it's` }, { projectUid: 'p-1' }),
      [
        'curl --globoff',
        '--request DELETE',
        "--header 'Accept: application/json'",
        "--header 'ProjectUid: p-1'",
        '--header "ApiKey: $POOLKEEPER_API_KEY"',
        "'https://service.example/v1/users/info/it'\\''s'",
      ].join(' \\\n  '),
    )
  })

  it('quotes any text so that a shell takes it as it is', () => {
    // No argument of a program can have a null, and what is no text has no bytes of its own.
    const argument = anyText.filter((text) => !text.includes('\0') && text.isWellFormed())
    const property = fc.property(fc.array(argument, { minLength: 1, maxLength: 20 }), (texts) => {
      assert.deepEqual(argumentsOf(`curl ${texts.map(shellQuote).join(' ')}`), texts)
    })
    fc.assert(property, { numRuns: 150 })
  })

  it('gives curl the headers of the client and the address, whatever is in them', () => {
    const project = anyText.filter((text) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text))
    const address = anyText.filter((text) => text.isWellFormed()).map(encodeURIComponent)
    const method = fc.constantFrom<ApiRequest['method']>('GET', 'POST', 'DELETE')
    const property = fc.property(project, address, method, (projectUid, name, how) => {
      const body = how === 'POST' ? { body: '{}' } : {}
      const request: ApiRequest = { method: how, url: `https://service.example/${name}`, ...body }
      const given = argumentsOf(curlCommand(request, { projectUid }))
      const headers = given.flatMap((one, at) => (given[at - 1] === '--header' ? [one] : []))
      const own = Object.entries(headersOf(request, { apiKey: key, projectUid }))
      assert.deepEqual(headers.toSorted(), own.map(([header, is]) => `${header}: ${is}`).sort())
      assert.equal(given.at(-1), request.url)
      const after = (option: string) => given[given.indexOf(option) + 1]
      if (how !== 'GET') assert.equal(after('--request'), how)
      if (how === 'POST') assert.equal(after('--data'), '{}')
    })
    fc.assert(property, { numRuns: 150 })
  })

  it('never has the key', () => {
    assert.ok(!curlCommand(get, { apiKey: key } as never).includes(key))
  })

  it('leaves out the project where the client does', () => {
    const projects = curlCommand({ ...get, omitProject: true }, { projectUid: 'p-1' })
    assert.ok(!projects.includes('p-1'))
  })

  describe('that is run', () => {
    let sandbox: Sandbox
    before(async () => {
      sandbox = await startSandbox()
    })
    afterEach(() => sandbox.reset())
    after(() => sandbox?.close())

    const { projectUid } = configs.checkout
    type Clients = ReturnType<typeof createClient> & ReturnType<typeof createLookups>
    const asks: Record<string, (clients: Clients) => Promise<unknown>> = {
      'lists zones': (clients) => clients.listZones(region),
      'searches clusters': (clients) => all(clients.clusters()),
      'lists projects': (clients) => clients.projects(),
      'reads a cloud config': (clients) => clients.cloudConfig(config),
      'deletes a machine pool': (clients) => clients.deleteMachinePool(pool),
    }
    for (const [what, ask] of Object.entries(asks)) {
      it(`${what} by the same request as the client`, async function () {
        if (!hasCurl) this.skip()
        const sent: ApiRequest[] = []
        const { baseUrl, apiKey } = sandbox
        const options = {
          baseUrl,
          apiKey,
          projectUid,
          onRequest: (one: ApiRequest) => sent.push(one),
        }
        await ask({ ...createClient(options), ...createLookups(options) })
        const [request, ...more] = sent
        assert.ok(request && more.length === 0)
        const command = curlCommand(request, { projectUid })
        await run('sh', ['-c', command], { env: { ...env, POOLKEEPER_API_KEY: apiKey } })
        const [own, copied] = sandbox.requests.map(facts)
        assert.ok(own)
        assert.deepEqual(copied, own)
      })
    }
  })
})

/** What a service sees of a request that is ours. */
function facts({ method, url, headers, body }: Sandbox['requests'][number]) {
  const { accept, apikey, projectuid } = headers
  return { method, url, accept, apikey, projectuid, body, type: headers['content-type'] }
}
