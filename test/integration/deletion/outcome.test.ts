import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { type Row, until } from '../helpers.ts'
import {
  assertRefused,
  confirmDeletion,
  failDeletion,
  unknownMark,
  poolPath,
  type Refusal,
  shownPools,
  useUncheckedSession,
} from './pools.ts'

const config = configs.checkout

describe('Deletion: A deletion that the service refuses', () => {
  const session = useUncheckedSession()
  let row: Row

  beforeEach(async () => {
    row = await session.pinPool(config, 'worker-pool')
  })

  const refusals: Refusal[] = [
    [{ status: 401 }, /didn’t accept the API key \(401\)/, ['Set API Key']],
    [
      { status: 403, echoKey: true },
      /\(403\).* The service reported: Invalid key: ‹API key› \(InvalidApiKey\)$/,
      ['Set API Key', 'Retry'],
    ],
    [
      { status: 404, body: '{"code":"ProjectNotFoundInTenant"}' },
      /The API key has no access to the project of this cluster, or .*: ProjectNotFoundInTenant$/,
      ['Select Project'],
    ],
  ]
  for (const refusal of refusals) {
    it(`keeps the row, and reports the reason: ${JSON.stringify(refusal[0])}`, async () => {
      await assertRefused(session, row, refusal)
    })
  }

  it('is sent again by Retry, only after it is confirmed again', async () => {
    const { press } = await failDeletion(session, row, { status: 422 })
    press('Retry')
    const modal = await session.dialogs.modal()
    assert.ok(modal.text.endsWith(` of cloud config “checkout-prod (${config.uid})”?`))
    assert.equal(session.requests('DELETE').length, 1)
    modal.press('Delete Machine Pool')
    assert.equal((await session.dialogs.message()).severity, 'info')
    assert.equal(session.requests('DELETE').length, 2)
    assert.deepEqual(await shownPools(session, config), [])
  })

  it('offers to set the key of its connection', async () => {
    const { press } = await failDeletion(session, row, { status: 401 })
    const other = await session.addConnection()
    await session.run('manageConnections', other.name)
    press('Set API Key')
    const box = await session.dialogs.box()
    assert.equal(box.title, `Set API Key for “${session.name}”`)
    box.escape()
  })

  it('may mean that the pool is gone, and then offers to unpin it', async () => {
    session.sandbox.data.configs.find(({ uid }) => uid === config.uid)!.pools = []
    await confirmDeletion(session, row)
    const { severity, text, buttons, press } = await session.dialogs.message()
    assert.equal(severity, 'warning')
    assert.match(text, /^Machine pool may have been deleted: .+ couldn’t find this item \(404\)/)
    assert.match(
      text,
      /The service reported: .+ not found \(MachinePoolNotFound\)\. Check in the management console .+\.$/,
    )
    assert.deepEqual(buttons, ['Unpin', 'Check Connection'])
    assert.deepEqual(await shownPools(session, config), ['worker-pool'])
    press('Unpin')
    await until('the row gone', async () => (await shownPools(session, config)).length === 0)
  })
})

describe('Deletion: A deletion without a definite response', () => {
  const session = useUncheckedSession()

  it('marks the row and is sent once', async () => {
    const row = await session.pinPool(config, 'worker-pool')
    const { severity, text, buttons } = await failDeletion(session, row, { status: 500 })
    assert.equal(severity, 'warning')
    assert.match(
      text,
      /^Machine pool may have been deleted: “worker-pool” in checkout-prod\. .+ Check in the management console whether it still exists\.$/,
    )
    assert.deepEqual(buttons, ['Check Again', 'Reveal in View', 'Show Log'])
    const item = (await session.row('machinePools', config.clusterName, 'worker-pool'))?.item
    assert.equal(item?.description, unknownMark)
    assert.equal((item?.iconPath as { id: string } | undefined)?.id, 'warning')
  })

  it('must be typed the next time', async () => {
    const row = await session.pinPool(config, 'worker-pool')
    await failDeletion(session, row, { status: 500 })
    const { detail, buttons } = await session.readDeletionQuestion(row.node)
    assert.match(detail, /^The outcome of an earlier delete request is unknown\./)
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
  })
})

describe('Deletion: An unknown outcome that can be checked', () => {
  const session = useFilledSession()

  it('is checked by Check Again, which says what is found and what follows', async () => {
    const row = await session.poolRow(config, 'worker-pool')
    const { text, press } = await failDeletion(session, row, { status: 500 })
    assert.match(text, /\. Poolkeeper keeps checking\. If all nodes keep running, .* 10 minutes/)
    press('Check Again')
    const next = await session.dialogs.message()
    assert.match(
      next.text,
      /^Machine pool may have been deleted: .* The service still lists the machine pool\. Poolkeeper keeps checking\./,
    )
    session.sandbox.drain = 'instant'
    await fetch(`${session.sandbox.baseUrl}${poolPath(config, 'worker-pool')}`, {
      method: 'DELETE',
      headers: { ApiKey: session.sandbox.apiKey },
    })
    next.press('Check Again')
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: “worker-pool”/)
    assert.deepEqual(session.dialogs.unseenTexts, [])
  })
})

describe('Deletion: The log', () => {
  const session = useUncheckedSession()
  // Beside these there is one when a deletion without a definite answer is settled.
  const lines = () =>
    session.log.filter(
      (line) => line.includes(' delete connection=') && !line.includes(' observed='),
    )

  it('keeps one line of each deletion: time, connection, host, path and outcome', async () => {
    const [workerRow, gpuRow, batchRow] = [
      await session.pinPool(config, 'worker-pool'),
      await session.pinPool(config, 'gpu-inference'),
      await session.pinPool(config, 'batch-spot'),
    ]
    await confirmDeletion(session, workerRow)
    await failDeletion(session, gpuRow, { status: 403 }).catch(() => {})
    session.sandbox.addFault({ method: 'DELETE', status: 500 })
    await confirmDeletion(session, batchRow)
    const host = new URL(session.sandbox.baseUrl).host
    const expected = (name: string, outcome: string) =>
      new RegExp(
        `^info \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z delete connection="${session.name}" host=${host} ` +
          `path=${poolPath(config, name)} outcome=${outcome}`,
      )
    const [first = '', second = '', third = '', ...otherLines] = lines()
    assert.deepEqual(otherLines, [])
    assert.match(first, expected('worker-pool', 'deleted$'))
    assert.match(second, expected('gpu-inference', 'notDeleted reason=".*403'))
    assert.match(third, expected('batch-spot', 'unknown reason=".*500'))
  })
})
