import { poolPath } from '../../integration/deletion/pools.ts'
import { useFilledSession } from '../../integration/machinePools/filled.ts'
import { configs } from '../../sandbox/data.ts'
import { sampleCount, summarize, measureTime } from '../samples.ts'
import { record } from './record.ts'

const config = configs.checkout
const name = 'worker-pool'

describe('In a window', function () {
  this.timeout(600_000)
  const session = useFilledSession()

  /** Measures how long after an action the delete request arrives at the service, in milliseconds. */
  const measureUntilArrival = (action: () => unknown) =>
    measureTime(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      session.sandbox.requests.push = (...requests) => {
        if (requests.some(({ method }) => method === 'DELETE')) resolve()
        return 0
      }
      action()
      return promise
    })

  it('a deletion is asked about and sent at once', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const send = { method: 'DELETE', headers: { ApiKey: apiKey } }
    const question: number[] = []
    const deletion: number[] = []
    // The first sample, which opens connections and compiles code, is left out below.
    for (let count = 0; count < sampleCount + 1; count++) {
      await session.offer('all') // if a pool can’t be checked, its name must be typed
      const { node } = await session.poolRow(config, name)
      const startedAt = process.hrtime.bigint()
      const running = session.run('deleteMachinePool', node)
      const modal = await session.dialogs.modal()
      question.push(Number(process.hrtime.bigint() - startedAt) / 1e6)
      // By then, VS Code has notified of the record files of the previous deletion, which Poolkeeper then reads.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const confirmed = await measureUntilArrival(() => modal.press('Delete Machine Pool'))
      await running
      session.sandbox.reset()
      deletion.push(
        confirmed -
          (await measureUntilArrival(() => fetch(baseUrl + poolPath(config, name), send))),
      )
      session.sandbox.reset()
    }
    record({ question: summarize(question.slice(1)), deletion: summarize(deletion.slice(1)) })
  })
})
