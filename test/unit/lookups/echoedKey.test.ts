import assert from 'node:assert/strict'
import { clientOf, region } from '../api/helpers.ts'
import { useSandbox } from '../useSandbox.ts'
import { cases, config, lookupsOf } from './helpers.ts'

const apiKey = 'canary-key-7f3a9c21'

/** A resource that has the key in each of its texts, whatever a lookup reads of it. */
const echo = (text: string) => ({
  uid: 'u1',
  id: text,
  name: text,
  type: text,
  message: text,
  description: text,
  kind: 'aws',
  orgName: text,
  zoneId: text,
  state: text,
  metadata: { uid: 'u1', name: text, creationTimestamp: text, deletionTimestamp: text },
  spec: { az: text, expiry: text },
  specSummary: {
    accountId: text,
    cloudConfig: { cloudType: 'aws', uid: 'c1', machinePools: [{ size: 1 }] },
    cloudAccountMeta: { uid: 'a1', name: text },
    projectMeta: { uid: 'p1', name: text },
  },
  status: {
    state: text,
    instanceState: text,
    instanceStateLastUpdate: text,
    health: { state: text, conditions: [{ type: 'Ready', status: 'False', message: text }] },
    virtual: { virtualClusters: [{ name: text }] },
    maintenanceStatus: { action: text, state: text },
  },
})

/** A cloud config that has the key in each of its texts. */
const echoingConfig = (text: string) => ({
  metadata: { uid: config.configUid, name: text },
  spec: {
    clusterConfig: { region: text, project: text },
    machinePoolConfig: [
      {
        name: text,
        size: 1,
        azs: [text],
        instanceType: text,
        osType: text,
        capacityType: text,
        machinePoolProperties: { archType: text },
        additionalLabels: { token: text, [text]: 'a key of a map' },
        subnetIds: { [text]: 'subnet-1' },
        taints: [{ key: text, value: text, effect: text }],
      },
    ],
    hybridMachinePools: [{ poolName: text, poolUid: text }],
  },
})

describe('Lookups: A key that the service repeats', () => {
  const sandbox = useSandbox()
  const spellings = [apiKey, `failed: ApiKey ${apiKey}, retry`, apiKey.toUpperCase()]

  for (const [name, { run, empty }] of Object.entries(cases)) {
    it(`is redacted in every text of a response: ${name}`, async () => {
      for (const text of spellings) {
        const list = empty.replace(/(?<="\w+":)null/, JSON.stringify([echo(text)]))
        const body = name === 'cloudConfig' ? JSON.stringify(echoingConfig(text)) : list
        sandbox.addFault({ body: name === 'whoAmI' ? JSON.stringify(echo(text)) : body })
        const read = JSON.stringify(await run(lookupsOf({ baseUrl: sandbox.baseUrl, apiKey })))
        assert.doesNotMatch(read, new RegExp(apiKey, 'i'))
        assert.match(read, /‹API key›/)
      }
    })
  }

  it('is redacted in every text of a zone', async () => {
    for (const text of spellings) {
      sandbox.addFault({ body: JSON.stringify({ zones: [echo(text)] }) })
      const zones = await clientOf({ baseUrl: sandbox.baseUrl, apiKey }).listZones(region)
      assert.doesNotMatch(JSON.stringify(zones), new RegExp(apiKey, 'i'))
    }
  })

  it('is redacted if it consists of digits, and is repeated as a number', async () => {
    for (const key of ['4815162342815162', '481516234281516234210']) {
      const body = `{"zones":[{"name":"a","zoneId":${key},"state":${key}}]}`
      sandbox.addFault({ body })
      const zones = await clientOf({ baseUrl: sandbox.baseUrl, apiKey: key }).listZones(region)
      assert.doesNotMatch(JSON.stringify(zones), /4815/)
      const machine = `{"metadata":{"uid":"m"},"status":{"instanceState":${key}}}`
      sandbox.addFault({ body: `{"items":[${machine}],"listmeta":{"count":1}}` })
      const pool = { ...config, machinePoolName: 'p' }
      const lookups = lookupsOf({ baseUrl: sandbox.baseUrl, apiKey: key })
      assert.equal((await lookups.machines(pool)).machines[0]?.state, '‹API key›')
    }
  })

  it('is redacted beside values that are no texts', async () => {
    const body = JSON.stringify({ zones: [{ name: apiKey, zoneId: null, state: true }] })
    sandbox.addFault({ body })
    const [zone] = await clientOf({ baseUrl: sandbox.baseUrl, apiKey }).listZones(region)
    assert.equal(zone?.name, '‹API key›')
  })

  it('is redacted if JSON escapes a part of an encoded spelling', async () => {
    const key = 'canary&key'
    sandbox.addFault({ body: String.raw`{"zones":[{"name":"canary\u0026amp;key"}]}` })
    const zones = await clientOf({ baseUrl: sandbox.baseUrl, apiKey: key }).listZones(region)
    assert.deepEqual(zones, [{ name: '‹API key›' }])
  })
})
