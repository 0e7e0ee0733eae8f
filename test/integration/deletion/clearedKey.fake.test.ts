import { strict as assert } from 'node:assert'
import { useWindows } from './races/windows.ts'

describe('Deletion: A key that is cleared while a deletion is recorded', () => {
  const windows = useWindows()

  it('is not sent any more', async () => {
    const { machine } = windows
    const { secrets } = windows.window.context
    machine.files.onWrite = async () => {
      machine.files.onWrite = () => {}
      for (const id of await secrets.keys()) await secrets.delete(id)
    }
    const [message] = await windows.delete()
    assert.deepEqual(windows.deletions(), [])
    assert.match(message ?? '', /not deleted: “gpu-inference”.*has no API key/)
  })
})
