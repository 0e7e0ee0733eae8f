import { strict as assert } from 'node:assert'
import { accounts, configs } from '../../sandbox/data.ts'
import { selfSigned, type Certificate } from '../../unit/api/certificates.ts'
import { closeServers, serve } from '../../unit/api/servers.ts'
import { check as checkSession } from '../connectionCheck/checking.ts'
import { check, lineIn } from '../connectionCheck/findings.ts'
import { until, useSession } from '../helpers.ts'

const variable = 'NODE_TLS_REJECT_UNAUTHORIZED'

// Node.js reads the variable at each handshake, so any extension of the host switches the verification off for all.
describe('Connections: A service whose certificate isn’t verified in this host', () => {
  let certificate: Certificate
  let value: string | undefined
  // Before the session ends.
  afterEach(async () => {
    if (value === undefined) delete process.env[variable]
    else process.env[variable] = value
    await closeServers()
  })
  const session = useSession()
  const keysReceived: string[] = []

  before(async () => {
    certificate = await selfSigned('127.0.0.1')
  })
  beforeEach(() => {
    value = process.env[variable]
    process.env[variable] = '0'
    keysReceived.length = 0
  })

  async function connect(): Promise<void> {
    const { baseUrl } = await serve((request, response) => {
      const key = request.headers['apikey']
      if (key !== undefined) keysReceived.push(`${request.method} ${request.url}`)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"zones":[],"items":[]}')
    }, certificate)
    await session.changeConnection({ baseUrl })
    await session.setKey(session.name, 'a-key')
  }

  it('gets no key with a list of zones', async () => {
    await connect()
    const { provider, uid: cloudAccountUid } = accounts.awsProduction
    await session.run('listZones', { provider, cloudAccountUid, region: 'us-east-1' })
    assert.deepEqual(keysReceived, [])
    assert.match((await session.dialogs.message()).text, /certificate/)
  })

  it('gets no key with a deletion', async () => {
    await connect()
    const { provider, uid: configUid } = configs.checkout
    const pool = { provider, configUid, machinePoolName: 'gpu-inference' }
    session.run('deleteMachinePool', pool).catch(() => {}) // ends with the session
    const isSilent = () => keysReceived.length === 0 && session.dialogs.messages.length === 0
    await until('a request or a message', () => !isSilent())
    assert.deepEqual(keysReceived, [])
  })

  it('gets no key with Check Connection', async () => {
    await connect()
    await checkSession(session)
    assert.deepEqual(keysReceived, [])
  })

  it('isn’t said to have a trusted certificate', async () => {
    const server = await serve((_, response) => response.end('{}'), certificate)
    const { outcome, text } = lineIn(await check({ ...server, apiKey: 'a-key' }), 'TLS')
    assert.doesNotMatch(text, /is trusted/)
    assert.notEqual(outcome, 'passed')
  })
})
