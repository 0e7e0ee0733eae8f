import assert from 'node:assert/strict'
import type * as vscode from 'vscode'
import { commandIds } from '../../../src/contributions.ts'
import { WorkspaceUse } from '../../../src/features/connections/workspaceUse.ts'
import { Commands } from '../../../src/ui/commands.ts'

/** A workspace whose state is `stored`, with a view and a command. */
function createWorkspace(stored = new Map<string, unknown>(), visible = false) {
  const workspaceState = {
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => void stored.set(key, value),
  } as unknown as vscode.Memento
  let changeVisibility: (event: { visible: boolean }) => unknown = () => {}
  const view = {
    visible,
    onDidChangeVisibility: (listener: typeof changeVisibility) => {
      changeVisibility = listener
      return { dispose: () => {} }
    },
  }
  const commands = new Commands()
  commands.register(commandIds.showLog, () => {})
  const firstUses: number[] = []
  const use = new WorkspaceUse({ workspaceState, views: [view], commands }, () => firstUses.push(1))
  return {
    use,
    firstUses,
    runCommand: () => commands.execute(commandIds.showLog, []),
    setVisible: (isVisible: boolean) => changeVisibility({ visible: isVisible }),
  }
}

describe('Connections: A workspace counts as used', () => {
  it('once a view is shown', () => {
    const { use, firstUses, setVisible } = createWorkspace()
    setVisible(false)
    assert.equal(use.isUsed, false)
    setVisible(true)
    setVisible(true)
    assert.deepEqual([use.isUsed, firstUses], [true, [1]])
  })

  it('once a command is run', () => {
    const { use, firstUses, runCommand } = createWorkspace()
    runCommand()
    runCommand()
    assert.deepEqual([use.isUsed, firstUses], [true, [1]])
  })

  it('if a view is open at the start', () => {
    assert.ok(createWorkspace(new Map(), true).use.isUsed)
  })

  it('in later sessions, too', () => {
    const stored = new Map<string, unknown>()
    createWorkspace(stored).runCommand()
    assert.ok(createWorkspace(stored).use.isUsed)
  })
})
