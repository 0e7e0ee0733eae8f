import { strict as assert } from 'node:assert'
import { configs, projects } from '../../sandbox/data.ts'
import type { AcceptedDeletion } from '../../sandbox/model.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout

describe('Deletion: Show Who Deleted It', () => {
  const session = useFilledSession()
  const name = 'gone-pool'

  beforeEach(() => session.enterProject(projects.production.uid))
  const pin = (machinePoolName: string) => {
    const { provider, uid: configUid } = config
    return session.run('addMachinePool', { provider, configUid, machinePoolName })
  }

  /** Has the audit log tell of a deletion. */
  function record(more: Partial<AcceptedDeletion> = {}): void {
    const { clusterUid, clusterName } = config
    const at = new Date(Date.now() - 3_600_000).toISOString()
    session.sandbox.data.deletions.push({ clusterUid, clusterName, poolName: name, at, ...more })
  }

  /** Asks on the row of the pool; returns the answer. */
  async function ask() {
    await pin(name)
    const { node, item } = await session.poolRow(config, name)
    assert.match(String(item.description), /not listed/)
    await session.run('whoDeletedIt', node)
    return session.dialogs.message()
  }

  it('names who and when, in the words of the audit log', async () => {
    record({ at: '2026-01-02T03:04:05.000Z', actor: { actorType: 'service', serviceName: 'old' } })
    record()
    record({ poolName: 'gone-pool-2', at: new Date().toISOString() })
    const { text, buttons, severity, press } = await ask()
    assert.match(
      text,
      /^According to the audit log, machine pool “gone-pool” was deleted on .+ by Robin Doe \(robin@example\.com\): “Deleted machine pool gone-pool of cluster checkout-prod”$/,
    )
    assert.deepEqual([severity, buttons], ['info', ['Copy']])
    press('Copy')
    await until('the copy', () => session.dialogs.clipboard === text)
  })

  it('does not name whom the audit log does not name', async () => {
    record({ actor: {} })
    assert.match((await ask()).text, / by an unknown user: “Deleted /)
  })

  it('shows names and words from outside as they are', async () => {
    const user = { firstName: '[x](command:y)', lastName: '\u202e' }
    record({ actor: { user }, says: `Deleted machine pool ${name} of [a](command:b)` })
    const { text } = await ask()
    assert.ok(!text.includes('](') && !text.includes('\u202e'), text)
  })

  it('says that there is no record, of this pool or of a deletion', async () => {
    record({ poolName: 'gone-pool-2' })
    record({ says: `Machine pool ${name} was not deleted` })
    assert.equal(
      (await ask()).text,
      'The audit log has no clear record of the deletion of “gone-pool”.',
    )
  })

  it('says where not all could be looked at', async () => {
    const body = JSON.stringify({ items: [{ metadata: {} }] })
    session.sandbox.addFault({ path: '/v1/audits', body })
    assert.match((await ask()).text, /^No clear record .+couldn’t be loaded completely\.$/)
  })

  for (const offer of [false, 403, 405, 'unreadable'] as const) {
    it(`says that the audit log cannot be had: ${offer}`, async () => {
      session.sandbox.lookups = { audits: offer }
      const { host } = new URL(session.sandbox.baseUrl)
      assert.equal(
        (await ask()).text,
        `${host} doesn’t support the audit log, or your API key has no access to it.`,
      )
    })
  }

  it('says what went wrong otherwise', async () => {
    session.sandbox.addFault({ path: '/v1/audits', status: 500, times: null })
    const { severity, text } = await ask()
    assert.equal(severity, 'error')
    assert.match(text, /\(500\)/)
  })

  it('is for a pinned pool that is missing alone', async () => {
    await pin('gpu-inference')
    const listed = await session.poolRow(config, 'gpu-inference')
    assert.match(listed.item.contextValue ?? '', /\bunpin\b/)
  })
})
