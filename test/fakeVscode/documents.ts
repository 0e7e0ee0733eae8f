import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileSystem, TextDocument, TextEdit, TextEditor, Uri, WorkspaceEdit } from 'vscode'
import { ExtHostDocumentContentProvider } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostDocumentContentProviders'
import { ExtHostDocuments } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostDocuments'
import { ExtHostDocumentsAndEditors } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostDocumentsAndEditors'
import { EndOfLine, Position, Range, Uri as UriMaker } from './values.ts'

/** An edit as the extension host sends it to its window. Lines and columns begin with 1. */
interface SentEdit {
  range: { startLineNumber: number; startColumn: number; endLineNumber: number; endColumn: number }
  /** Null for a deletion. */
  text: string | null
}

/**
 * The open documents, and the editor of one of them: VS Code’s own classes of the extension host, connected
 * to a window without a screen, which edits texts as VS Code’s does. It never moves cursors.
 */
export class Documents {
  readonly #files: FileSystem
  /** The handles of the content providers, by scheme. */
  readonly #providers = new Map<string, number>()
  #createdCount = 0
  readonly #doNothing = async () => {}

  readonly #window = {
    $tryOpenDocument: async (uri: Uri) => this.#add(uri, await this.#readText(uri)),
    $tryCreateDocument: async ({ language, content }: { language: string; content: string }) =>
      this.#add(UriMaker.parse(`untitled:Untitled-${++this.#createdCount}`), content, language),
    $trySaveDocument: async (uri: Uri) => {
      if (uri.scheme !== 'file') return false
      const text = this.all.getDocument(uri).getText()
      await this.#files.writeFile(uri, new TextEncoder().encode(text))
      this.all.$acceptModelSaved(uri)
      return true
    },
    /** VS Code’s window returns false if the document has changed meanwhile, but true if it is read-only. */
    $tryApplyEdits: async (
      id: string,
      version: number,
      edits: SentEdit[],
      { setEndOfLine }: { setEndOfLine?: number },
    ) => {
      const { document } = this.#editors.getEditor(id)!.value
      await nextTurn() // the request to the window takes time
      if (document.version !== version) return false
      if (this.#providers.has(document.uri.scheme)) return true
      const eol = setEndOfLine === undefined ? undefined : ['\n', '\r\n'][setEndOfLine]
      this.#change(document.uri, edits, eol)
      return true
    },
    $registerTextContentProvider: (handle: number, scheme: string) =>
      this.#providers.set(scheme, handle),
    $unregisterTextContentProvider: this.#doNothing,
    $onVirtualDocumentChange: (uri: Uri, text: string) => {
      const whole = new Range(0, 0, Number.MAX_SAFE_INTEGER, 0)
      const range = this.all.getDocument(uri).validateRange(whole)
      this.#change(uri, [toSentEdit({ range, newText: text })])
    },
    $trySetOptions: this.#doNothing,
    $trySetSelections: this.#doNothing,
    $tryRevealRange: this.#doNothing,
  }
  readonly #connection = { getProxy: () => this.#window }
  readonly #editors = new ExtHostDocumentsAndEditors(this.#connection, console)
  readonly all = new ExtHostDocuments(this.#connection, this.#editors)
  readonly contents = new ExtHostDocumentContentProvider(this.#connection, this.#editors, console)

  constructor(files: FileSystem) {
    this.#files = files
  }

  get active(): TextEditor | undefined {
    return this.#editors.activeEditor()
  }

  open = async (source: Uri | { language: string; content: string }): Promise<TextDocument> => {
    const uri = 'content' in source ? await this.all.createDocumentData(source) : source
    return (await this.all.ensureDocumentData(uri)).document
  }

  show = async ({ uri }: TextDocument): Promise<TextEditor> => {
    const id = String(++this.#createdCount)
    const cursor = { selectionStartLineNumber: 1, selectionStartColumn: 1 }
    const selections = [{ ...cursor, positionLineNumber: 1, positionColumn: 1 }]
    const options = { tabSize: 4, indentSize: 4, originalIndentSize: 4, insertSpaces: true }
    const editor = { id, documentUri: uri, options, selections, visibleRanges: [] }
    this.#editors.acceptDocumentsAndEditorsDelta({ addedEditors: [editor], newActiveEditor: id })
    return this.active!
  }

  setLanguage = async (document: TextDocument, languageId: string): Promise<TextDocument> => {
    this.all.$acceptModelLanguageChanged(document.uri, languageId)
    return document
  }

  apply = async (edit: WorkspaceEdit): Promise<boolean> => {
    for (const [uri, edits] of edit.entries()) this.#change(uri, edits.map(toSentEdit))
    return true
  }

  closeAll(): void {
    const removedDocuments = this.all.getAllDocumentData().map(({ document }) => document.uri)
    const removedEditors = this.#editors.allEditors().map(({ id }) => id)
    const delta = { removedDocuments, removedEditors, newActiveEditor: null }
    this.#editors.acceptDocumentsAndEditorsDelta(delta)
  }

  async #readText(uri: Uri): Promise<string> {
    if (uri.scheme === 'untitled') return ''
    const provider = this.#providers.get(uri.scheme)
    if (provider !== undefined) return this.contents.$provideTextDocumentContent(provider, uri)
    return new TextDecoder().decode(await this.#files.readFile(uri))
  }

  #add(uri: Uri, text: string, language?: string): Uri {
    const languageId = language ?? /\.(yaml|jsonc?)$/.exec(uri.path)?.[1] ?? 'plaintext'
    const [lines, EOL] = [text.split(/\r?\n/), text.includes('\r\n') ? '\r\n' : '\n']
    const added = { uri, lines, EOL, versionId: 1, languageId, isDirty: false, encoding: 'utf8' }
    this.#editors.acceptDocumentsAndEditorsDelta({ addedDocuments: [added] })
    return uri
  }

  #change(uri: Uri, edits: readonly SentEdit[], newEol?: string): void {
    const document = this.all.getDocument(uri)
    const { eol, version } = document
    const offsetAt = (line: number, column: number) =>
      document.offsetAt(new Position(line - 1, column - 1))
    const changes = edits
      .map((edit) => {
        const { startLineNumber, startColumn, endLineNumber, endColumn } = edit.range
        const rangeOffset = offsetAt(startLineNumber, startColumn)
        const rangeLength = offsetAt(endLineNumber, endColumn) - rangeOffset
        return { ...edit, text: edit.text ?? '', rangeOffset, rangeLength }
      })
      .sort((a, b) => b.rangeOffset - a.rangeOffset)
    const old = eol === EndOfLine.CRLF ? '\r\n' : '\n'
    const events = { changes, eol: newEol ?? old, versionId: version + 1 }
    this.all.$acceptModelChanged(uri, events, !this.#providers.has(uri.scheme))
  }
}

function toSentEdit({
  range: { start, end },
  newText: text,
}: Pick<TextEdit, 'range' | 'newText'>): SentEdit {
  const range = {
    startLineNumber: start.line + 1,
    startColumn: start.character + 1,
    endLineNumber: end.line + 1,
    endColumn: end.character + 1,
  }
  return { range, text }
}
