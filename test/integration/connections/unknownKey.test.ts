import { strict as assert } from 'node:assert'
import { replace } from '../../replace.ts'
import { commandIds } from '../../../src/contributions.ts'
import { accounts, configs, projects } from '../../sandbox/data.ts'
import { failure } from '../agents/calling.ts'
import { check, closeEditors, lineOf } from '../connectionCheck/checking.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const message = 'api key was not found'

// A service may answer a wrong or revoked key with 404, as it answers for a thing that isn’t there. Its code tells that
// apart from a route that isn’t there.
describe('Connections: A key that the service answers with 404 and a code', () => {
  const session = useFilledSession()
  afterEach(closeEditors)

  /** The service knows the key no more, as the response to these requests, or to all. */
  function revoke(requests: { method?: string; path?: string } = {}): void {
    const body = JSON.stringify({ code: 'ResourceNotFound', message })
    session.sandbox.addFault({ ...requests, status: 404, body, times: null })
  }

  const { provider, uid: cloudAccountUid } = accounts.awsProduction
  const zones = { provider, cloudAccountUid, region: 'us-east-1' }

  it('is refused in the box where it is entered', async () => {
    revoke()
    const setting = session.run('setApiKey')
    const box = await session.dialogs.box()
    box.answer('wrong-key')
    await until('the check', () => box.isOver || box.validationMessage)
    const problem = box.validationMessage ?? ''
    box.escape()
    await setting
    assert.match(problem, /API key/)
    assert.match(problem, new RegExp(message))
  })

  it('is refused by Add Connection', async () => {
    revoke()
    const adding = session.run('addConnection')
    ;(await session.dialogs.box()).answer(session.sandbox.baseUrl)
    const box = await session.dialogs.box()
    box.answer('wrong-key')
    await until('the check', () => box.isOver || box.validationMessage)
    const isOver = box.isOver
    session.dialogs.closeAll()
    await adding
    assert.equal(isOver, false)
  })

  for (const projectUid of [undefined, projects.production.uid]) {
    const where = projectUid === undefined ? 'without a project' : 'in a project'
    const begin = async () => {
      if (projectUid !== undefined) await session.changeConnection({ projectUid })
      revoke()
    }

    for (const view of ['zones', 'machinePools'] as const) {
      it(`is what a row of the view says, with the way to another one, ${where}: ${view}`, async () => {
        await begin()
        await session.run(view === 'zones' ? 'refreshZones' : 'refreshMachinePools')
        const [row] = await session.rows(view)
        assert.equal(row?.item.command?.command, commandIds.setApiKey)
        assert.match(row.tooltip, new RegExp(message))
      })
    }

    it(`is what Check Connection finds, ${where}`, async () => {
      await begin()
      const report = await check(session)
      assert.match(lineOf(report, 'API key'), /✗.failed/)
      assert.ok(report.includes(message), report)
      assert.doesNotMatch(report, /Check the path in the connection’s URL/)
      assert.doesNotMatch(lineOf(report, 'Project'), /no access to the project|Select a project/)
    })

    it(`is told to agents, ${where}`, async () => {
      await begin()
      const text = await failure('list_machine_pools', { cluster: 'checkout-prod' })
      assert.match(text, /Set API Key/)
      assert.doesNotMatch(text, /Select Project/)
    })
  }

  it('has the way to another one where zones are listed', async () => {
    revoke()
    await session.run('listZones', zones)
    const { buttons } = await session.dialogs.message()
    assert.ok(buttons.includes('Set API Key'), buttons.join())
  })

  it('proves nothing of a machine pool whose deletion is sent with it', async () => {
    const row = await session.poolRow(configs.checkout, 'gpu-inference')
    const deleting = session.run('deleteMachinePool', row.node)
    const modal = await session.dialogs.modal()
    // The check after the confirmation is over when the key is revoked.
    revoke({ method: 'DELETE' })
    revoke({ path: '/users/info' })
    modal.press('Delete Machine Pool')
    const { text, buttons } = await session.dialogs.message()
    session.dialogs.closeAll()
    await deleting
    assert.doesNotMatch(text, /^Machine pool not (found|deleted)/)
    assert.match(text, /^Machine pool may have been deleted: .* didn’t accept the API key \(404\)/)
    assert.ok(buttons.includes('Set API Key'), buttons.join())
  })
  it('doesn’t prove that a pool still exists: a proxy may have sent the deletion twice', async () => {
    const body = JSON.stringify({ code: 'ResourceNotFound', message: 'resource not found' })
    session.sandbox.addFault({ path: '/users/info', status: 404, body, times: null })
    session.sandbox.drain = 'instant'
    const row = await session.poolRow(configs.checkout, 'gpu-inference')
    const deleting = session.run('deleteMachinePool', row.node)
    const modal = await session.dialogs.modal()
    const { fetch } = globalThis
    const restore = replace(globalThis, 'fetch', async (input, init) => {
      const response = await fetch(input, init)
      if (init?.method !== 'DELETE') return response
      return new Response(body, { status: 404, headers: { 'content-type': 'application/json' } })
    })
    modal.press('Delete Machine Pool')
    const { text } = await session.dialogs.message()
    restore()
    session.dialogs.closeAll()
    await deleting
    assert.match(text, /^Machine pool (may have been )?deleted: /)
  })
})
