import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { testClock } from '../../clock.ts'
import { replace } from '../../replace.ts'
import { configs } from '../../sandbox/data.ts'
import { writeSetting } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { resetSetting } from '../settings.ts'

const { provider, uid: configUid } = configs.checkout

describe('Machine pools in code: A search of the workspace that doesn’t end', () => {
  const session = useFilledSession()
  let restore: () => void

  beforeEach(async () => {
    await writeSetting(settingIds.searchWorkspace, true)
    const neverFound = new Promise<vscode.Uri[]>(() => {})
    restore = replace(vscode.workspace, 'findFiles', async () => neverFound)
  })
  afterEach(async () => {
    restore()
    await resetSetting(settingIds.searchWorkspace)
  })

  it('delays the deletion dialog by 150 ms', async () => {
    const target = { provider, configUid, machinePoolName: 'worker-pool' }
    const { text } = await session.readDeletionQuestion(target)
    assert.match(text, /^Delete machine pool “worker-pool”/)
    assert.ok(testClock.allDelays('deadline').includes(150))
  })
})
