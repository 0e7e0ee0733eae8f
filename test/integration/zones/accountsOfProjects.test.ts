import { strict as assert } from 'node:assert'
import { accounts, projects } from '../../sandbox/data.ts'
import { closeEditors } from '../connectionCheck/checking.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { until } from '../helpers.ts'
import { getLoadedPick } from '../lookups.ts'
import { getTreeProvider } from '../views.ts'

const note = 'Select Project…'

describe('Zones: The accounts of projects, where no project is set', () => {
  const session = useFilledSession()
  afterEach(closeEditors)

  beforeEach(async () => {
    const { data } = session.sandbox
    data.accounts = data.accounts.filter(({ owner }) => owner !== 'tenant')
    await session.run('refreshZones')
  })

  it('are missing in the view, which says so, until a project is selected there', async () => {
    const [row, ...otherRows] = await session.rows('zones')
    assert.deepEqual([row?.label, otherRows], [note, []])
    assert.equal(row?.item.command?.command, 'poolkeeper.selectProject')
    await session.run('selectProject', { projectUid: projects.staging.uid })
    const labels = await session.labels('zones')
    assert.ok(labels.length > 0 && !labels.includes(note))
  })

  it('don’t delay the view while the list of projects stalls: the note comes later', async () => {
    const { data } = session.sandbox
    data.accounts.push({ ...accounts.awsProduction, owner: 'tenant' })
    await session.run('refreshZones')
    const held = session.holdRequests('/v1/dashboard/projects')
    const labels = async () => (await session.currentRows('zones')).map(({ label }) => label)
    assert.deepEqual(await labels(), [accounts.awsProduction.name])
    const listing = session.run('listZones')
    const pick = await getLoadedPick(session)
    assert.ok(held.hasRequest())
    assert.deepEqual(pick.labels, [accounts.awsProduction.name])
    pick.escape()
    await listing
    let isShown = false
    const subscription = getTreeProvider('zones').onDidChangeTreeData?.(() => (isShown = true))
    held.release()
    await until('the view anew', () => isShown)
    subscription?.dispose()
    assert.deepEqual(await labels(), [accounts.awsProduction.name, note])
  }).timeout(25_000) // less than the request’s own

  it('are missing in a copy of all zones, which says so', async () => {
    const copy = async () => {
      const copying = session.run('copyAs', { all: 'zones' })
      ;(await session.dialogs.pick()).select('CSV')
      await copying
      return (await session.dialogs.message()).text
    }
    const lacking = 'Cloud accounts that belong to a project aren’t listed.'
    assert.equal(await copy(), `Nothing was copied. ${lacking}`)
    session.sandbox.data.accounts.push({ ...accounts.awsProduction, owner: 'tenant' })
    await session.run('refreshZones')
    const [rows, ...notes] = (await copy()).split('. ')
    assert.match(rows ?? '', /^Rows copied as CSV: [1-9]\d*$/)
    assert.equal(notes.join('. '), `The copy is incomplete. ${lacking}`)
  })
})
