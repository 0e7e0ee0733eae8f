import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'

/** How long VS Code may take each time to say that the row is selected, in milliseconds. */
const waitsMs = [500, 1_000, 2_000, 4_000]

/**
 * Opens a view and selects a row in it. VS Code does nothing, or throws, where it fills the view at the
 * same time, as when it opens it: so it is told again, and given more time.
 */
export async function reveal<N>(
  view: vscode.TreeView<N>,
  row: N,
  /** Whether another node is the same row. */
  isRow: (node: N) => boolean,
): Promise<void> {
  const tell = async () => view.reveal(row, { select: true, focus: true })
  for (const wait of waitsMs) {
    await tell().catch(() => undefined) // what it throws every time is thrown below
    if (await becomesSelected(view, isRow, wait)) return
  }
  await tell()
}

async function becomesSelected<N>(
  view: vscode.TreeView<N>,
  isRow: (node: N) => boolean,
  ms: number,
): Promise<boolean> {
  if (view.selection.some(isRow)) return true
  return new Promise((resolve) => {
    const end = (isSelected: boolean) => {
      cancel()
      subscription.dispose()
      resolve(isSelected)
    }
    const cancel = clock.after(ms, 'reveal', () => end(false))
    const subscription = view.onDidChangeSelection(
      ({ selection }) => selection.some(isRow) && end(true),
    )
  })
}
