import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { URI } from 'vscode-uri'
import { linkTo, parseLink } from '../../../src/features/links/linkUri.ts'

const id = 'poolkeeper.poolkeeper'
const read = (rest: string) => parseLink(URI.parse(`vscode://${id}/${rest}`))
const pool = {
  to: 'pool' as const,
  baseUrl: 'https://api.example.com',
  provider: 'aws',
  configUid: '66c0',
  machinePoolName: 'worker-pool',
}

describe('Links: what a link leads to', () => {
  it('is Add Connection with values, a machine pool, or a region', () => {
    assert.deepEqual(
      read(
        'add-connection?name=my%20prod&baseUrl=https%3A%2F%2Fapi.example.com&protection=readOnly',
      ),
      {
        to: 'addConnection',
        name: 'my prod',
        baseUrl: 'https://api.example.com',
        protection: 'readOnly',
      },
    )
    assert.deepEqual(linkTo('vscode', id, pool).split('?'), [
      `vscode://${id}/reveal`,
      'baseUrl=https://api.example.com&provider=aws&configUid=66c0&machinePoolName=worker-pool',
    ])
    const region = { provider: 'gcp', cloudAccountUid: '66aa', project: 'shared', region: 'eu-1' }
    const { baseUrl } = pool
    assert.deepEqual(
      read(linkTo('vscode', id, { to: 'region', baseUrl, ...region }).slice(id.length + 10)),
      { to: 'region', baseUrl, ...region },
    )
  })

  it('is what was copied, whatever the names are', () => {
    const name = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    fc.assert(
      fc.property(name, name, fc.option(name, { nil: undefined }), (one, other, projectUid) => {
        const link = {
          ...pool,
          configUid: one,
          machinePoolName: other,
          ...(projectUid !== undefined && { projectUid }),
        }
        assert.deepEqual(parseLink(URI.parse(linkTo('vscode', id, link))), link)
      }),
    )
    assert.match(linkTo('vscode', id, { ...pool, configUid: '\ud800' }), /configUid=%EF%BF%BD/)
  })

  it('is the same where VS Code names the window', () => {
    assert.deepEqual(parseLink(URI.parse(`${linkTo('vscode', id, pool)}&windowId=2`)), pool)
  })

  it('is nowhere with a key or what is called like one, and nothing of it comes back', () => {
    for (const given of [
      'apiKey=hunter2',
      'ApiKey=hunter2',
      'api_key=hunter2',
      'key=hunter2',
      'token=hunter2',
      'password=hunter2',
      'Authorization=hunter2',
      'client-secret=hunter2',
    ]) {
      const all = [
        `add-connection?baseUrl=https://api.example.com&${given}`,
        `add-connection?${given}`,
        `reveal?${given}`,
        `add-connection?baseUrl=https://api.example.com#${given}`,
        `add-connection?baseUrl=https://api.example.com&${'x'.repeat(3_000)}&${given}`,
        `add-connection?a=1&a=2&${given}`,
        `anything?${given}`,
      ]
      for (const link of all) assert.deepEqual(read(link), { problem: 'key' }, link)
    }
  })

  it('is nowhere where it is not exactly one of these, and says why', () => {
    const base = 'baseUrl=https://api.example.com'
    const problems: Record<string, string> = {
      [`delete?${base}`]: 'path',
      [`?${base}`]: 'path',
      [`__proto__?${base}`]: 'path',
      'add-connection': 'missing',
      'add-connection?name=x': 'missing',
      'add-connection?baseUrl=': 'missing',
      [`add-connection?${base}&name=`]: 'missing',
      [`add-connection?${base}&${base}`]: 'repeated',
      [`add-connection?${base}&consoleUrl=https://x`]: 'unknown',
      [`add-connection?${base}&ask=false`]: 'unknown',
      [`add-connection?${base}&to=pool`]: 'unknown',
      [`add-connection?${base}#x`]: 'unknown',
      [`add-connection?${base}&name=${'x'.repeat(2_000)}`]: 'length',
      [`reveal?${base}`]: 'missing',
      [`reveal?${base}&provider=aws&configUid=1&machinePoolName=a&connection=prod`]: 'unknown',
      [`reveal?${base}&provider=aws&cloudAccountUid=1&region=a&configUid=1`]: 'unknown',
      'reveal?provider=aws&cloudAccountUid=1&region=a': 'missing',
    }
    for (const [link, problem] of Object.entries(problems)) {
      assert.deepEqual(read(link), { problem }, link)
    }
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (path, query, fragment) => {
        parseLink({ path, query, fragment })
      }),
    )
  })
})
