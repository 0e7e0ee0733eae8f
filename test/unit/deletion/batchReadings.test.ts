import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { BatchReadings } from '../../../src/deletion/batchReadings.ts'

/** Returns how a value is loaded that is undefined if loading has failed. */
function loading(value: string | undefined) {
  return { load: async () => value, isFailure: (loaded: unknown) => loaded === undefined }
}

describe('Deletion: What the dialogs of a batch share', () => {
  it('is what was loaded for an earlier dialog, or after its confirmation', async () => {
    const readings = new BatchReadings()
    await readings.getRecent('a', loading('earlier'))
    assert.equal((await readings.getRecent('a', loading('later'))).value, 'earlier')
    await readings.loadAgain('a', loading('confirmed'))
    assert.equal((await readings.getRecent('a', loading('later'))).value, 'confirmed')
  })

  it('isn’t what couldn’t be loaded, before or after a confirmation', async () => {
    const readings = new BatchReadings()
    await readings.getRecent('a', loading(undefined))
    assert.equal((await readings.getRecent('a', loading('later'))).value, 'later')
    await readings.loadAgain('a', loading(undefined))
    assert.equal((await readings.getRecent('a', loading('last'))).value, 'last')
  })

  describe('by its age', () => {
    const requestedAt = 1_000_000
    beforeEach(() => mock.timers.enable({ apis: ['Date'], now: requestedAt }))
    afterEach(() => mock.timers.reset())
    const rows = [
      ['is shared 30 seconds after its request', 30_000, 'earlier'],
      ['isn’t shared any longer', 30_001, 'later'],
      ['isn’t shared if the clock was set back', -1, 'later'],
    ] as const
    for (const [name, ageMs, expected] of rows) {
      it(name, async () => {
        const readings = new BatchReadings()
        const slow = async () => {
          mock.timers.setTime(requestedAt + 20_000) // the response takes 20 seconds
          return 'earlier'
        }
        await readings.getRecent('a', { load: slow, isFailure: () => false })
        mock.timers.setTime(requestedAt + ageMs)
        assert.equal((await readings.getRecent('a', loading('later'))).value, expected)
      })
    }
  })
})
