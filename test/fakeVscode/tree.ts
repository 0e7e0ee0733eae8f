import * as vscode from 'vscode'

/** A tree view without a screen. */
export class FakeTree {
  readonly provider: vscode.TreeDataProvider<unknown>
  selection: readonly unknown[] = []
  visible = false
  readonly #selected = new vscode.EventEmitter<{ selection: readonly unknown[] }>()

  readonly onDidChangeSelection = this.#selected.event
  readonly onDidChangeVisibility = () => ({ dispose: () => {} })
  readonly onDidCollapseElement = () => ({ dispose: () => {} })

  constructor({ treeDataProvider }: vscode.TreeViewOptions<unknown>) {
    this.provider = treeDataProvider
  }

  /** Opens the view, finds a row by its parents, as VS Code does, and selects it. Rejects if there is none. */
  async reveal(row: unknown): Promise<void> {
    const currentRow = await this.#find(row)
    this.visible = true
    this.selection = [currentRow]
    this.#selected.fire({ selection: this.selection })
  }

  dispose(): void {
    this.#selected.dispose()
  }

  /** The row of the view that has the ID of the given row, found from the top down. */
  async #find(row: unknown): Promise<unknown> {
    const above = await this.provider.getParent?.(row)
    const parent = above ? await this.#find(above) : undefined
    const { id } = await this.provider.getTreeItem(row)
    for (const child of (await this.provider.getChildren(parent)) ?? []) {
      if ((await this.provider.getTreeItem(child)).id === id) return child
    }
    throw new Error(`Cannot resolve tree item for element ${id}`)
  }
}
