import assert from 'node:assert/strict'
import { ApiError } from '../../../src/api/client.ts'
import type { Result } from '../../../src/cache/results.ts'
import { fetchAll } from '../../../src/cache/fetchAll.ts'

const never = new AbortController().signal
const places = Array.from({ length: 10 }, (_, index) => index)
const fine = (value: number): Result<number> => ({ value: value * 10, at: 0 })
const failing = (kind: ApiError['kind']): Result<number> => ({
  error: new ApiError(kind, kind),
  at: 0,
})

describe('Cache: A batch', () => {
  it('reads three at a time, the next when one has ended, and keeps the order', async () => {
    const ends: (() => void)[] = []
    const started: number[] = []
    const progress: number[] = []
    const batch = fetchAll(
      places,
      (place) => {
        started.push(place)
        return new Promise<Result<number>>((resolve) => (ends[place] = () => resolve(fine(place))))
      },
      never,
      (ended) => progress.push(ended),
    )
    assert.deepEqual(started, [0, 1, 2])
    for (const place of [2, 0, 1]) {
      ends[place]?.()
      await turn()
    }
    assert.deepEqual(started, [0, 1, 2, 3, 4, 5])
    for (const place of [5, 4, 3, 6, 7, 8, 9]) {
      ends[place]?.()
      await turn()
    }
    const { read, failed } = await batch
    assert.deepEqual(
      read.map(({ ref, value }) => [ref, value]),
      places.map((place) => [place, place * 10]),
    )
    assert.deepEqual(failed, [])
    assert.deepEqual(
      progress,
      places.map((place) => place + 1),
    )
  })

  it('keeps what came when it is cancelled, and begins nothing more', async () => {
    const caller = new AbortController()
    const asked: number[] = []
    const batch = await fetchAll(
      places,
      async (place) => {
        asked.push(place)
        await turn()
        if (place === 4) caller.abort()
        return place < 4 ? fine(place) : failing('cancelled')
      },
      caller.signal,
    )
    assert.deepEqual(
      batch.read.map(({ ref }) => ref),
      [0, 1, 2, 3],
    )
    assert.deepEqual(batch.failed, [])
    assert.ok(asked.length < places.length)
  })

  it('goes on if an item fails, stops if a service refuses every request, and returns both', async () => {
    const asked: number[] = []
    const getErrorKind = (place: number) => (place === 0 ? 'server' : 'rateLimited')
    const batch = await fetchAll(
      places,
      async (place) => {
        asked.push(place)
        await turn()
        return place === 0 || place === 4 ? failing(getErrorKind(place)) : fine(place)
      },
      never,
    )
    assert.ok(asked.length > 4 && asked.length < places.length)
    assert.deepEqual(
      batch.failed.map(({ ref, error }) => [ref, error.kind]),
      places
        .filter((place) => !batch.read.some(({ ref }) => ref === place))
        .map((ref) => [ref, getErrorKind(ref)]),
    )
    assert.equal(batch.read.length, asked.length - 2)
  })

  it('ends with what is no failure of the service, and begins nothing more', async () => {
    const asked: number[] = []
    const batch = fetchAll(
      places,
      async (place) => {
        asked.push(place)
        if (place === 0) throw new Error('A bug')
        await turn()
        return fine(place)
      },
      never,
    )
    await assert.rejects(batch, /A bug/)
    for (let turns = 0; turns < 5; turns += 1) await turn()
    assert.deepEqual(asked, [0, 1, 2])
  })
})

/** Lets everything run that can. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
