import * as vscode from 'vscode'
import { writeSetting } from '../../integration/settings.ts'
import { alternately, ratios, sampleCount, summary } from '../samples.ts'
import { given, record } from './given.ts'
import { heapUsed } from './heap.ts'

describe('Activation', function () {
  this.timeout(600_000)
  const { ours, empty } = given.copies
  const activate = (id: string | undefined) => async () => {
    const extension = vscode.extensions.getExtension(id ?? '')
    if (!extension || extension.isActive) throw new Error(`${id} is not there to be activated`)
    await extension.activate()
  }

  before(async () => {
    // As somebody has it who uses it: with a connection.
    for (const id of ours) {
      const connection = { name: 'production', baseUrl: 'https://console.example.com/gateway' }
      await writeSetting(`${id.split('.')[1]}.connections`, [connection])
    }
    for (const id of [ours.at(-1), empty.at(-1)]) await activate(id)() // VS Code's own first time
  })

  it('takes little longer than that of an empty extension', async () => {
    let nth = 0
    const [our, none] = await alternately(
      sampleCount,
      async () => activate(ours[Math.floor(nth++ / 2)])(),
      async () => activate(empty[Math.floor(nth++ / 2)])(),
    )
    record({
      activation: ratios(our, none),
      activationMs: summary(our),
      emptyActivationMs: summary(none),
    })
  })

  it('adds little memory', async () => {
    const rest = (ids: string[]) => ids.slice(sampleCount, -1)
    const each = async (ids: string[]) => {
      const used = [heapUsed()]
      for (const id of ids) {
        await activate(id)()
        await settled()
        used.push(heapUsed())
      }
      return used.slice(1).map((bytes, nth) => bytes - (used[nth] ?? NaN))
    }
    const none = summary(await each(rest(empty))).median
    const our = await each(rest(ours))
    record({ heap: summary(our.map((bytes) => (bytes - none) / 1e6)) })
  })
})

/** What follows an activation has come to its end: keys looked up, context keys set. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
}
