import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { hostileNames } from '../../hostile/names.ts'
import { accounts } from '../../sandbox/data.ts'
import { testClock } from '../../clock.ts'
import { writeSetting } from '../settings.ts'
import { account, choose, know, open, useDocuments, zonesOf } from './documents.ts'

describe('Zone checks: A hover on a zone in code', () => {
  const session = useDocuments()

  it('tells state and zone id', async () => {
    await know(session, 'us-east-1')
    const [, zone] = await zonesOf(session, 'us-east-1')
    session.sandbox.requests.length = 0
    const opened = await open(
      'yml',
      'azSubnets:\n  us-east-1a: subnet-1\n  us-east-‸1b: subnet-2\n',
    )
    const [hover, ...others] = await opened.hovers()
    assert.deepEqual(others, [])
    assert.equal(
      hover?.value,
      `Zone \`us-east-1b\` in \`us-east-1\`\n\n- \`${account.name}\`: \`${zone?.zoneId}\`, \`available\``,
    )
    assert.ok(!hover.isTrusted && !hover.supportHtml && !hover.supportThemeIcons)
    assert.deepEqual(session.requests(), [])
  })

  it('says of no account that it lacks a zone if some of its zones aren’t shown', async () => {
    await know(session, 'us-east-1')
    const body = '{"zones":[{"name":"us-east-1b"},{"name":null}]}'
    session.sandbox.addFault({ path: '/zones', body })
    await know(session, 'us-east-1', accounts.awsAudit)
    const [hover] = await (await open('tf', 'az = "‸us-east-1a"')).hovers()
    assert.doesNotMatch(hover?.value ?? assert.fail(), /aws-audit/)
  })

  it('compares the accounts that are known, and says since when', async () => {
    await know(session, 'us-east-1')
    const end = testClock.putForward(3)
    try {
      await know(session, 'us-east-1', accounts.awsAudit)
      const opened = await open('tf', 'az = "‸us-east-1a"')
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

  it('tells the name of a zone id, and where an account has none of it', async () => {
    const path = '/regions/eu-central-1/zones'
    session.sandbox.addFault({
      path,
      body: '{"zones":[{"name":"eu-central-1b","zoneId":"euc1-az2"}]}',
    })
    session.sandbox.addFault({ path, body: '{"zones":[]}' })
    await know(session, 'eu-central-1')
    await know(session, 'eu-central-1', accounts.awsAudit)
    const opened = await open('yaml', 'availabilityZone: euc1-‸az2')
    assert.equal(
      (await opened.hovers())[0]?.value,
      'Zone `euc1-az2` in `eu-central-1`\n\n- `aws-production`: `eu-central-1b`, unknown state\n- `aws-audit`: no zone with this name',
    )
  })

  it('knows the zones of azure as Kubernetes calls them', async () => {
    await know(session, 'westeurope', accounts.azureProduction)
    const opened = await open('yaml', 'topology.kubernetes.io/zone: westeurope-‸2')
    assert.equal(
      (await opened.hovers())[0]?.value,
      'Zone `westeurope-2` in `westeurope`\n\n- `azure-production`: unknown state',
    )
  })

  const nothing: [why: string, ending: string, text: string][] = [
    ['of which nothing is known', 'tf', 'az = "‸eu-west-1a"'],
    ['under another key', 'tf', 'name = "‸us-east-1a"'],
    ['in a language that is not looked at', 'txt', 'az = "‸us-east-1a"'],
  ]
  for (const [why, ending, text] of nothing) {
    it(`is not there for a zone ${why}`, async () => {
      await know(session, 'us-east-1')
      assert.deepEqual(await (await open(ending, text)).hovers(), [])
      assert.deepEqual(session.requests(), [])
    })
  }

  it('is not there where the setting turns it off', async () => {
    await know(session, 'us-east-1')
    await writeSetting(settingIds.fileTypes, { yaml: false })
    try {
      assert.deepEqual(await (await open('yaml', 'zone: ‸us-east-1a')).hovers(), [])
      assert.equal((await (await open('json', '{"zone": "‸us-east-1a"}')).hovers()).length, 1)
    } finally {
      await writeSetting(settingIds.fileTypes, undefined)
    }
  })

  it('shows what comes from outside as it is, and nothing else', async () => {
    const { commandLink } = hostileNames
    const zones = [
      { name: 'us-east-1a', zoneId: commandLink, state: '`x` ![a](https://evil.example/a.png)' },
    ]
    session.sandbox.addFault({ path: '/zones', body: JSON.stringify({ zones }) })
    await know(session, 'us-east-1')
    const [hover] = await (await open('tf', 'az = "‸us-east-1a"')).hovers()
    const outside = hover?.value.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
    assert.doesNotMatch(outside ?? assert.fail(), /[[\]()!]/)
    assert.ok(hover?.value.includes(commandLink.slice(0, 40)))
  })

  describe('loads', () => {
    const text = 'region = "us-east-1"\naz = "‸us-east-1a"\nzone = "us-east-1b"'

    it('the zones of the account that is selected once, and names it without its list', async () => {
      await choose(session)
      const opened = await open('tf', text)
      const [hover] = await opened.hovers()
      assert.match(hover?.value ?? '', /\n- `aws-production`: `use1-az\d`, `available`$/)
      assert.equal((await opened.hovers(opened.at('us-east-1b'))).length, 1)
      const [request, ...others] = session.zoneRequests()
      assert.match(request?.url ?? '', /\/us-east-1\/.*cloudAccountUid=66f0f3652423bec45efc25e6/)
      assert.deepEqual(others, [])
    })

    it('nothing again that has failed, and no region that the file does not name', async () => {
      session.sandbox.addFault({ path: '/zones', status: 403, times: null })
      await choose(session)
      const opened = await open('tf', text)
      for (let times = 0; times < 3; times++) assert.deepEqual(await opened.hovers(), [])
      assert.equal(session.zoneRequests().length, 1)
    })

    it('a region again that failed five minutes ago, and keeps its zones in the view', async () => {
      await choose(session)
      const region = await session.pinRegion(account, 'us-east-1')
      const zones = await session.labels('zones', region)
      session.sandbox.addFault({ path: '/zones', status: 500, times: null })
      await session.run('refreshZones')
      assert.deepEqual((await session.labels('zones', region)).slice(1), zones)
      const end = testClock.putForward(6)
      try {
        session.sandbox.requests.length = 0
        await (await open('tf', text)).hovers()
        assert.ok(session.zoneRequests().length > 0)
        assert.deepEqual((await session.labels('zones', region)).slice(1), zones)
      } finally {
        end()
      }
    })

    it('nothing without a selected account, or without a key', async () => {
      const opened = await open('tf', text)
      assert.deepEqual(await opened.hovers(), [])
      await choose(session)
      await session.clearKey()
      assert.deepEqual(await opened.hovers(), [])
      assert.deepEqual(session.requests(), [])
      assert.deepEqual(session.dialogs.prompts, [])
    })
  })

  it('is of the active connection alone', async () => {
    const { name } = await session.addConnection()
    await know(session, 'us-east-1')
    const opened = await open('tf', 'az = "‸us-east-1a"')
    assert.equal((await opened.hovers()).length, 1)
    await session.run('manageConnections', name)
    assert.deepEqual(await opened.hovers(), [])
    await session.run('manageConnections', session.name)
    assert.equal((await opened.hovers()).length, 1)
  })
})
