import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds, toolNames } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { configs, projects } from '../../sandbox/data.ts'
import { findDescription } from './calling.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { resetSetting, writeSetting } from '../settings.ts'
import { replace } from '../../replace.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { typeNames } from '../deletion/pools.ts'

const config = configs.checkout
const configPath = `/v1/cloudconfigs/${config.provider}/${config.uid}`

// Called as VS Code calls it once its own question was answered, or is not asked any more: outside of
// a chat VS Code asks by a dialog of its own, which `test/ui/machinePools.test.ts` answers.
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
    const description = await findDescription('delete_machine_pool')
    assert.ok(description.includes(`\`${String(read['outcome'])}\``), String(read['outcome']))
    return read
  }

  /** Calls it, and confirms our dialog by the name. */
  async function answered() {
    // The dialog waits until all is loaded, however busy the computer is: Poolkeeper asks again if more is known later.
    testClock.shorten('deadline', 3_600_000)
    const calling = call()
    const modal = await session.dialogs.modal()
    modal.press('Delete Machine Pool…')
    await typeNames(session, input.machinePoolName)
    return { result: await calling, modal }
  }

  it('opens Poolkeeper’s own dialog with the whole scope, and deletes after its confirmation', async () => {
    session.sandbox.drain = 'instant'
    session.sandbox.needsProject = true // which nothing has listed yet
    const { result, modal } = await answered()
    assert.equal(
      modal.text,
      `Delete machine pool “gpu-inference” of cluster “${config.clusterName}”?`,
    )
    assert.match(modal.detail, /^A language model requested this deletion\.$/m)
    // Whoever types something else at that moment must not confirm it by Enter.
    assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool…'])
    assert.match(modal.detail, /^Connection: sandbox$/m)
    assert.match(modal.detail, new RegExp(`^Project: ${projects.production.name}$`, 'm'))
    assert.equal(result['outcome'], 'deleted')
    assert.equal(result['message'], `Machine pool deleted: “gpu-inference” in ${config.uid}.`)
    const [sent, ...otherRequests] = session.requests('DELETE')
    assert.deepEqual([sent?.headers['projectuid'], otherRequests], [projects.production.uid, []])
    // Who confirmed it is told what every deletion tells.
    assert.match((await session.dialogs.message()).text, /^Machine pool deleted: [^.]+\.$/)
  })

  const failures = [
    { status: 403, outcome: 'notDeleted', message: /^Machine pool not deleted: .*\(403\)/ },
    {
      status: 404,
      outcome: 'stillListed',
      message: /^Machine pool not deleted: .*still lists the/,
    },
    { status: 500, outcome: 'unknown', message: /may have been deleted: (?!.*Retry)/ },
  ]
  for (const { status, outcome, message } of failures) {
    it(`reports the outcome if the service responds ${status}`, async () => {
      session.sandbox.addFault({ method: 'DELETE', status })
      const { result } = await answered()
      assert.equal(result['outcome'], outcome)
      assert.match(String(result['message']), message)
      const isUnknown = /Don’t delete the pool again/.test(String(result['advice']))
      assert.equal(isUnknown, outcome === 'unknown')
    })
  }

  it('is refused over a connection that blocks deletions, before anything is asked', async () => {
    await session.changeConnection({ deletion: 'block' })
    await assert.rejects(
      call(),
      /The delete request was not sent because connection .* blocks deletions/,
    )
    assert.ok(session.dialogs.isSilent)
    assert.deepEqual(session.requests('DELETE'), [])
  })

  it('never prompts for the key, and says who can set it', async () => {
    await session.clearKey()
    await assert.rejects(call(), /has no API key\. Ask the user to run “Poolkeeper: Set API Key…”/)
    assert.ok(session.dialogs.isSilent)
    assert.deepEqual(session.requests(), [])
  })

  // As a client calls it that approves every tool: without VS Code's own question.
  it('can’t be approved by a client: without the name in Poolkeeper’s dialog, nothing is deleted', async () => {
    const calling = call()
    ;(await session.dialogs.modal()).press('Delete Machine Pool…')
    const box = await session.dialogs.box()
    assert.deepEqual(session.requests('DELETE'), [])
    box.escape()
    const { outcome, message } = await calling
    assert.equal(outcome, 'declined')
    assert.match(String(message), /Nothing was deleted/)
    assert.deepEqual(session.requests('DELETE'), [])
  })

  describe('sends nothing', () => {
    let source: vscode.CancellationTokenSource
    beforeEach(() => (source = new vscode.CancellationTokenSource()))
    afterEach(() => assert.deepEqual(session.requests('DELETE'), []))

    const looks = () => session.requests('GET').filter(({ url }) => url === configPath).length
    const stallLooks = () =>
      session.sandbox.addFault({ path: configPath, stall: 'beforeHeaders', times: null })
    const confirm = async ({ press }: { press: (button: string) => void }) => {
      press('Delete Machine Pool…')
      await typeNames(session, input.machinePoolName)
    }

    it('and asks nothing where the call was canceled before the dialog', async () => {
      stallLooks()
      const calling = call(input, source.token)
      await until('the look', () => looks() > 0)
      source.cancel()
      await assert.rejects(calling, /canceled/)
      assert.ok(session.dialogs.isSilent)
      await until('no progress', () => session.dialogs.openProgress.length === 0)
    }).timeout(20_000) // less than the request’s own, which nobody waits for

    it('nor asks where the call was canceled while the key was read', async () => {
      const { secrets } = parts.context
      const get = secrets.get.bind(secrets)
      let isRead = false
      // Answered at the end: every request that waits for secret storage shares one progress.
      const answer = Promise.withResolvers<undefined>()
      secrets.get = async () => {
        isRead = true
        return answer.promise
      }
      const calling = call(input, source.token)
      await until('the reading', () => isRead)
      source.cancel()
      await assert.rejects(calling, /canceled/).finally(() => {
        secrets.get = get
        answer.resolve(undefined)
      })
      assert.ok(session.dialogs.isSilent)
    }).timeout(20_000)

    it('nor asks where the call was canceled while the code was searched', async () => {
      await writeSetting(settingIds.searchWorkspace, true)
      const restore = replace(vscode.workspace, 'findFiles', async (...[, , , search]) => {
        // The search ends once the pool has been inspected.
        search?.onCancellationRequested(() => source.cancel())
        return []
      })
      try {
        await assert.rejects(call(input, source.token), /canceled/)
      } finally {
        restore()
        await resetSetting(settingIds.searchWorkspace)
      }
      assert.ok(looks() > 0)
      assert.ok(session.dialogs.isSilent)
    }).timeout(20_000)

    it('where the call was canceled while the dialog was open, and says so', async () => {
      const calling = call(input, source.token)
      const ended = assert.rejects(calling, /Nothing was deleted because the deletion was canceled/)
      const modal = await session.dialogs.modal()
      source.cancel()
      await confirm(modal)
      await ended
      assert.match((await session.dialogs.message()).text, /^Nothing was deleted because/)
    })

    it('where the call is canceled while the pool is inspected again, and says so', async () => {
      const calling = call(input, source.token)
      const modal = await session.dialogs.modal()
      testClock.putForward(1)
      stallLooks()
      const before = looks()
      await confirm(modal)
      await until('the look', () => looks() > before)
      source.cancel()
      const { outcome, message } = await calling
      assert.equal(outcome, 'notDeleted')
      assert.match(String(message), /canceled/)
      assert.match((await session.dialogs.message()).text, /^Machine pool not deleted: .*canceled/)
    })
  })

  it('opens one dialog at a time about a pool, whoever asks', async () => {
    const row = await session.poolRow(config, 'gpu-inference')
    const deleting = session.run('deleteMachinePool', row.node)
    const modal = await session.dialogs.modal()
    assert.equal((await call())['outcome'], 'alreadyPrompting')
    modal.press()
    await deleting
    assert.deepEqual(session.requests('DELETE'), [])
  })
})
