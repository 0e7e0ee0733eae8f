import { strict as assert } from 'node:assert'
import { useWindows } from './races/windows.ts'

// A proxy may send a request twice. The second response is all that is known then.
const statuses = [
  400, 402, 405, 412, 413, 415, 418, 421, 422, 423, 424, 425, 428, 429, 431, 451, 499,
]

describe('Deletion: A deletion that is refused although its machines are leaving', () => {
  const windows = useWindows()
  for (const status of statuses) {
    it(`is not told to have failed: ${status}`, async () => {
      windows.service.addFault({ method: 'DELETE', status, afterEffect: true })
      assert.doesNotMatch((await windows.delete()).join(), /not deleted/i)
    })
  }
})
