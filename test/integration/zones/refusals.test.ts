import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { nextPick, rowAt } from '../lookups.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { choose, open } from '../zoneChecks/documents.ts'

const { checkout } = configs
const refused =
  'InsufficientInstanceCapacity: We currently do not have sufficient g5.2xlarge capacity in the ' +
  'Availability Zone you requested (us-east-1d). You can currently get g5.2xlarge capacity by not ' +
  'specifying an Availability Zone in your request or choosing us-east-1a, us-east-1b.'

describe('Zones: Refusals of capacity', () => {
  const session = useFilledSession()
  const rowOf = (zone: string) => rowAt(session, 'aws-production', 'us-east-1', zone)
  const look = async () =>
    session.rows('machinePools', await session.clusterRow(checkout.clusterName))
  const reads = () => session.sandbox.requests.filter(({ url }) => url.includes('/events/'))

  /** Lets the cluster have an event of so many minutes ago, and shows its pools. */
  async function happen(message: string, minutes = 12): Promise<void> {
    const own = session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)
    assert.ok(own)
    const at = (ago: number) => new Date(testClock.now() - ago * 60_000).toISOString()
    // The same again and again, as autoscalers have it.
    own.events = [minutes + 5, minutes].map((ago) => ({ message, at: at(ago) }))
    await look()
    await until('the events', () => reads().length === 1 && session.sandbox.underWay === 0)
  }

  it('stand on the zone with type, time, and cluster, and with their age in the tooltip', async () => {
    await happen(refused)
    const { item, tooltip } = await rowOf('us-east-1d')
    const clock = '\\d+:\\d\\d( |\u202f)[AP]M'
    const pattern = new RegExp(
      `^refused g5\\.2xlarge \\(${clock}, checkout-prod\\) · use1-az\\d · `,
    )
    assert.match(String(item.description), pattern)
    assert.match(tooltip, /\nCapacity: refused g5\.2xlarge \(12 minutes ago, checkout-prod\)/)
    assert.doesNotMatch(String((await rowOf('us-east-1a')).item.description), /refused/)
    assert.match(reads()[0]?.url ?? '', new RegExp(`/${checkout.clusterUid}\\?limit=50$`))
  })

  it('are asked for at most every five minutes, and end with their event', async () => {
    await happen(refused)
    session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)!.events = []
    await look()
    assert.equal(reads().length, 1)
    const end = testClock.putForward(5)
    try {
      await look()
      await until('the events', () => reads().length === 2 && session.sandbox.underWay === 0)
      assert.doesNotMatch(String((await rowOf('us-east-1d')).item.description), /refused/)
    } finally {
      end()
    }
  })

  const others: [what: string, message: string, minutes?: number][] = [
    [
      'without a code',
      refused.replace('InsufficientInstanceCapacity', 'InsufficientFreeAddresses'),
    ],
    ['a day old', refused, 24 * 60],
    ['without a zone', refused.slice(0, 100).replaceAll('us-east-1d', 'that')],
  ]
  for (const [what, message, minutes] of others) {
    it(`don’t come from a message ${what}`, async () => {
      await happen(message, minutes)
      assert.doesNotMatch(String((await rowOf('us-east-1d')).item.description), /refused/)
    })
  }

  it('are told by a hover, by Check Zones, and first in Go to Machine Pool', async () => {
    await happen(refused)
    await rowOf('us-east-1d')
    const other = await open(
      'tf',
      'region = "us-east-1"\ntype = "g5.2xlarge-x"\nzone = "us-east-1d"\n',
    )
    await choose(session)
    await session.run('checkZonesInFile', other.document.uri)
    assert.deepEqual(other.diagnostics, [])
    const text = 'region = "us-east-1"\ntype = "g5.2xlarge"\nzone = "us-east-1‸d"\n'
    const opened = await open('tf', text)
    assert.match(
      (await opened.hovers())[0]?.value ?? '',
      /`available`, refused g5\.2xlarge \(12 minutes ago, checkout-prod\)$/,
    )
    await session.run('checkZonesInFile', opened.document.uri)
    const [finding, ...more] = opened.diagnostics
    assert.match(
      finding ?? '',
      /us-east-1d: Information: The cloud refused g5\.2xlarge in us-east-1d \(.+, checkout-prod\)\.$/,
    )
    assert.deepEqual(more, [])
    const going = session.run('goToMachinePool')
    const list = await nextPick(session)
    const pools = list.items.filter(({ detail }) => detail?.includes('refused'))
    assert.equal(pools.length, 1)
    const first = list.items.find(({ kind }) => kind === undefined)
    assert.match(
      `${first?.label} ${first?.detail}`,
      /gpu-inference.*us-east-1d · refused g5\.2xlarge/,
    )
    list.escape()
    await going
  })
})
