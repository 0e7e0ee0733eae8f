import assert from 'node:assert/strict'
import { lazyAsync } from '../../src/lazyAsync.ts'

describe('what is made once', () => {
  it('is made for the first who asks, and the same for all', async () => {
    let made = 0
    const make = lazyAsync(() => Promise.resolve({ number: ++made }))
    assert.equal(made, 0)
    const [one, other] = await Promise.all([make(), make()])
    assert.equal(one, other)
    assert.equal(await make(), one)
    assert.equal(made, 1)
  })

  it('is made again after a failure', async () => {
    let tries = 0
    const make = lazyAsync(async () => {
      if (++tries === 1) throw new Error('not this time')
      return tries
    })
    await assert.rejects(make(), /not this time/)
    assert.equal(await make(), 2)
  })
})
