import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { hostileNames } from '../../hostile/names.ts'
import { accounts } from '../../sandbox/data.ts'
import { testClock } from '../../clock.ts'
import { writeSetting } from '../settings.ts'
import {
  account,
  selectCheckedAccount,
  cacheZones,
  openDocument,
  useDocuments,
  listZones,
} from './documents.ts'

describe('Zone checks: A hover on a zone in code', () => {
  const session = useDocuments()

  it('shows the state and the zone ID', async () => {
    await cacheZones(session, 'us-east-1')
    const [, zone] = await listZones(session, 'us-east-1')
    session.sandbox.requests.length = 0
    const opened = await openDocument(
      'yml',
      'azSubnets:\n  us-east-1a: subnet-1\n  us-east-‸1b: subnet-2\n',
    )
    const [hover, ...otherHovers] = await opened.hovers()
    assert.deepEqual(otherHovers, [])
    assert.equal(
      hover?.value,
      `Zone \`us-east-1b\` in \`us-east-1\`\n\n- \`${account.name}\`: \`${zone?.zoneId}\`, \`available\``,
    )
    assert.ok(!hover.isTrusted && !hover.supportHtml && !hover.supportThemeIcons)
    assert.deepEqual(session.requests(), [])
  })

  it('shows the name that the selected account had, if no other is known', async () => {
    const { provider, uid: cloudAccountUid } = account
    const region = { connection: session.name, provider, cloudAccountUid, region: 'us-east-1' }
    await session.run('listZones', region)
    const opened = await openDocument('tf', 'az = "‸us-east-1a"')
    const [unnamed] = await opened.hovers()
    assert.match(unnamed?.value ?? '', new RegExp(`\\n- \`${account.uid}\`: `))
    await selectCheckedAccount(session)
    const [named] = await opened.hovers()
    assert.match(named?.value ?? '', new RegExp(`\\n- \`${account.name}\`: `))
  })

  it('shows the name from the selection also for a Google Cloud project, which the selection doesn’t name', async () => {
    const gcp = accounts.gcpProduction
    const { provider, uid: cloudAccountUid } = gcp
    const region = { connection: session.name, provider, cloudAccountUid, region: 'us-central1' }
    await session.run('listZones', { ...region, project: 'other-project' })
    await selectCheckedAccount(session, gcp)
    const [hover] = await (await openDocument('tf', 'zone = "‸us-central1-a"')).hovers()
    assert.match(hover?.value ?? '', new RegExp(`\\n- \`${gcp.name} · other-project\`: `))
  })

  it('doesn’t say that an account lacks a zone if its list is incomplete', async () => {
    await cacheZones(session, 'us-east-1')
    const body = '{"zones":[{"name":"us-east-1b"},{"name":null}]}'
    session.sandbox.addFault({ path: '/zones', body })
    await cacheZones(session, 'us-east-1', accounts.awsAudit)
    const [hover] = await (await openDocument('tf', 'az = "‸us-east-1a"')).hovers()
    assert.doesNotMatch(hover?.value ?? assert.fail(), /aws-audit/)
  })

  it('compares accounts, with the ages of their lists', async () => {
    await cacheZones(session, 'us-east-1')
    const end = testClock.putForward(3)
    try {
      await cacheZones(session, 'us-east-1', accounts.awsAudit)
      const opened = await openDocument('tf', 'az = "‸us-east-1a"')
      const [, ...lines] = (await opened.hovers())[0]?.value.split('\n').filter(Boolean) ?? []
      assert.equal(lines.length, 2)
      assert.match(
        lines[0] ?? '',
        /^- `aws-production`: `use1-az\d`, `available`, updated 3 minutes ago$/,
      )
      assert.match(lines[1] ?? '', /^- `aws-audit`: `use1-az\d`, `available`$/)
    } finally {
      end()
    }
  })

  it('shows the name for a zone ID, and which accounts lack it', async () => {
    const path = '/regions/eu-central-1/zones'
    session.sandbox.addFault({
      path,
      body: '{"zones":[{"name":"eu-central-1b","zoneId":"euc1-az2"}]}',
    })
    session.sandbox.addFault({ path, body: '{"zones":[]}' })
    await cacheZones(session, 'eu-central-1')
    await cacheZones(session, 'eu-central-1', accounts.awsAudit)
    const opened = await openDocument('yaml', 'availabilityZone: euc1-‸az2')
    assert.equal(
      (await opened.hovers())[0]?.value,
      'Zone `euc1-az2` in `eu-central-1`\n\n- `aws-production`: `eu-central-1b`, unknown state\n- `aws-audit`: no zone with this name',
    )
  })

  it('recognizes zones of Azure as Kubernetes names them', async () => {
    await cacheZones(session, 'westeurope', accounts.azureProduction)
    const opened = await openDocument('yaml', 'topology.kubernetes.io/zone: westeurope-‸2')
    assert.equal(
      (await opened.hovers())[0]?.value,
      'Zone `westeurope-2` in `westeurope`\n\n- `azure-production`: unknown state',
    )
  })

  const otherPlaces: [place: string, ending: string, text: string][] = [
    ['that isn’t cached', 'tf', 'az = "‸eu-west-1a"'],
    ['under another key', 'tf', 'name = "‸us-east-1a"'],
    ['in another language', 'txt', 'az = "‸us-east-1a"'],
  ]
  for (const [place, ending, text] of otherPlaces) {
    it(`isn’t shown for a zone ${place}`, async () => {
      await cacheZones(session, 'us-east-1')
      assert.deepEqual(await (await openDocument(ending, text)).hovers(), [])
      assert.deepEqual(session.requests(), [])
    })
  }

  it('isn’t shown if the setting turns it off', async () => {
    await cacheZones(session, 'us-east-1')
    await writeSetting(settingIds.fileTypes, { yaml: false })
    try {
      assert.deepEqual(await (await openDocument('yaml', 'zone: ‸us-east-1a')).hovers(), [])
      assert.equal(
        (await (await openDocument('json', '{"zone": "‸us-east-1a"}')).hovers()).length,
        1,
      )
    } finally {
      await writeSetting(settingIds.fileTypes, undefined)
    }
  })

  it('escapes external text', async () => {
    const { commandLink } = hostileNames
    const zones = [
      { name: 'us-east-1a', zoneId: commandLink, state: '`x` ![a](https://evil.example/a.png)' },
    ]
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones }) })
    await cacheZones(session, 'us-east-1')
    const [hover] = await (await openDocument('tf', 'az = "‸us-east-1a"')).hovers()
    const outside = hover?.value.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
    assert.doesNotMatch(outside ?? assert.fail(), /[[\]()!]/)
    assert.ok(hover?.value.includes(commandLink.slice(0, 40)))
  })

  describe('loads', () => {
    const text = 'region = "us-east-1"\naz = "‸us-east-1a"\nzone = "us-east-1b"'

    it('the zones of the selected account once, and names the account without its list', async () => {
      await selectCheckedAccount(session)
      const opened = await openDocument('tf', text)
      const [hover] = await opened.hovers()
      assert.match(hover?.value ?? '', /\n- `aws-production`: `use1-az\d`, `available`$/)
      assert.equal((await opened.hovers(opened.findPosition('us-east-1b'))).length, 1)
      const [request, ...otherRequests] = session.zoneRequests()
      assert.match(request?.url ?? '', /\/us-east-1\/.*cloudAccountUid=66f0f3652423bec45efc25e6/)
      assert.deepEqual(otherRequests, [])
    })

    it('no region again that has just failed, and no region that the file doesn’t name', async () => {
      session.sandbox.addFault({ path: '/zones', status: 403, times: null })
      await selectCheckedAccount(session)
      const opened = await openDocument('tf', text)
      for (let times = 0; times < 3; times++) assert.deepEqual(await opened.hovers(), [])
      assert.equal(session.zoneRequests().length, 1)
    })

    it('a region again that failed five minutes ago, and keeps its zones in the view', async () => {
      await selectCheckedAccount(session)
      const region = await session.pinRegion(account, 'us-east-1')
      const zones = await session.labels('zones', region)
      session.sandbox.addFault({ path: '/zones', status: 500, times: null })
      await session.run('refreshZones')
      assert.deepEqual((await session.labels('zones', region)).slice(1), zones)
      const end = testClock.putForward(6)
      try {
        session.sandbox.requests.length = 0
        await (await openDocument('tf', text)).hovers()
        assert.ok(session.zoneRequests().length > 0)
        assert.deepEqual((await session.labels('zones', region)).slice(1), zones)
      } finally {
        end()
      }
    })

    it('nothing without a selected account, or without a key', async () => {
      const opened = await openDocument('tf', text)
      assert.deepEqual(await opened.hovers(), [])
      await selectCheckedAccount(session)
      await session.clearKey()
      assert.deepEqual(await opened.hovers(), [])
      assert.deepEqual(session.requests(), [])
      assert.deepEqual(session.dialogs.prompts, [])
    })
  })

  it('is about the active connection only', async () => {
    const { name } = await session.addConnection()
    await cacheZones(session, 'us-east-1')
    const opened = await openDocument('tf', 'az = "‸us-east-1a"')
    assert.equal((await opened.hovers()).length, 1)
    await session.run('manageConnections', name)
    assert.deepEqual(await opened.hovers(), [])
    await session.run('manageConnections', session.name)
    assert.equal((await opened.hovers()).length, 1)
  })
})
