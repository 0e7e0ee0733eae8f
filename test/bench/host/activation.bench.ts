import { readFileSync } from 'node:fs'
import * as vscode from 'vscode'
import { measureCpuTime, measureTime } from '../samples.ts'
import { record, recordsVariable } from './record.ts'

describe('Activation', function () {
  this.timeout(60_000)

  // A window activates an extension once, and the first one in it pays for all: each sample has a window of its own.
  it('is paid once for each window, and so are loading after it and the first command', async () => {
    const before = readFileSync(process.env[recordsVariable]!, 'utf8').split('\n').length - 1
    const name = before % 2 === 0 ? 'measured' : 'empty'
    const extension = vscode.extensions.getExtension(`${name}.${name}`)
    if (!extension || extension.isActive) throw new Error(`${name} can’t be activated`)
    const connections = [{ name: 'a', baseUrl: 'https://127.0.0.1:9' }]
    await vscode.workspace.getConfiguration('measured').update('connections', connections, true)
    await waitUntilIdle() // of what a new window does, which would count
    const activation = await measureTime(async () => extension.activate())
    if (name === 'empty') return record({ empty: activation })
    const loading = await measureCpuTime(waitUntilIdle)
    const run = async () => vscode.commands.executeCommand('measured.refreshZones')
    record({ measured: activation, loading, firstCommand: await measureCpuTime(run) })
  })
})

/** So long that a window does nothing more by itself. */
async function waitUntilIdle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
