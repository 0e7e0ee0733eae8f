import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { hintText } from '../../../src/features/zoneChecks/zoneTexts.ts'
import type { RegionRef } from '../../../src/model/refs.ts'
import { until } from '../helpers.ts'
import { resetSetting, writeSetting } from '../settings.ts'
import { choose, know, open, useDocuments, zonesOf, type Opened } from './documents.ts'

const whole = new vscode.Range(0, 0, 1000, 0)

/** The hints in a range, each with what stands before it. */
async function hints({ document }: Opened, range = whole): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    document.uri,
    range,
  )
  return found.map(({ position, label }) => {
    const { text } = document.lineAt(position.line)
    return `${text.slice(0, position.character).trim()} ${label as string}`
  })
}

describe('Zone checks: Zone IDs in the editor', () => {
  const session = useDocuments()
  afterEach(() => resetSetting('poolkeeper.zones.showIds'))
  const text = 'region = "us-east-1"\naz = "us-east-1a"\nother = "us-east-1a"\nazs = ["us-east-1z"]'

  it('are shown once they are switched on, of zones that are known, and cost no request', async () => {
    await know(session, 'us-east-1')
    const [zone] = await zonesOf(session, 'us-east-1')
    session.sandbox.requests.length = 0
    const opened = await open('tf', text)
    assert.deepEqual(await hints(opened), [])
    await writeSetting('poolkeeper.zones.showIds', true)
    await until('a hint', async () => (await hints(opened)).length > 0)
    assert.deepEqual(await hints(opened), [`az = "us-east-1a" ${zone?.zoneId}`])
    assert.deepEqual(await hints(opened, new vscode.Range(2, 0, 3, 0)), [])
    await writeSetting('poolkeeper.zones.showIds', false)
    await until('no hint', async () => (await hints(opened)).length === 0)
    assert.deepEqual(session.zoneRequests(), [])
  })

  it('load the zones of the account that is selected, once', async () => {
    await writeSetting('poolkeeper.zones.showIds', true)
    await choose(session)
    const opened = await open('tf', text)
    await until('a hint', async () => (await hints(opened)).length === 1)
    await hints(opened)
    assert.equal(session.zoneRequests().length, 1)
  })

  it('stand behind each of several names in one text', async () => {
    await writeSetting('poolkeeper.zones.showIds', true)
    await know(session, 'us-east-1')
    const [first, second] = await zonesOf(session, 'us-east-1')
    const opened = await open('tf', 'azs = "us-east-1a, us-east-1b"\nregion = "us-east-1"\n')
    assert.deepEqual(await hints(opened), [
      `azs = "us-east-1a ${first?.zoneId}`,
      `azs = "us-east-1a, us-east-1b" ${second?.zoneId}`,
    ])
  })

  it('mark what is not available, and are of the account that is chosen', async () => {
    await writeSetting('poolkeeper.zones.showIds', true)
    await know(session, 'us-east-1')
    await know(session, 'us-east-1', accounts.awsStaging)
    await know(session, 'eu-central-1')
    const all = (await zonesOf(session, 'eu-central-1')) as {
      name: string
      zoneId: string
      state: string
    }[]
    const bad = all.find(({ state }) => state !== 'available') ?? assert.fail()
    const opened = await open(
      'yaml',
      `region: eu-central-1\nzone: ${bad.name}\nazs: [us-east-1a]\n`,
    )
    const [marked = '', ...unmarked] = await hints(opened)
    assert.equal(marked, `zone: ${bad.name} ${bad.zoneId} · ⚠ ${bad.state}`)
    assert.deepEqual(unmarked, [])
    await choose(session)
    const [zone] = await zonesOf(session, 'us-east-1')
    await until('the other hint', async () => (await hints(opened)).length === 2)
    assert.equal((await hints(opened))[1], `azs: [us-east-1a ${zone?.zoneId}`)
  })

  it('mark what accounts have in common by the oldest date, whenever each was loaded', () => {
    const ref = { cloudAccountUid: 'a', provider: 'aws', region: 'us-east-1' } as RegionRef
    const zone = { name: 'us-east-1a', zoneId: 'use1-az1', state: 'impaired' }
    const day = 86_400_000
    const facts = [5, 3, 4].map((days) => ({ ref, zone, at: days * day + day / 2 }))
    assert.match(hintText('us-east-1a', facts) ?? '', /^use1-az1 · ⚠ impaired · 1\/4\/70, /)
  })
})
