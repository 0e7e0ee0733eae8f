import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { configs } from '../../sandbox/data.ts'
import { writeSetting } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { replace } from '../../replace.ts'
import { resetSetting } from '../settings.ts'

const { provider, uid: configUid, clusterName } = configs.checkout

describe('Machine pools in code: Files of the workspace before a deletion', () => {
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

  async function readQuestion(): Promise<string> {
    const target = { provider, configUid, machinePoolName: 'worker-pool' }
    return (await session.readDeletionQuestion(target)).detail
  }

  it('are read only if the setting allows it', async () => {
    assert.doesNotMatch(await readQuestion(), /Terraform/)
    await writeSetting(settingIds.searchWorkspace, true)
    const { release } = session.holdRequests(`/v1/cloudconfigs/aws/${configUid}`)
    const { findFiles } = vscode.workspace
    const restore = replace(vscode.workspace, 'findFiles', async (...args) => {
      const uris = await findFiles(...args)
      // When the last URI has been taken, all files before it have been read.
      const readAll = function* () {
        yield* uris.values()
        release()
      }
      return Object.assign(uris, { [Symbol.iterator]: readAll })
    })
    try {
      const message = /^Terraform will create this pool again on the next apply: pools-\d+\.tf:4$/m
      assert.match(await readQuestion(), message)
    } finally {
      restore()
    }
  })
})
