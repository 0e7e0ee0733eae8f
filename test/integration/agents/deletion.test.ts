import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { toolNames } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { configs, projects } from '../../sandbox/data.ts'
import { descriptionOf } from './calling.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { typeNames } from '../deletion/pools.ts'

const config = configs.checkout
const configPath = `/v1/cloudconfigs/${config.provider}/${config.uid}`

// Called as VS Code calls it once its own question was answered, or is not asked any more: outside of
// a chat VS Code asks by a dialog of its own, which `test/ui/agents.test.ts` answers.
describe('Agents: The tool that deletes a machine pool', () => {
  const session = useFilledSession()
  const input = {
    connection: 'sandbox',
    provider: config.provider,
    configUid: config.uid,
    machinePoolName: 'gpu-inference',
  }
  const tool = () => parts.tools.get(toolNames.delete_machine_pool) ?? assert.fail('no tool')
  const idle = new vscode.CancellationTokenSource().token

  async function call(given: object = input, token = idle): Promise<Record<string, unknown>> {
    const options = { input: given, toolInvocationToken: undefined }
    const result = await tool().invoke(options, token)
    const [part] = (result?.content ?? []) as vscode.LanguageModelTextPart[]
    const read = JSON.parse(part?.value ?? '') as Record<string, unknown>
    // A model knows no other outcomes.
    const description = await descriptionOf('delete_machine_pool')
    assert.ok(description.includes(`\`${String(read['outcome'])}\``), String(read['outcome']))
    return read
  }

  /** Calls it, and answers our dialog: by the name, or not at all. */
  async function answered(isConfirmed: boolean, given = input) {
    const calling = call(given)
    const modal = await session.dialogs.modal()
    modal.press(isConfirmed ? 'Delete Machine Pool…' : undefined)
    if (isConfirmed) await typeNames(session, given.machinePoolName)
    return { result: await calling, modal }
  }

  it('asks by our own dialog with the whole scope, and deletes once it is confirmed', async () => {
    session.sandbox.drain = 'instant'
    const { result, modal } = await answered(true)
    assert.equal(
      modal.text,
      `Delete machine pool “gpu-inference” of cluster “${config.clusterName}”?`,
    )
    assert.match(modal.detail, /^A language model requested this deletion\.$/m)
    // Whoever types something else at that moment must not confirm it by Enter.
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool…'])
    assert.match(modal.detail, /^Connection: sandbox$/m)
    assert.equal(result['outcome'], 'deleted')
    assert.equal(result['message'], `Machine pool deleted: “gpu-inference” in ${config.uid}.`)
    assert.equal(session.requests('DELETE').length, 1)
    // Who confirmed it is told what every deletion tells.
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: [^.]+\.$/)
  })

  it('asks for, and deletes, what belongs to a project in that project, though nothing was listed yet', async () => {
    session.sandbox.needsProject = true
    const { result, modal } = await answered(true)
    const { uid, name } = projects.production
    assert.match(modal.detail, new RegExp(`^Project: ${name}$`, 'm'))
    assert.equal(result['outcome'], 'deleted')
    const sent = session.requests().filter(({ url }) => url.includes(config.uid))
    for (const { headers } of sent) assert.equal(headers['projectuid'], uid)
  })

  it('says that the user declined', async () => {
    const { result } = await answered(false)
    assert.equal(result['outcome'], 'declined')
    assert.match(String(result['message']), /Nothing was deleted/)
    assert.deepEqual(session.requests('DELETE'), [])
  })

  const failures = [
    { status: 422, outcome: 'notDeleted', message: /^Machine pool not deleted: .*\(422\)/ },
    { status: 404, outcome: 'stillListed', message: /^Machine pool not deleted: .*still lists it/ },
    { status: 500, outcome: 'unknown', message: /may have been deleted/ },
  ]
  for (const { status, outcome, message } of failures) {
    it(`says what became of it where the service answers ${status}`, async () => {
      session.sandbox.addFault({ method: 'DELETE', status })
      const { result } = await answered(true)
      assert.equal(result['outcome'], outcome)
      assert.match(String(result['message']), message)
      const isUnknown = /Don’t delete the pool again/.test(String(result['advice']))
      assert.equal(isUnknown, outcome === 'unknown')
    })
  }

  it('says neither of a refusal that may be due to an earlier deletion', async () => {
    session.sandbox.addFault({ method: 'DELETE', status: 500 })
    await answered(true)
    session.sandbox.addFault({ method: 'DELETE', status: 429 })
    const { result } = await answered(true)
    assert.equal(result['outcome'], 'unknown')
    assert.match(String(result['message']), /may have been deleted: (?!.*Retry)/)
    assert.match(String(result['advice']), /Don’t delete the pool again/)
  })

  it('is refused over a read-only connection, before anything is asked', async () => {
    await session.reconnect({ protection: 'readOnly' })
    await assert.rejects(
      call(),
      /The delete request was not sent because connection .* is read-only/,
    )
    assert.ok(session.dialogs.isSilent)
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('never asks for the key, and says who can set it', async () => {
    await session.clearKey()
    let told = ''
    void call().catch((error: unknown) => (told = String(error)))
    const { dialogs } = session
    await until('a prompt or the end', () => told !== '' || dialogs.prompts.length > 0)
    assert.equal(dialogs.prompts.length, 0)
    assert.match(told, /has no API key\. Ask the user to run “Poolkeeper: Set API Key…”/)
    assert.deepEqual(session.requests(), [])
  })

  // As a client calls it that approves every tool: without VS Code's own question.
  it('can be approved by no client: without the name in our dialog, nothing is deleted', async () => {
    const names = [
      { machinePoolName: 'gpu-inference', detail: /A language model requested/ },
      { machinePoolName: 'control-plane-pool', detail: /This is a control plane pool/ },
    ]
    for (const { machinePoolName, detail } of names) {
      const calling = call({ ...input, machinePoolName })
      const modal = await session.dialogs.modal()
      assert.match(modal.detail, detail)
      modal.press('Delete Machine Pool…')
      const box = await session.dialogs.box()
      assert.deepEqual(session.requests('DELETE'), [])
      box.escape()
      assert.equal((await calling)['outcome'], 'declined')
    }
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('asks nothing where the call was cancelled before the question', async () => {
    session.sandbox.addFault({ path: configPath, delayMs: 300, times: null })
    const source = new vscode.CancellationTokenSource()
    const calling = call(input, source.token)
    await until('the look', () => session.requests('GET').some(({ url }) => url === configPath))
    source.cancel()
    assert.equal((await calling)['outcome'], 'declined')
    assert.ok(session.dialogs.isSilent)
    assert.deepEqual(session.requests('DELETE'), [])
  })

  for (const [howLong, minutes] of [
    ['', 0],
    [', however long', 1],
  ] as const) {
    it(`sends nothing where the call was cancelled while the question stood${howLong}, and says so`, async () => {
      const source = new vscode.CancellationTokenSource()
      const calling = call(input, source.token)
      const ended = assert.rejects(calling, /Nothing was deleted because the deletion was canceled/)
      const modal = await session.dialogs.modal()
      source.cancel()
      if (minutes > 0) testClock.putForward(minutes)
      modal.press('Delete Machine Pool…')
      await typeNames(session, 'gpu-inference')
      await ended
      assert.match((await session.dialogs.message()).text, /^Nothing was deleted because/)
      assert.deepEqual(session.requests('DELETE'), [])
    })
  }

  it('sends nothing where the call is cancelled while the pool is looked at again, and says so', async () => {
    const source = new vscode.CancellationTokenSource()
    const calling = call(input, source.token)
    const modal = await session.dialogs.modal()
    testClock.putForward(1)
    session.sandbox.addFault({ path: configPath, delayMs: 300, times: null })
    const looks = () => session.requests('GET').filter(({ url }) => url === configPath).length
    const before = looks()
    modal.press('Delete Machine Pool…')
    await typeNames(session, 'gpu-inference')
    await until('the look', () => looks() > before)
    source.cancel()
    const { outcome, message } = await calling
    assert.equal(outcome, 'notDeleted')
    assert.match(String(message), /canceled/)
    assert.match((await session.dialogs.message()).text, /^Machine pool not deleted: .*canceled/)
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('asks one question at a time about a pool, whoever asks', async () => {
    const row = await session.poolRow(config, 'gpu-inference')
    const deleting = session.run('deleteMachinePool', row.node)
    const modal = await session.dialogs.modal()
    assert.equal((await call())['outcome'], 'notAsked')
    modal.press()
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
