import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { accounts } from '../../sandbox/data.ts'
import { automaticFileOf } from '../../../src/features/zoneChecks/automaticChecks.ts'
import { hintText } from '../../../src/features/zoneChecks/zoneTexts.ts'
import type { RegionRef } from '../../../src/model/refs.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { resetSetting, writeSetting } from '../settings.ts'
import {
  selectCheckedAccount,
  cacheZones,
  openDocument,
  useDocuments,
  listZones,
  type OpenDocument,
} from './documents.ts'

const wholeDocument = new vscode.Range(0, 0, 1000, 0)

/** Returns the hints in a range, each with the text before it in its line. */
async function readHints({ document }: OpenDocument, range = wholeDocument): Promise<string[]> {
  const inlayHints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    document.uri,
    range,
  )
  return inlayHints.map(({ position, label }) => {
    const { text } = document.lineAt(position.line)
    return `${text.slice(0, position.character).trim()} ${label as string}`
  })
}

describe('Zone checks: Zone IDs in the editor', () => {
  const session = useDocuments()
  afterEach(() => resetSetting('poolkeeper.zones.showIds'))
  const text = 'region = "us-east-1"\naz = "us-east-1a"\nname = "us-east-1a"\nazs = ["us-east-1z"]'

  it('are shown for cached zones when the setting is on, without a request', async () => {
    await cacheZones(session, 'us-east-1')
    const [zone] = await listZones(session, 'us-east-1')
    session.sandbox.requests.length = 0
    const opened = await openDocument('tf', text)
    assert.deepEqual(await readHints(opened), [])
    await writeSetting('poolkeeper.zones.showIds', true)
    await until('a hint', async () => (await readHints(opened)).length > 0)
    assert.deepEqual(await readHints(opened), [`az = "us-east-1a" ${zone?.zoneId}`])
    assert.deepEqual(await readHints(opened, new vscode.Range(2, 0, 3, 0)), [])
    await writeSetting('poolkeeper.zones.showIds', false)
    await until('no hint', async () => (await readHints(opened)).length === 0)
    assert.deepEqual(session.zoneRequests(), [])
  })

  it('show external text as it is, and nothing invisible', () => {
    const ref = { cloudAccountUid: 'a', provider: 'aws', region: 'us-east-1' } as RegionRef
    const zone = { name: 'a', zoneId: 'z\u202e1', state: 'x\u202e' }
    const lists = [{ ref, zone, listedAt: Date.now() }]
    assert.equal(hintText('a', lists), 'z\\u{202e}1 · ⚠ x\\u{202e}')
  })

  it('load the zones of the selected account once', async () => {
    await writeSetting('poolkeeper.zones.showIds', true)
    await selectCheckedAccount(session)
    const opened = await openDocument('tf', text)
    await until('a hint', async () => (await readHints(opened)).length === 1)
    await readHints(opened)
    assert.equal(session.zoneRequests().length, 1)
  })

  it('are behind each of several names in one string', async () => {
    await writeSetting('poolkeeper.zones.showIds', true)
    await cacheZones(session, 'us-east-1')
    const [first, second] = await listZones(session, 'us-east-1')
    const opened = await openDocument(
      'tf',
      'azs = "us-east-1a, us-east-1b"\nregion = "us-east-1"\n',
    )
    assert.deepEqual(await readHints(opened), [
      `azs = "us-east-1a ${first?.zoneId}`,
      `azs = "us-east-1a, us-east-1b" ${second?.zoneId}`,
    ])
  })

  it('mark zones that aren’t available, and are those of the selected account', async () => {
    await writeSetting('poolkeeper.zones.showIds', true)
    await cacheZones(session, 'us-east-1')
    await cacheZones(session, 'us-east-1', accounts.awsStaging)
    await cacheZones(session, 'eu-central-1')
    const zones = (await listZones(session, 'eu-central-1')) as {
      name: string
      zoneId: string
      state: string
    }[]
    const bad = zones.find(({ state }) => state !== 'available') ?? assert.fail()
    const opened = await openDocument(
      'yaml',
      `region: eu-central-1\nzone: ${bad.name}\nazs: [us-east-1a]\n`,
    )
    const [marked = '', ...unmarked] = await readHints(opened)
    assert.equal(marked, `zone: ${bad.name} ${bad.zoneId} · ⚠ ${bad.state}`)
    assert.deepEqual(unmarked, [])
    await selectCheckedAccount(session)
    const [zone] = await listZones(session, 'us-east-1')
    await until('the other hint', async () => (await readHints(opened)).length === 2)
    assert.equal((await readHints(opened))[1], `azs: [us-east-1a ${zone?.zoneId}`)
  })

  it('aren’t looked for in a document that is too long, whose text isn’t read', async () => {
    const content = `zone: us-east-1a\n${'#'.repeat(1_000_000)}`
    const document = await vscode.workspace.openTextDocument({ language: 'yaml', content })
    let readCount = 0
    const watched = Object.create(document, {
      getText: { value: () => (readCount += 1) },
    }) as vscode.TextDocument
    assert.equal(automaticFileOf(watched), undefined)
    assert.equal(readCount, 0)
  })

  it('list the accounts that have the zone in their tooltips', async () => {
    await writeSetting('poolkeeper.zones.showIds', true)
    await cacheZones(session, 'us-east-1')
    const { document } = await openDocument('tf', text)
    const { hintsProvider } = parts
    const { token } = new vscode.CancellationTokenSource()
    const hints = await hintsProvider.provideInlayHints(document, wholeDocument, token)
    const [hint] = hints ?? []
    assert.ok(hint)
    const resolved = await hintsProvider.resolveInlayHint?.(hint, token)
    const tooltip = resolved?.tooltip as vscode.MarkdownString
    assert.match(tooltip.value, /^Zone `us-east-1a` in `us-east-1`\n\n- `aws-production`: /)
  })

  it('show the oldest date if several accounts have the same zone', () => {
    const ref = { cloudAccountUid: 'a', provider: 'aws', region: 'us-east-1' } as RegionRef
    const zone = { name: 'us-east-1a', zoneId: 'use1-az1', state: 'impaired' }
    const day = 86_400_000
    const facts = [5, 3, 4].map((days) => ({ ref, zone, listedAt: days * day + day / 2 }))
    assert.match(hintText('us-east-1a', facts) ?? '', /^use1-az1 · ⚠ impaired · 1\/4\/70, /)
  })
})
