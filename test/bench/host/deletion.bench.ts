import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { pathOf } from '../../integration/deletion/pools.ts'
import { useFilledSession } from '../../integration/machinePools/filled.ts'
import { configs } from '../../sandbox/data.ts'
import { sampleCount, summary, timed } from '../samples.ts'
import { record } from './given.ts'

const config = configs.checkout
const name = 'worker-pool'

describe('A deletion', function () {
  this.timeout(600_000)
  const session = useFilledSession()

  it('is on the wire as soon as it is confirmed', async () => {
    const immediate: number[] = []
    const confirmed: number[] = []
    const asked: number[] = []
    for (let nth = 0; nth < sampleCount + 1; nth++) {
      await session.offer('all') // a pool that couldn't be checked wants its name typed
      const row = await session.poolRow(config, name)
      const { baseUrl, apiKey } = session.sandbox
      const read = `${baseUrl}/v1/cloudconfigs/${config.provider}/${config.uid}`
      const readMs = await timed(async () =>
        (await fetch(read, { headers: { ApiKey: apiKey } })).text(),
      )
      const start = process.hrtime.bigint()
      const deleting = session.run('deleteMachinePool', row.node)
      const modal = await session.dialogs.modal()
      asked.push(Number(process.hrtime.bigint() - start) / 1e6 - readMs)
      await newsArrived()
      confirmed.push(await untilArrival(() => modal.press('Delete Machine Pool')))
      await deleting
      session.sandbox.reset()
      const url = `${baseUrl}${pathOf(config, name)}`
      const init = { method: 'DELETE', headers: { ApiKey: apiKey } }
      immediate.push(await untilArrival(() => fetch(url, init)))
      session.sandbox.reset()
    }
    // The first has connections to make, and code to compile.
    const fetched = summary(immediate.slice(1)).median
    record({ question: summary(asked.slice(1)) })
    record({ deletion: summary(confirmed.slice(1).map((ms) => ms - fetched)) })
  })
})

/** How long after something is done a deletion arrives at the service, in milliseconds. */
async function untilArrival(act: () => unknown): Promise<number> {
  const channel = 'http.server.request.start'
  let onRequest = (_message: unknown) => {}
  const arrival = new Promise<bigint>((resolve) => {
    onRequest = (message) => {
      const { request } = message as { request: IncomingMessage }
      if (request.method === 'DELETE') resolve(process.hrtime.bigint())
    }
  })
  subscribe(channel, onRequest)
  const start = process.hrtime.bigint()
  const done = act()
  try {
    return Number((await arrival) - start) / 1e6
  } finally {
    unsubscribe(channel, onRequest)
    await done
  }
}

/** So long that VS Code has told of the files of the deletion before, which are then read. */
async function newsArrived(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 500))
}
