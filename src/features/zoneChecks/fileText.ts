import * as vscode from 'vscode'

/** Returns the open document of a file. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString()
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === key)
}

/** Returns the text of a document with one kind of line ends, as VS Code gives each file that it opens. */
export function contentOf(document: Pick<vscode.TextDocument, 'getText'>): string {
  return document.getText().replaceAll(/\r\n?/g, '\n')
}

const maxBytes = 1_000_000

/** Reads a file; undefined if it is too large or can’t be read. */
export async function readFile(uri: vscode.Uri): Promise<FileText | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri)
    if (size > maxBytes) return undefined
    const bytes = await vscode.workspace.fs.readFile(uri)
    return new FileText(uri, new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** A file that isn’t open, with what a check needs of a document: opening it would concern every extension. */
export class FileText {
  readonly uri: vscode.Uri
  readonly version = 1
  readonly languageId = 'plaintext'
  readonly #text: string
  readonly #lines: number[] = [0]

  constructor(uri: vscode.Uri, text: string) {
    this.uri = uri
    // As VS Code shows it: the mark at the start isn’t part of the text.
    this.#text = text.replace(/^\uFEFF/, '')
    for (const { index, 0: end } of this.#text.matchAll(/\r\n|\r|\n/g)) {
      this.#lines.push(index + end.length)
    }
  }

  get fileName(): string {
    return this.uri.path
  }

  /** True while it is open with another text: what is found here would be shown in the wrong places there. */
  get isClosed(): boolean {
    const open = openDocument(this.uri)
    return open !== undefined && contentOf(open) !== contentOf(this)
  }

  getText(): string {
    return this.#text
  }

  positionAt(offset: number): vscode.Position {
    let [line, end] = [0, this.#lines.length]
    while (end - line > 1) {
      const middle = (line + end) >> 1
      if (this.#lines[middle]! <= offset) line = middle
      else end = middle
    }
    return new vscode.Position(line, offset - this.#lines[line]!)
  }
}
