import assert from 'node:assert/strict'
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
})
