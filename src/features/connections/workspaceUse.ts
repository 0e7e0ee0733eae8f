import type * as vscode from 'vscode'
import type { Commands } from '../../ui/commands.ts'

/** The key of the workspace’s state that is set once Poolkeeper was used in the workspace. */
const storageKey = 'isUsed'

/** What a use is noticed by. */
interface UseSources {
  readonly workspaceState: vscode.Memento
  readonly views: readonly Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>[]
  readonly commands: Pick<Commands, 'onWillExecute'>
}

/**
 * Knows whether Poolkeeper was used in this workspace: one of its views was open, or one of its commands was run. VS
 * Code also starts Poolkeeper for files that have nothing to do with it, such as any `package.json`.
 */
export class WorkspaceUse {
  readonly #workspaceState: vscode.Memento
  readonly #subscriptions: readonly { dispose(): unknown }[]
  readonly #onFirstUse: () => void
  #isUsed: boolean

  /** `onFirstUse` is called once, unless the workspace was used before. */
  constructor({ workspaceState, views, commands }: UseSources, onFirstUse: () => void) {
    this.#workspaceState = workspaceState
    this.#onFirstUse = onFirstUse
    this.#isUsed = workspaceState.get(storageKey) === true || views.some(({ visible }) => visible)
    this.#subscriptions = [
      ...views.map((view) => view.onDidChangeVisibility(({ visible }) => visible && this.#use())),
      commands.onWillExecute(() => this.#use()),
    ]
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose()
  }

  #use(): void {
    if (this.#isUsed) return
    this.#isUsed = true
    void this.#workspaceState.update(storageKey, true)
    this.#onFirstUse()
  }
}
