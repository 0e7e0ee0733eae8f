// The values of VS Code's API that documents and languages use.
import type { URI } from 'vscode-uri'

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

export class Diagnostic {
  readonly range: Range
  readonly message: string
  readonly severity: number
  source?: string
  code?: string

  constructor(range: Range, message: string, severity: number) {
    this.range = range
    this.message = message
    this.severity = severity
  }
}

export class Hover {
  readonly contents: unknown[]
  readonly range: Range | undefined

  constructor(contents: unknown, range?: Range) {
    this.contents = [contents]
    this.range = range
  }
}

export class CodeLens {
  readonly range: Range
  readonly command: unknown

  constructor(range: Range, command?: unknown) {
    this.range = range
    this.command = command
  }
}

export class CompletionItem {
  readonly label: unknown
  readonly kind: number

  constructor(label: unknown, kind: number) {
    this.label = label
    this.kind = kind
  }
}

export class InlayHint {
  readonly position: Position
  readonly label: string

  constructor(position: Position, label: string) {
    this.position = position
    this.label = label
  }
}

export class DocumentDropEdit {
  readonly insertText: string
  readonly title: string

  constructor(insertText: string, title: string) {
    this.insertText = insertText
    this.title = title
  }
}

export class CodeAction {
  readonly title: string
  readonly kind: unknown

  constructor(title: string, kind: unknown) {
    this.title = title
    this.kind = kind
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
