import * as vscode from 'vscode'
import { timed } from '../samples.ts'
import { measured, record } from './given.ts'

describe('Activation', function () {
  this.timeout(60_000)

  it('is paid once for each window, and so is the first command', async () => {
    const activating = (name: string) =>
      timed(async () => {
        const extension = vscode.extensions.getExtension(`${name}.${name}`)
        if (!extension || extension.isActive) throw new Error(`${name} can’t be activated`)
        await extension.activate()
      })
    // VS Code itself is warm by now: it has activated the tests' extension.
    const isOursFirst = Date.now() % 2 === 0
    const before = isOursFirst ? undefined : await activating(measured.empty)
    const ours = await activating(measured.ours)
    const empty = before ?? (await activating(measured.empty))
    const command = await timed(() =>
      vscode.commands.executeCommand(`${measured.ours}.refreshZones`),
    )
    record({ ours, empty, command })
  })
})
