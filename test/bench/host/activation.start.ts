import { readFileSync } from 'node:fs'
import * as vscode from 'vscode'
import type { StartSample } from '../activation.ts'
import { writeSetting } from '../../integration/settings.ts'
import { timed } from '../samples.ts'
import { given, record } from './given.ts'
import { heapUsed } from './heap.ts'

describe('Activation', function () {
  this.timeout(600_000)
  const { ours, empty, other } = given.extensions
  const name = ours.split('.')[1]
  const activate = async (id: string) => {
    const extension = vscode.extensions.getExtension(id)
    if (!extension || extension.isActive) throw new Error(`${id} is not there to be activated`)
    await extension.activate()
  }

  it('takes little longer than that of an empty extension', async () => {
    // As somebody has it who uses it: with a connection.
    const connection = { name: 'production', baseUrl: 'https://console.example.com/gateway' }
    await writeSetting(`${name}.connections`, [connection])
    await activate(other) // VS Code's own first time
    const before = heapUsed()
    const sample = {} as StartSample
    const measureEmpty = async () => (sample.emptyMs = await timed(() => activate(empty)))
    const isEmptyFirst = countOfRecords() % 2 === 0
    if (isEmptyFirst) await measureEmpty()
    sample.ms = await timed(() => activate(ours))
    // One that asks no service for anything while the views are hidden.
    const commandMs = await timed(() => vscode.commands.executeCommand(`${name}.refreshZones`))
    sample.withCommandMs = sample.ms + commandMs
    if (!isEmptyFirst) await measureEmpty()
    await new Promise((resolve) => setTimeout(resolve, 100)) // keys looked up, context keys set
    sample.heapMB = (heapUsed() - before) / 1e6
    record(sample)
  })
})

/** How many hosts have measured it before. */
function countOfRecords(): number {
  return readFileSync(given.recordsFile, 'utf8').split('\n').length - 1
}
