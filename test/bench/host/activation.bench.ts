import * as vscode from 'vscode'
import { alternately, ratios, sampleCount, summary } from '../samples.ts'
import { record } from './given.ts'

describe('Activation', function () {
  this.timeout(600_000)

  it('takes little longer than that of an empty extension', async () => {
    const activator = (name: string) => {
      let nth = 0
      return async () => {
        const extension = vscode.extensions.getExtension(`${name}${nth}.${name}${nth}`)
        nth += 1
        if (!extension || extension.isActive) throw new Error(`${name} can’t be activated`)
        await extension.activate()
      }
    }
    const both = [activator('measured'), activator('empty')] as const
    await alternately(1, ...both) // VS Code's own first time
    const [ours, empty] = await alternately(sampleCount, ...both)
    record({ activation: ratios(ours, empty), activationMs: summary(ours) })
  })
})
