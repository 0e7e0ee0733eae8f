import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { FakeInputBox } from '../../fakeVscode/quickInputs.ts'
import { until } from '../../until.ts'
import { useWindows } from '../deletion/races/windows.ts'

// A VS Code server keeps secrets in memory only, so that they are gone after a reload.
describe('Connections: A host that has forgotten the API key', () => {
  const windows = useWindows()

  /** Closes the window, empties its secret storage, and opens it again. */
  async function reloadWithoutSecrets(): Promise<void> {
    const { globalState, workspaceState } = windows.window
    windows.window.kill()
    const secrets = windows.machine.secrets.forWindow(new vscode.EventEmitter())
    for (const id of await secrets.keys()) await secrets.delete(id)
    windows.window = windows.machine.open(globalState.text, workspaceState.text)
  }

  it('is what the prompt for the key says', async () => {
    await windows.window.rows('machinePools')
    await reloadWithoutSecrets()
    const run = windows.window.startCommand('setApiKey')
    const box = await until('the box', () => run.prompts[0])
    assert.ok(box instanceof FakeInputBox)
    const { prompt } = box
    box.hide()
    await run.end
    assert.match(prompt, /no longer/)
  })
})
