import * as vscode from 'vscode'
import type { OffsetRange } from '../../syntax/offsets.ts'

/** Ranges of a document that keep their places in its text while the text changes, until disposed. */
export class TrackedRanges implements vscode.Disposable {
  readonly #document: vscode.TextDocument
  #ranges: readonly OffsetRange[]
  readonly #listener: vscode.Disposable

  constructor(document: vscode.TextDocument, ranges: readonly vscode.Range[]) {
    this.#document = document
    this.#ranges = ranges.map((range) => toOffsets(document, range))
    this.#listener = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document) return
      // VS Code sorts the changes so that those that come later don’t move the others.
      for (const change of event.contentChanges)
        this.#ranges = this.#ranges.map((range) => moveRange(range, change))
    })
  }

  dispose(): void {
    this.#listener.dispose()
  }

  /** The ranges in the current text, as offsets. */
  get offsets(): readonly OffsetRange[] {
    return this.#ranges
  }

  /** Returns whether an editor’s selections are these ranges. */
  areSelectedIn({ selections }: vscode.TextEditor): boolean {
    const selected = selections.map((selection) => toOffsets(this.#document, selection))
    return JSON.stringify(selected) === JSON.stringify(this.#ranges)
  }
}

function toOffsets(document: vscode.TextDocument, { start, end }: vscode.Range): OffsetRange {
  return { start: document.offsetAt(start), end: document.offsetAt(end) }
}

/** Moves a range as a change moves a cursor: what replaces the text around an offset is before it. */
function moveRange(
  { start, end }: OffsetRange,
  { rangeOffset, rangeLength, text }: vscode.TextDocumentContentChangeEvent,
): OffsetRange {
  const changeEnd = rangeOffset + rangeLength
  const newEnd = rangeOffset + text.length
  const move = (offset: number): number => {
    if (offset < rangeOffset) return offset
    return offset < changeEnd ? newEnd : offset + newEnd - changeEnd
  }
  return { start: move(start), end: move(end) }
}
