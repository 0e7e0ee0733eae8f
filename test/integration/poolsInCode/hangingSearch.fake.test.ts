import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { replace } from '../../replace.ts'
import { configs } from '../../sandbox/data.ts'
import { until } from '../../until.ts'
import { writeSetting } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { resetSetting } from '../settings.ts'
import { statOfSize } from '../zoneChecks/documents.ts'

const { provider, uid: configUid } = configs.checkout
const target = { provider, configUid, machinePoolName: 'worker-pool' }

describe('Machine pools in code: A search of the workspace that takes long', () => {
  const session = useFilledSession()
  let restore: (() => void)[]

  beforeEach(async () => {
    restore = []
    await writeSetting(settingIds.searchWorkspace, true)
  })
  afterEach(async () => {
    for (const restoreMember of restore) restoreMember()
    await resetSetting(settingIds.searchWorkspace)
  })

  it('delays the deletion dialog by 150 ms', async () => {
    const neverFound = new Promise<vscode.Uri[]>(() => {})
    restore.push(replace(vscode.workspace, 'findFiles', async () => neverFound))
    const { text } = await session.readDeletionQuestion(target)
    assert.match(text, /^Delete machine pool “worker-pool”/)
    assert.ok(testClock.allDelays('deadline').includes(150))
  })

  it('finds the pools of a file that is being searched when the time is over for which the dialog waits', async () => {
    // A text that is read and searched in several slices of 20 ms, with turns of the event loop in between.
    const rest = '\na {\n}'.repeat(80_000)
    const text = `machine_pool {\n  name = "worker-pool"\n}${rest}`
    const uri = vscode.Uri.file('/workspace/pools.tf')
    const reading = Promise.withResolvers<Uint8Array>()
    const fs = { stat: async () => statOfSize(text.length), readFile: async () => reading.promise }
    restore.push(
      replace(vscode.workspace, 'findFiles', async () => [uri]),
      replace(vscode.workspace, 'fs', fs as unknown as vscode.FileSystem),
    )
    testClock.shorten('deadline', 3_600_000) // The test ends it.
    const question = session.readDeletionQuestion(target)
    const pendingDelays = () => testClock.pendingDelays('deadline').join()
    await until('all but the search to be done', () => pendingDelays() === '150')
    reading.resolve(new TextEncoder().encode(text))
    await new Promise((resolve) => setImmediate(resolve)) // the search has begun by now
    testClock.endWaits('deadline')
    assert.match((await question).detail ?? '', /pools\.tf/)
  })
})
