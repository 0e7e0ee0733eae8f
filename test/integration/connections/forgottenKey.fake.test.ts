import { strict as assert } from 'node:assert'
import { FakeInputBox } from '../../fakeVscode/quickInputs.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

// A VS Code server keeps secrets in memory only, so that they are gone after a reload.
describe('Connections: A host that has forgotten the API key', () => {
  const windows = useWindows()

  it('is what the prompt for the key says', async () => {
    await windows.window.rows('machinePools')
    windows.machine.secrets.isForgottenAtReload = true
    windows.window = windows.window.reload()
    const run = windows.window.startCommand('setApiKey')
    const box = await until('the box', () => run.prompts[0])
    assert.ok(box instanceof FakeInputBox)
    const { prompt } = box
    box.hide()
    await run.end
    assert.match(prompt, /no longer/)
  })
})
