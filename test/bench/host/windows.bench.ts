import { pathOf } from '../../integration/deletion/pools.ts'
import { useFilledSession } from '../../integration/machinePools/filled.ts'
import { configs } from '../../sandbox/data.ts'
import { sampleCount, summarize, measureTime } from '../samples.ts'
import { record } from './record.ts'

const config = configs.checkout
const name = 'worker-pool'

describe('In a window', function () {
  this.timeout(600_000)
  const session = useFilledSession()

  /** How long after something is done a deletion arrives at the service, in milliseconds. */
  const measureUntilArrival = (act: () => unknown) =>
    measureTime(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      session.sandbox.requests.push = (...requests) => {
        if (requests.some(({ method }) => method === 'DELETE')) resolve()
        return 0
      }
      act()
      return promise
    })

  it('a deletion is asked about and sent at once', async () => {
    const { baseUrl, apiKey } = session.sandbox
    const send = { method: 'DELETE', headers: { ApiKey: apiKey } }
    const question: number[] = []
    const deletion: number[] = []
    // The first has connections to make, and code to compile.
    for (let nth = 0; nth < sampleCount + 1; nth++) {
      await session.offer('all') // a pool that couldn't be checked wants its name typed
      const { node } = await session.poolRow(config, name)
      const begun = process.hrtime.bigint()
      const deleting = session.run('deleteMachinePool', node)
      const modal = await session.dialogs.modal()
      question.push(Number(process.hrtime.bigint() - begun) / 1e6)
      // So long that VS Code has told of the files of the deletion before, which are then read.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const confirmed = await measureUntilArrival(() => modal.press('Delete Machine Pool'))
      await deleting
      session.sandbox.reset()
      deletion.push(
        confirmed - (await measureUntilArrival(() => fetch(baseUrl + pathOf(config, name), send))),
      )
      session.sandbox.reset()
    }
    record({ question: summarize(question.slice(1)), deletion: summarize(deletion.slice(1)) })
  })
})
