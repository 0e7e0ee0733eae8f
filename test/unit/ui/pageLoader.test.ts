import assert from 'node:assert/strict'
import type { ItemPage } from '../../../src/ui/prompts/itemSource.ts'
import { PageLoader } from '../../../src/ui/prompts/pageLoader.ts'
import { eventually } from '../api/servers.ts'

/** Parts that come when the test says so. */
class Parts {
  asked = 0
  isReturned = false
  #gates: PromiseWithResolvers<IteratorResult<ItemPage<number>>>[] = []

  readonly arrive = (): AsyncIterable<ItemPage<number>> => ({
    [Symbol.asyncIterator]: () => ({
      next: () => {
        this.asked += 1
        return this.#gate(this.asked).promise
      },
      return: async () => {
        this.isReturned = true
        return { done: true, value: undefined }
      },
    }),
  })

  /** Lets the latest part come that was asked for. */
  come(part: Partial<ItemPage<number>> = {}): void {
    this.#gate(this.asked).resolve({ value: { values: [this.asked], hasMore: true, ...part } })
  }

  #gate(number: number) {
    return (this.#gates[number] ??= Promise.withResolvers())
  }
}

describe('User interface: what a prompt reads', () => {
  let parts: Parts
  let got: number[]
  beforeEach(() => {
    parts = new Parts()
    got = []
  })

  const read = (isOnDemand: boolean) =>
    new PageLoader(parts.arrive, isOnDemand, ({ values }) => got.push(...values))
  /** Lets a part come, and waits until it is here. */
  async function come(part?: Partial<ItemPage<number>>): Promise<void> {
    const before = got.length
    parts.come(part)
    await eventually(() => got.length > before)
  }

  it('comes by itself to the end of a part that is under way, and waits there', async () => {
    const reading = read(true)
    await come({ isInProgress: true })
    await come({ isInProgress: true })
    assert.deepEqual([reading.state, parts.asked], ['reading', 3])
    await come()
    assert.deepEqual([reading.state, parts.asked], ['paused', 3])
  })

  it('does not come to that end where it is stopped before, until it goes on', async () => {
    const reading = read(true)
    await come({ isInProgress: true })
    reading.pause()
    await come({ isInProgress: true })
    assert.deepEqual([reading.state, parts.asked], ['paused', 2])
    reading.resume()
    await come({ isInProgress: true })
    await come()
    assert.equal(reading.state, 'reading')
    await come({ hasMore: false })
    assert.equal(reading.state, 'over')
  })

  it('comes to the end', async () => {
    const reading = read(false)
    await come()
    assert.deepEqual([reading.state, parts.asked], ['reading', 2])
    await come({ hasMore: false })
    assert.deepEqual([reading.state, parts.asked, got], ['over', 2, [1, 2]])
    assert.ok(parts.isReturned)
  })

  it('ends with a part that has a problem', async () => {
    const reading = read(false)
    await come()
    await come({ problem: 'broken' })
    assert.deepEqual([reading.state, parts.asked], ['over', 2])
    assert.ok(parts.isReturned)
  })

  it('comes on demand after the first part', async () => {
    const reading = read(true)
    assert.equal(reading.state, 'reading')
    await come()
    assert.deepEqual([reading.state, parts.asked], ['paused', 1])
    reading.resume()
    await come()
    await come()
    assert.deepEqual([reading.state, parts.asked], ['reading', 4])
  })

  it('pauses at a problem, and goes on when it is asked to', async () => {
    const reading = read(true)
    await come()
    reading.resume()
    await come({ problem: 'broken' })
    assert.deepEqual([reading.state, parts.asked], ['paused', 2])
    reading.resume()
    await come({ hasMore: false })
    assert.deepEqual([reading.state, got], ['over', [1, 2, 3]])
  })

  it('takes what is under way when it is paused, once', async () => {
    const reading = read(true)
    await come()
    reading.resume()
    reading.pause()
    assert.equal(reading.state, 'paused')
    reading.resume()
    reading.pause()
    assert.equal(parts.asked, 2)
    await come()
    assert.deepEqual([reading.state, parts.asked, got], ['paused', 2, [1, 2]])
    reading.resume()
    assert.deepEqual([reading.state, parts.asked], ['reading', 3])
  })

  it('comes no more once it is disposed of', async () => {
    const reading = read(false)
    await come()
    reading.dispose()
    assert.ok(parts.isReturned)
    parts.come()
    reading.resume()
    await new Promise(setImmediate)
    assert.deepEqual([reading.state, parts.asked, got], ['over', 2, [1]])
  })

  it('may be all at once', async () => {
    const reading = new PageLoader(Promise.resolve({ values: [7] }), false, ({ values }) =>
      got.push(...values),
    )
    await eventually(() => got.length > 0)
    assert.deepEqual([reading.state, got], ['over', [7]])
  })
})
