import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { useSession } from '../helpers.ts'
import { nextPick } from '../lookups.ts'

const account = accounts.awsProduction

describe('Zones: List Zones through its prompts', () => {
  const session = useSession()

  it('asks for what nothing lists: account, provider, label, and region', async () => {
    const { dialogs } = session
    const listing = session.run('listZones')
    const uid = await nextPick(session)
    assert.equal(uid.title, 'List Zones')
    uid.answer(` ${account.uid} `)
    const provider = await nextPick(session)
    provider.choose('aws')
    const label = await dialogs.box()
    assert.match(label.prompt, /label for the cloud account/)
    label.answer('payments')

    const region = await nextPick(session)
    region.answer('us-east-1')
    const list = await dialogs.list()
    assert.equal(list.items.length, 6)
    list.choose(['us-east-1b'])
    await listing
    assert.equal(dialogs.clipboard, 'us-east-1b')
    assert.ok(await session.row('zones', 'payments', 'us-east-1'))
  })

  it('says so where the account has no zones there', async () => {
    const { provider, uid: cloudAccountUid } = accounts.azureProduction
    await session.run('listZones', { provider, cloudAccountUid, region: 'westus', show: true })
    const { severity, text } = await session.dialogs.message()
    assert.equal(severity, 'info')
    assert.equal(text, 'No zones found for “westus”.')
  })
})
