import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
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
    await rest()
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
    await rest() // keys looked up, context keys set
    sample.heapMB = (heapUsed() - before) / 1e6
    record(sample)
  })
})

/** How many hosts have measured it before. */
function countOfRecords(): number {
  return readFileSync(given.recordsFile, 'utf8').split('\n').length - 1
}

/**
 * Waits until the processors are idle: after its extension host, the window itself still starts, for seconds.
 * On a machine that is never idle, it goes on after a while, and the samples vary accordingly.
 */
async function rest(): Promise<void> {
  for (let nth = 0; nth < 16; nth++) {
    const before = processorTimes()
    await new Promise((resolve) => setTimeout(resolve, 250))
    const after = processorTimes()
    if (after.idle - before.idle > 0.9 * (after.all - before.all)) return
  }
}

/** What the processors have done until now, in milliseconds. */
function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times)
  const all = times.flatMap((one) => Object.values(one))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(all) }
}
