import * as vscode from 'vscode'
import type { OffsetRange } from '../../syntax/offsets.ts'

/**
 * Ranges of a document that keep their places in its text while the text changes, until disposed. They are in the order
 * of the text; a range within another is left out, as VS Code merges cursors.
 */
export class TrackedRanges implements vscode.Disposable {
  readonly #document: vscode.TextDocument
  #ranges: readonly vscode.Range[]
  #offsets: readonly OffsetRange[]
  #eol: vscode.EndOfLine
  readonly #listener: vscode.Disposable

  constructor(document: vscode.TextDocument, ranges: readonly vscode.Range[]) {
    this.#document = document
    this.#ranges = ranges
    this.#offsets = this.#offsetsOf(ranges)
    this.#eol = document.eol
    this.#listener = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document) this.#follow(event.contentChanges)
    })
  }

  dispose(): void {
    this.#listener.dispose()
  }

  /** The ranges in the current text, as offsets. */
  get offsets(): readonly OffsetRange[] {
    return this.#offsets
  }

  /** Returns whether an editor’s selections are these ranges. */
  areSelectedIn({ selections }: vscode.TextEditor): boolean {
    return JSON.stringify(this.#offsetsOf(selections)) === JSON.stringify(this.#offsets)
  }

  #follow(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const { eol } = this.#document
    // A change of the line breaks replaces the whole text.
    if (eol !== this.#eol) this.#offsets = this.#offsetsOf(this.#ranges)
    else for (const change of changes) this.#offsets = moveRanges(this.#offsets, change)
    this.#eol = eol
    this.#ranges = this.#offsets.map(({ start, end }) => {
      return new vscode.Range(this.#document.positionAt(start), this.#document.positionAt(end))
    })
  }

  #offsetsOf(ranges: readonly vscode.Range[]): readonly OffsetRange[] {
    const document = this.#document
    const offsets = ranges.map(({ start, end }) => {
      return { start: document.offsetAt(start), end: document.offsetAt(end) }
    })
    return mergeRanges(offsets)
  }
}

/**
 * Moves ranges as a change of the text does. What is written at the edges of a range isn’t in it. A cursor in replaced
 * text stays at its offset, or moves to the end of a text that is shorter.
 */
function moveRanges(
  ranges: readonly OffsetRange[],
  { rangeOffset, rangeLength, text }: vscode.TextDocumentContentChangeEvent,
): readonly OffsetRange[] {
  const changeEnd = rangeOffset + rangeLength
  const newEnd = rangeOffset + text.length
  const moved = ranges.map((range) => {
    const isEmpty = range.start === range.end
    let { start, end } = range
    if (start >= changeEnd) start += newEnd - changeEnd
    else if (start >= rangeOffset) start = isEmpty ? Math.min(start, newEnd) : newEnd
    if (end > changeEnd) end += newEnd - changeEnd
    else if (end > rangeOffset) end = rangeOffset
    return { start, end: isEmpty ? start : Math.max(start, end) }
  })
  return mergeRanges(moved)
}

/** Sorts ranges, and leaves out those within others. */
function mergeRanges(ranges: readonly OffsetRange[]): readonly OffsetRange[] {
  const merged: OffsetRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.end > (merged.at(-1)?.end ?? -1)) merged.push(range)
  }
  return merged
}
