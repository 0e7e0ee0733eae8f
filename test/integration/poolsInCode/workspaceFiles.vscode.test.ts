import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import { maxSearchMs } from '../../../src/features/poolsInCode/codeSearch.ts'
import { configs } from '../../sandbox/data.ts'
import { writeSetting } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { replace } from '../../replace.ts'
import { resetSetting } from '../settings.ts'

const { provider, uid: configUid, clusterName } = configs.checkout

/** Lets the search of the files take as long as it needs: a busy computer may need longer than the dialog waits. */
function stopSearchTimeout(): () => void {
  const { setTimeout } = globalThis
  const setTimer = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    setTimeout(run, ms === maxSearchMs ? 60_000 : ms, ...args)
  return replace(globalThis, 'setTimeout', setTimer as typeof setTimeout)
}

describe('Machine pools in code: Files of the workspace before a deletion', () => {
  const session = useFilledSession()
  let file: vscode.Uri
  beforeEach(async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? []
    // The folder has a file main.tf with the same machine pool. Of several, the first by path is shown.
    file = vscode.Uri.joinPath(folder?.uri ?? assert.fail(), `a-${Date.now()}.tf`)
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
    const restoreFindFiles = replace(vscode.workspace, 'findFiles', async (...args) => {
      const uris = await findFiles(...args)
      // When the last URI has been taken, all files before it have been read.
      const readAll = function* () {
        yield* uris.values()
        release()
      }
      return Object.assign(uris, { [Symbol.iterator]: readAll })
    })
    const restoreSetTimeout = stopSearchTimeout()
    try {
      const message = /^Terraform will create this pool again on the next apply: a-\d+\.tf:4$/m
      assert.match(await readQuestion(), message)
    } finally {
      restoreSetTimeout()
      restoreFindFiles()
    }
  })
})
