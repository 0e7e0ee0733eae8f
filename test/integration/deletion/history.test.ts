import { strict as assert } from 'node:assert'
import { commands, type TextDocument, type ThemeIcon, window } from 'vscode'
import { configs } from '../../sandbox/data.ts'
import { confirmDeletion, failDeletion } from './pools.ts'
import type { MachinePoolNode } from '../../../src/ui/trees/nodes.ts'
import { writeDeletionRecord, readDeletionRecords } from '../deletionRecords.ts'
import { type Session, until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { testClock } from '../../clock.ts'

const config = configs.checkout
const kept = readDeletionRecords

/** Empties the list by the way that a user has. */
async function clear(session: Session): Promise<void> {
  if ((await kept()).length === 0) return
  const clearing = session.run('showDeletionHistory')
  ;(await session.dialogs.pick()).pressTitleButton('Clear Deletion History')
  ;(await session.dialogs.modal()).press('Clear Deletion History')
  await clearing
}

describe('Deletion: Deletion history', () => {
  const session = useFilledSession()
  beforeEach(() => clear(session))

  /** Opens the list. */
  async function open() {
    const showing = session.run('showDeletionHistory')
    return { list: await session.dialogs.pick(), showing }
  }

  it('has the outcome of each deletion, the latest first, before what may be cut off', async () => {
    session.sandbox.drain = 'instant'
    await confirmDeletion(session, await session.poolRow(config, 'worker-pool'))
    await session.dialogs.message()
    const refusal = { status: 403, body: '{"code":"OperationForbidden","message":"by policy"}' }
    await failDeletion(session, await session.poolRow(config, 'gpu-inference'), refusal)
    const { list, showing } = await open()
    assert.deepEqual(list.labels, ['gpu-inference', 'worker-pool'])
    const { host } = new URL(session.sandbox.baseUrl)
    for (const [index, outcome, icon, serviceText] of [
      [0, 'not deleted · Access denied (403)', 'error', ' · by policy (OperationForbidden)'],
      [1, 'deleted', 'pass', ''],
    ] as const) {
      const item = list.shown[index]
      const { detail = '' } = item ?? {}
      assert.ok(detail.startsWith(`${outcome} · `) && detail.endsWith(serviceText), detail)
      const rest = detail.slice(outcome.length + 3, detail.length - serviceText.length)
      const [when = '', where, ...service] = rest.split(' · ')
      assert.equal(where, config.clusterName)
      assert.match(when, /\d:\d\d/)
      assert.ok(!when.includes(String(new Date().getFullYear())), when)
      assert.equal((item?.iconPath as ThemeIcon | undefined)?.id, icon)
      assert.deepEqual(service, [`${session.name} (${host})`])
    }
    list.select('gpu-inference')
    await showing
    assert.deepEqual(session.dialogs.unseenTexts, []) // it is revealed
  })

  it('has the machines, the zones and the time that it took', async () => {
    testClock.shorten('following', 20)
    session.sandbox.drain = 'manual'
    await confirmDeletion(session, await session.poolRow(config, 'gpu-inference'))
    session.sandbox.advanceDrains(3)
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: /)
    const [{ nodes, zones } = {}] = await kept()
    assert.deepEqual([nodes, zones], [2, ['us-east-1d']])
    const { list, showing } = await open()
    assert.match(
      list.shown[0]?.description ?? '',
      /^2 nodes · us-east-1d · deleted after \d+ sec( \d+ sec)?$/,
    )
    list.escape()
    await showing
  })

  /** A deletion of which little was known. */
  const earlier = {
    baseUrl: 'https://service.example',
    provider: 'aws',
    configUid: 'c1',
    machinePoolName: '=1+1',
    connection: session.name,
    sentAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    isAccepted: true,
    end: 'deleted',
    endedAt: Date.UTC(2026, 0, 2, 3, 6, 5),
  } as const

  it('is opened as a document from its title', async () => {
    await writeDeletionRecord('earlier', earlier)
    const later = { nodes: 6, zones: ['1', '2'], configLabel: 'checkout' }
    await writeDeletionRecord('later', { ...earlier, ...later, sentAt: earlier.sentAt + 1 })
    const failure = { kind: 'forbidden', status: 403, serviceMessage: 'by policy' } as const
    const refusal = { isAccepted: false, end: 'notDeleted', failure } as const
    await writeDeletionRecord('refused', { ...earlier, ...refusal, sentAt: earlier.sentAt - 1 })
    const { list, showing } = await open()
    assert.match(list.shown[0]?.description ?? '', /^6 nodes · zones 1, 2 · deleted after /)
    list.pressTitleButton('Open as Document')
    await showing
    const document: TextDocument = window.activeTextEditor?.document ?? assert.fail()
    assert.deepEqual([document.isUntitled, document.languageId], [true, 'json'])
    const known = {
      sent: '2026-01-02T03:04:05.000Z',
      machinePool: '=1+1',
      cloudConfig: 'c1',
      provider: 'aws',
      connection: 'sandbox',
      service: 'service.example',
      outcome: 'deleted',
      ended: '2026-01-02T03:06:05.000Z',
    }
    assert.deepEqual(JSON.parse(document.getText()), [
      {
        ...known,
        sent: '2026-01-02T03:04:05.001Z',
        cluster: 'checkout',
        nodes: 6,
        zones: ['1', '2'],
      },
      known,
      { ...known, sent: '2026-01-02T03:04:04.999Z', outcome: 'notDeleted', reason: failure },
    ])
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
  })

  it('reveals no pool if the connection leads elsewhere by now', async () => {
    await failDeletion(session, await session.poolRow(config, 'gpu-inference'), { status: 403 })
    await session.changeConnection({ projectUid: 'another' })
    const { list, showing } = await open()
    list.select('gpu-inference')
    await showing
    assert.match(
      session.dialogs.messages.at(-1)?.text ?? '',
      /of connection “sandbox” has changed since/,
    )
  })

  it('keeps the last fifty that ended', async () => {
    const { configUid, provider } = (await session.poolRow(config, 'gpu-inference'))
      .node as MachinePoolNode
    for (let at = 1; at <= 60; at++) {
      await writeDeletionRecord(`of-before-${at}`, {
        baseUrl: session.sandbox.baseUrl,
        provider,
        configUid,
        machinePoolName: `pool-${at}`,
        connection: 'sandbox',
        sentAt: 100 - at, // the last that ended were sent first
        isAccepted: true,
        end: 'deleted',
        endedAt: at,
      })
    }
    await failDeletion(session, await session.poolRow(config, 'gpu-inference'), { status: 403 })
    await until('fifty', async () => (await kept()).length === 50)
    const names = (await kept()).map(({ machinePoolName }) => machinePoolName)
    assert.equal(names[0], 'gpu-inference')
    assert.deepEqual([names[1], names.at(-1)], ['pool-12', 'pool-60'])
  })

  it('is cleared only after a confirmation, except for unfinished deletions', async () => {
    const unfinished = await session.poolRow(config, 'worker-pool')
    await failDeletion(session, unfinished, { status: 502 })
    await failDeletion(session, await session.poolRow(config, 'gpu-inference'), { status: 403 })
    const clearing = session.run('showDeletionHistory')
    ;(await session.dialogs.pick()).pressTitleButton('Clear Deletion History')
    ;(await session.dialogs.modal()).press()
    await clearing
    assert.equal((await kept()).length, 2)
    const { list, showing } = await open()
    list.pressTitleButton('Clear Deletion History')
    const modal = await session.dialogs.modal()
    assert.equal(modal.text, 'Clear the deletion history?')
    modal.press('Clear Deletion History')
    await showing
    await until('a shorter list', async () => (await kept()).length < 2)
    const names = (await kept()).map(({ machinePoolName }) => machinePoolName)
    assert.deepEqual(names, ['worker-pool'])
  })
})
