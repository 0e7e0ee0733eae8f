import { readFileSync } from 'node:fs'
import * as vscode from 'vscode'
import { measureCpuTime, measureLongestBlock, measureTime } from '../samples.ts'
import { record, recordsVariable } from './record.ts'

describe('Activation', function () {
  this.timeout(60_000)

  // Each sample has its own window, since a window activates an extension only once, and the first extension of a
  // window takes longer.
  it('is paid once for each window, and so are loading after it and the first command', async () => {
    const recordCount = readFileSync(process.env[recordsVariable]!, 'utf8').split('\n').length - 1
    const name = recordCount % 2 === 0 ? 'measured' : 'idle'
    const extension = vscode.extensions.getExtension(`${name}.${name}`)
    if (!extension || extension.isActive) throw new Error(`${name} can’t be activated`)
    const connections = [{ name: 'a', baseUrl: 'https://127.0.0.1:9' }]
    await vscode.workspace.getConfiguration('measured').update('connections', connections, true)
    await waitUntilIdle() // the start of the window would be measured, too
    const activation = await measureTime(async () => extension.activate())
    if (name === 'idle') return record({ idle: activation })
    let loadingBlock = 0
    const loading = await measureCpuTime(async () => {
      loadingBlock = await measureLongestBlock(waitUntilIdle)
    })
    const run = async () => vscode.commands.executeCommand('measured.refreshZones')
    record({ measured: activation, loading, loadingBlock, firstCommand: await measureCpuTime(run) })
  })
})

/** Waits until the window does nothing more by itself. */
async function waitUntilIdle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
