import * as vscode from 'vscode'
import { commandIds } from '../../../src/contributions.ts'
import { timed } from '../samples.ts'
import { record } from './record.ts'

describe('Activation', function () {
  this.timeout(60_000)

  it('is paid once for each window, and so is the first command', async () => {
    const activating = (id: string) =>
      timed(async () => {
        const extension = vscode.extensions.getExtension(id)
        if (!extension || extension.isActive) throw new Error(`${id} can’t be activated`)
        await extension.activate()
      })
    const isOursFirst = Date.now() % 2 === 0
    const before = isOursFirst ? undefined : await activating('empty.empty')
    const ours = await activating('poolkeeper.poolkeeper')
    const empty = before ?? (await activating('empty.empty'))
    const command = await timed(() => vscode.commands.executeCommand(commandIds.refreshZones))
    record({ ours, empty, command })
  })
})
