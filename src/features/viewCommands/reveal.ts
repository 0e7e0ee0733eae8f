import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'

/** The time for each attempt until VS Code has selected the item, in milliseconds. */
const attemptTimeoutsMs = [500, 1_000, 2_000, 4_000]

/**
 * Opens a view and selects a tree item. VS Code does nothing or throws while it fills the view, so the
 * attempt is repeated with longer waits.
 */
export async function reveal<N>(
  view: vscode.TreeView<N>,
  row: N,
  /** Returns whether a node is the same tree item. */
  isRow: (node: N) => boolean,
  options: { focus: boolean; expand?: boolean } = { focus: true },
): Promise<void> {
  const tell = async () => view.reveal(row, { select: true, ...options })
  for (const wait of attemptTimeoutsMs) {
    await tell().catch(() => undefined) // a lasting error is thrown below
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
