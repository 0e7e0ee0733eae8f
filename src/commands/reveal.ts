import type * as vscode from 'vscode'

const mostTries = 4
/** How long VS Code may take to say that the row is selected, in milliseconds. */
const answerMs = 500

/**
 * Opens a view and selects a row in it. VS Code does nothing, or throws, where it fills the view at the
 * same time, as when it opens it: so it is told again.
 */
export async function reveal<N>(
  view: vscode.TreeView<N>,
  row: N,
  /** Whether another node is the same row. */
  isRow: (node: N) => boolean,
): Promise<void> {
  const tell = async () => view.reveal(row, { select: true, focus: true })
  for (let tries = 0; tries < mostTries; tries += 1) {
    await tell().catch(() => undefined) // what it throws every time is thrown below
    if (await becomesSelected(view, isRow)) return
  }
  await tell()
}

async function becomesSelected<N>(
  view: vscode.TreeView<N>,
  isRow: (node: N) => boolean,
): Promise<boolean> {
  if (view.selection.some(isRow)) return true
  return new Promise((resolve) => {
    const end = (isSelected: boolean) => {
      clearTimeout(timer)
      subscription.dispose()
      resolve(isSelected)
    }
    const timer = setTimeout(() => end(false), answerMs)
    const subscription = view.onDidChangeSelection(
      ({ selection }) => selection.some(isRow) && end(true),
    )
  })
}
