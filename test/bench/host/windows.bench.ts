import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { pathOf } from '../../integration/deletion/pools.ts'
import { provided } from '../../integration/helpers.ts'
import { useFilledSession } from '../../integration/machinePools/filled.ts'
import { configs } from '../../sandbox/data.ts'
import { addGenerated } from '../../sandbox/generate.ts'
import { ratios, sampleCount, summary, timed } from '../samples.ts'
import { record } from './record.ts'

const config = configs.checkout
const name = 'worker-pool'

describe('In a window', function () {
  this.timeout(600_000)
  const session = useFilledSession()

  it('the first rows come as fast, however many machine pools there are', async () => {
    const few = await firstRows(200)
    record({ firstRowGrowth: ratios(await firstRows(20_000), few) })
    session.sandbox.reset()
  })

  it('a deletion is on the wire as soon as it is confirmed', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const headers = { ApiKey: apiKey }
    const immediate: number[] = []
    const confirmed: number[] = []
    const asked = await samplesOf(async () => {
      await session.offer('all') // a pool that couldn't be checked wants its name typed
      const row = await session.poolRow(config, name)
      const read = `${baseUrl}/v1/cloudconfigs/${config.provider}/${config.uid}`
      const fetched = await timed(async () => (await fetch(read, { headers })).text())
      const start = process.hrtime.bigint()
      const deleting = session.run('deleteMachinePool', row.node)
      const modal = await session.dialogs.modal()
      const ms = Number(process.hrtime.bigint() - start) / 1e6 - fetched
      // So long that VS Code has told of the files of the deletion before, which are then read.
      await new Promise((resolve) => setTimeout(resolve, 500))
      confirmed.push(await untilArrival(() => modal.press('Delete Machine Pool')))
      await deleting
      session.sandbox.reset()
      const url = `${baseUrl}${pathOf(config, name)}`
      immediate.push(await untilArrival(() => fetch(url, { method: 'DELETE', headers })))
      session.sandbox.reset()
      return ms
    })
    const fetched = summary(immediate.slice(1)).median
    const deletion = summary(confirmed.slice(1).map((ms) => ms - fetched))
    record({ question: summary(asked), deletion })
  })

  /** Reads the tree of a service with so many machine pools again and again. */
  async function firstRows(pools: number): Promise<number[]> {
    session.sandbox.reset()
    session.sandbox.lookups = 'all'
    addGenerated(session.sandbox.data, 0, pools)
    return samplesOf(async () => {
      await session.run('refreshMachinePools')
      // So long that requests are not held back: that they would be is another matter.
      await new Promise((resolve) => setTimeout(resolve, 60))
      return timed(async () => {
        if (!(await provided('machinePools').getChildren())?.length) throw new Error('No rows')
      })
    })
  }
})

/** The first has connections to make, and code to compile. */
async function samplesOf(measure: () => Promise<number>): Promise<number[]> {
  const samples: number[] = []
  for (let nth = 0; nth < sampleCount + 1; nth++) samples.push(await measure())
  return samples.slice(1)
}

/** How long after something is done a deletion arrives at the service, in milliseconds. */
async function untilArrival(act: () => unknown): Promise<number> {
  const channel = 'http.server.request.start'
  const { promise, resolve } = Promise.withResolvers<void>()
  const onRequest = (message: unknown) => {
    if ((message as { request: IncomingMessage }).request.method === 'DELETE') resolve()
  }
  subscribe(channel, onRequest)
  let done: unknown
  const ms = await timed(() => {
    done = act()
    return promise
  })
  unsubscribe(channel, onRequest)
  await done
  return ms
}
