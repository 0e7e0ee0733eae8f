// The values of VS Code's API that documents and languages use.
import type { URI } from 'vscode-uri'

/** A class of values that are what they were made of, by these names. */
export function made(...names: string[]) {
  return class {
    [name: string]: unknown

    constructor(...parts: unknown[]) {
      for (const [index, name] of names.entries()) this[name] = parts[index]
    }
  }
}

export class Position {
  readonly line: number
  readonly character: number

  constructor(line: number, character: number) {
    this.line = line
    this.character = character
  }

  isEqual({ line, character }: Position): boolean {
    return line === this.line && character === this.character
  }
}

export class Range {
  readonly start: Position
  readonly end: Position

  constructor(...of: [start: Position, end: Position] | [number, number, number, number]) {
    const [a, b, c, d] = of
    this.start = typeof a === 'number' ? new Position(a, b as number) : a
    this.end = typeof a === 'number' ? new Position(c ?? 0, d ?? 0) : (b as Position)
  }

  /** Of ranges in one line. */
  intersection({ start, end }: Range): Range | undefined {
    const isApart = start.line !== this.start.line || end.character < this.start.character
    return isApart || start.character > this.end.character ? undefined : this
  }

  isEqual({ start, end }: Range): boolean {
    return start.isEqual(this.start) && end.isEqual(this.end)
  }
}

export class Selection extends Range {
  /** Where the cursor is: always at the end here. */
  get active(): Position {
    return this.end
  }
}

export const Diagnostic = made('range', 'message', 'severity')
export const CodeLens = made('range', 'command')
export const CompletionItem = made('label', 'kind')
export const InlayHint = made('position', 'label')
export const DocumentDropEdit = made('insertText', 'title')
export const CodeAction = made('title', 'kind')

export class Hover extends made('contents', 'range') {
  constructor(contents: unknown, range?: Range) {
    super([contents], range)
  }
}

export class WorkspaceEdit {
  /** What is to be written, in the place of what. */
  readonly edits: { uri: URI; range: Range; text: string }[] = []

  replace(uri: URI, range: Range, text: string): void {
    this.edits.push({ uri, range, text })
  }

  entries(): [URI, { range: Range; newText: string }[]][] {
    return this.edits.map(({ uri, range, text }) => [uri, [{ range, newText: text }]])
  }

  delete(uri: URI, range: Range): void {
    this.replace(uri, range, '')
  }
}

/** Both ways, as an enumeration is. */
export const DiagnosticSeverity = Object.assign(['Error', 'Warning', 'Information', 'Hint'], {
  Error: 0,
  Warning: 1,
  Information: 2,
  Hint: 3,
} as const)
