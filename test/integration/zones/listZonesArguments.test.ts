import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { useSession } from '../helpers.ts'

const { provider, uid: cloudAccountUid } = accounts.awsProduction
const query = { provider, cloudAccountUid, region: 'eu-west-1' }

describe('Zones: List Zones with arguments', () => {
  const session = useSession()

  it('returns the zones without a prompt', async () => {
    const zones = (await session.run('listZones', query)) as { name: string }[]
    assert.deepEqual(
      zones.map(({ name }) => name),
      ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
    )
    assert.ok(zones.every((zone) => 'zoneId' in zone && 'state' in zone))
    assert.ok(session.dialogs.isSilent)
  })

  it('pins the region, with the label of its account', async () => {
    await session.run('listZones', { ...query, cloudAccountLabel: 'payments' })
    assert.ok(await session.row('zones', 'payments', 'eu-west-1'))
    await session.run('listZones', { ...query, region: 'us-east-1' })
    assert.deepEqual(await session.labels('zones'), ['payments'])
  })

  it('shows the zones and copies the selected ones if the arguments say so', async () => {
    const listing = session.run('listZones', { ...query, show: true })
    const list = await session.dialogs.pick()
    assert.deepEqual(
      list.items.map(({ label }) => label),
      ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
    )
    assert.match(list.items[0]?.description ?? '', /^euw1-az\d · available$/)
    list.select('eu-west-1a', 'eu-west-1c')
    await listing
    assert.equal(session.dialogs.clipboard, 'eu-west-1a\neu-west-1c')
    assert.deepEqual(session.dialogs.statusMessages, ['Names copied: 2'])
  })

  it('says so if the account has no zones there', async () => {
    const { provider: azure, uid } = accounts.azureProduction
    const place = { provider: azure, cloudAccountUid: uid, region: 'westus' }
    await session.run('listZones', { ...place, show: true })
    const { severity, text } = await session.dialogs.message()
    assert.deepEqual([severity, text], ['info', 'No zones found for “westus”.'])
  })

  const secret = 'do-not-repeat-me'
  const wrong: [what: string, args: unknown, text: RegExp][] = [
    ['a text', secret, /^Invalid command arguments\.$/],
    ['no region', { ...query, region: undefined }, /Invalid command argument: region\.$/],
    ['a list for a region', { ...query, region: [secret] }, /Invalid command argument: region\.$/],
    [
      'a number for an account',
      { ...query, cloudAccountUid: 7 },
      /Invalid command argument: cloudAccountUid\.$/,
    ],
    ['a text for the flag', { ...query, show: secret }, /Invalid command argument: show\.$/],
    [
      'a control character',
      { ...query, region: `${secret}\n` },
      /a value isn’t valid\. Region: Control characters/,
    ],
    [
      'a blank account',
      { ...query, cloudAccountUid: ' ' },
      /a value isn’t valid\. Cloud account: Enter a value\.$/,
    ],
    [
      'a provider with a slash',
      { ...query, provider: `aws/${secret}` },
      /a value isn’t valid\. Provider: Enter a provider as the service’s API spells it/,
    ],
  ]
  for (const [what, args, expected] of wrong) {
    it(`refuses ${what}, without repeating it`, async () => {
      assert.equal(await session.run('listZones', args), undefined)
      const { severity, text } = await session.dialogs.message()
      assert.equal(severity, 'error')
      assert.match(text, expected)
      assert.ok(!text.includes(secret))
      assert.ok(!session.log.join('\n').includes(secret))
      assert.deepEqual(session.requests(), [])
      assert.deepEqual(await session.rows('zones'), [])
    })
  }
})
