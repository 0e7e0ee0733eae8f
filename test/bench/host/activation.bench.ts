import * as vscode from 'vscode'
import { spent } from '../samples.ts'
import { record } from './record.ts'

describe('Activation', function () {
  this.timeout(60_000)

  it('is paid once for each window, and so is the first command', async () => {
    const samples: Record<string, number> = {}
    // By then VS Code has activated others, as in a person's window.
    const last = Date.now() % 2 === 0 ? ['measured', 'empty'] : ['empty', 'measured']
    for (const name of ['warm', ...last]) {
      const extension = vscode.extensions.getExtension(`${name}.${name}`)
      if (!extension || extension.isActive) throw new Error(`${name} can’t be activated`)
      samples[name] = await spent(async () => extension.activate())
    }
    const run = async () => vscode.commands.executeCommand('measured.refreshZones')
    record({ ...samples, command: await spent(run) })
  })
})
