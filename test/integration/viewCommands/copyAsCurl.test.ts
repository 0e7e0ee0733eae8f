import { strict as assert } from 'node:assert'
import { accounts, configs } from '../../sandbox/data.ts'
import { type Row, useSession } from '../helpers.ts'
import { confirmDeletion } from '../deletion/pools.ts'

const account = accounts.awsProduction
const config = configs.checkout

/** The one address between quotes at the end of each command. */
const urlsIn = (text = '') => [...text.matchAll(/'(http[^']+)'$/gm)].map(([, url]) => url)

describe('View commands: Copy as cURL', () => {
  const session = useSession()
  const copied = () => session.dialogs.clipboard ?? ''
  const url = (path: string) => session.sandbox.baseUrl + path
  let region: Row

  beforeEach(async () => {
    region = await session.addRegion(account, 'us-east-1')
  })

  it('copies what lists the zones of a region, with the key as a variable', async () => {
    await session.run('copyAsCurl', region.node)
    assert.equal(
      copied(),
      [
        'curl --globoff',
        "--header 'Accept: application/json'",
        '--header "ApiKey: $POOLKEEPER_API_KEY"',
        `'${url(`/v1/clouds/aws/regions/us-east-1/zones?cloudAccountUid=${account.uid}`)}'`,
      ].join(' \\\n  '),
    )
    const [sent] = session.zoneRequests()
    assert.ok(copied().endsWith(`'${url(sent?.url ?? '')}'`))
    assert.deepEqual(session.dialogs.statusMessages, [
      'Copied as cURL. The command reads the API key from $POOLKEEPER_API_KEY',
    ])
  })

  it('copies the requests of several rows, each once', async () => {
    const shown = await session.row('zones', account.name)
    const pool = await session.addPool(config, 'worker-pool')
    const other = await session.addPool(config, 'gpu-inference')
    await session.run('copyAsCurl', shown?.node, [shown?.node, region.node])
    assert.deepEqual(urlsIn(copied()), [
      url(`/v1/clouds/aws/regions?cloudAccountUid=${account.uid}`),
      url(`/v1/clouds/aws/regions/us-east-1/zones?cloudAccountUid=${account.uid}`),
    ])
    await session.run('copyAsCurl', pool.node, [pool.node, other.node])
    assert.deepEqual(urlsIn(copied()), [url(`/v1/cloudconfigs/aws/${config.uid}`)])
  })

  it('has the project of the connection, and a key typed for a name not at all', async () => {
    await session.reconnect({ projectUid: "p'1" })
    const { provider, uid: cloudAccountUid } = account
    const { connection } = region.node as { connection: object }
    const typed = { ...connection, projectUid: "p'1" }
    const node = { kind: 'region', connection: typed, provider, cloudAccountUid }
    await session.run('copyAsCurl', { ...node, region: session.sandbox.apiKey })
    assert.ok(copied().includes(`--header 'ProjectUid: p'\\''1'`))
    assert.ok(!copied().includes(session.sandbox.apiKey))
    assert.match(copied(), /regions\/‹API key›\/zones/)
  })

  it('says why a name makes no request', async () => {
    await session.run('copyAsCurl', { ...(region.node as object), region: '..' })
    assert.match(
      (await session.dialogs.message()).text,
      /^The request was not sent because the value of /,
    )
    assert.equal(session.dialogs.clipboard, undefined)
  })

  describe('for a recent request', () => {
    /** Opens the list of requests. */
    async function open() {
      const copying = session.run('copyAsCurl')
      return { list: await session.dialogs.pick(), copying }
    }

    it('lists the last ones, the latest first, with what came of them, and no deletion', async () => {
      await confirmDeletion(session, await session.addPool(config, 'worker-pool'))
      session.sandbox.addFault({ path: '/regions/us-east-1/zones', status: 400 })
      await session.run('refresh', region.node)
      await session.rows('zones', region)
      const { list, copying } = await open()
      const label = `GET ${session.zoneRequests().at(-1)?.url ?? ''}`
      assert.equal(list.labels[0], label)
      assert.ok(!list.labels.some((one) => one.startsWith('DELETE')))
      const { host } = new URL(session.sandbox.baseUrl)
      const { description } = list.items.find((item) => item.label === label) ?? {}
      assert.equal(description, `400 · ${host}`)
      list.choose(label)
      await copying
      assert.equal(urlsIn(copied()).length, 1)
      assert.ok(!copied().includes('DELETE'))
    })
  })
})
