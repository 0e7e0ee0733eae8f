import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { configs } from '../../sandbox/data.ts'
import { writeSetting } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { replace } from '../../replace.ts'
import { resetSetting } from '../settings.ts'

const { provider, uid: configUid, clusterName } = configs.checkout

describe('Machine pools in code: files of the workspace before a deletion', () => {
  const session = useFilledSession()
  let file: vscode.Uri
  beforeEach(async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? []
    file = vscode.Uri.joinPath(folder?.uri ?? assert.fail(), `pools-${Date.now()}.tf`)
    const text = `resource "x" "a" {\n name = "${clusterName}"\n machine_pool {\n name = "worker-pool"\n}\n}`
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text))
  })
  afterEach(async () => {
    await resetSetting(settingIds.searchWorkspace)
    await vscode.workspace.fs.delete(file)
  })

  async function ask(): Promise<string> {
    const target = { provider, configUid, machinePoolName: 'worker-pool' }
    return (await session.readDeletionQuestion(target)).detail
  }

  it('are read only where the setting allows it', async () => {
    assert.doesNotMatch(await ask(), /Terraform/)
    await writeSetting(settingIds.searchWorkspace, true)
    const { release } = session.holdRequests(`/v1/cloudconfigs/aws/${configUid}`)
    const { findFiles } = vscode.workspace
    const restore = replace(vscode.workspace, 'findFiles', async (...args) => {
      const found = await findFiles(...args)
      // Who takes the next one has read those before.
      const taken = function* () {
        yield* found.values()
        release()
      }
      return Object.assign(found, { [Symbol.iterator]: taken })
    })
    try {
      const again = /^Terraform will create this pool again on the next apply: pools-\d+\.tf:4$/m
      assert.match(await ask(), again)
    } finally {
      restore()
    }
  })
})
