import type { FileSystem, TextDocument, TextDocumentContentProvider, TextEditor, Uri } from 'vscode'
import { ExtHostDocumentData } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostDocumentData'
import { ExtHostTextEditor } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostTextEditor'
import {
  Disposable,
  EndOfLine,
  EventEmitter,
  Range,
  Selection,
  Uri as UriMaker,
  type WorkspaceEdit,
} from './values.ts'

interface Change {
  range: Range
  text: string
}

/** VS Code's document, and what VS Code's window does with its text. */
class FakeDocument extends ExtHostDocumentData {
  /** `save` writes the text, where that is possible. */
  constructor(uri: Uri, text: string, language?: string, save?: (text: string) => Promise<void>) {
    const languageId = language ?? /\.(yaml|jsonc?)$/.exec(uri.path)?.[1] ?? 'plaintext'
    const $trySaveDocument = async () => {
      await save?.(this.document.getText())
      this._acceptIsDirty(false)
      return save !== undefined
    }
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    super({ $trySaveDocument }, uri, text.split(/\r?\n/), eol, 1, languageId, false, 'utf8')
  }

  get eol(): string {
    return this.document.eol === EndOfLine.CRLF ? '\r\n' : '\n'
  }

  change(made: readonly Change[], eol = this.eol): void {
    const fromTheEnd = made.toSorted((a, b) => b.range.start.compareTo(a.range.start))
    const changes = fromTheEnd.map(({ range: { start, end }, text }) => ({
      range: {
        startLineNumber: start.line + 1,
        startColumn: start.character + 1,
        endLineNumber: end.line + 1,
        endColumn: end.character + 1,
      },
      text,
    }))
    this.onEvents({ changes, eol, versionId: this.document.version + 1 })
    this._acceptIsDirty(true)
  }
}

/** An edit as VS Code sends it to its window, where lines and columns begin with 1. */
interface SentEdit {
  range: { startLineNumber: number; startColumn: number; endLineNumber: number; endColumn: number }
  text: string
}

/** VS Code's editor of a document; it calls back with what was changed. Cursors stay where they were put. */
function editorOf(
  shown: FakeDocument,
  isReadOnly: boolean,
  changed: (contentChanges: readonly Change[]) => void,
): ExtHostTextEditor {
  const { document } = shown
  const nothing = async () => {}
  const window = {
    $trySetOptions: nothing,
    $trySetSelections: nothing,
    $tryRevealRange: nothing,
    /** It says no if the document has changed meanwhile, but not that it is read-only. */
    $tryApplyEdits: async (
      _id: string,
      version: number,
      edits: SentEdit[],
      { setEndOfLine }: { setEndOfLine?: number },
    ) => {
      await new Promise((resolve) => setImmediate(resolve)) // the way to it
      if (document.isClosed) throw new Error('The editor is closed')
      if (document.version !== version) return false
      if (isReadOnly) return true
      const changes = edits.map(({ range, text }) => ({ range: rangeOf(range), text }))
      shown.change(changes, setEndOfLine === undefined ? shown.eol : ['\n', '\r\n'][setEndOfLine])
      changed(changes)
      return true
    },
  }
  const options = { tabSize: 4, indentSize: 4, originalIndentSize: 4, insertSpaces: true }
  const cursors = [new Selection(0, 0, 0, 0)]
  return new ExtHostTextEditor('', window, console, { value: document }, cursors, options, [], 1)
}

function rangeOf({ startLineNumber, startColumn, endLineNumber, endColumn }: SentEdit['range']) {
  return new Range(startLineNumber - 1, startColumn - 1, endLineNumber - 1, endColumn - 1)
}

/** The documents that are open, and the editor of one of them. */
export class Documents {
  readonly #files: FileSystem
  readonly #providers = new Map<string, TextDocumentContentProvider>()
  readonly #open = new Map<string, FakeDocument>()
  #editor: ExtHostTextEditor | undefined

  readonly opened = new EventEmitter<TextDocument>()
  readonly changed = new EventEmitter<{
    document: TextDocument
    contentChanges: readonly Change[]
  }>()
  readonly saved = new EventEmitter<TextDocument>()
  readonly closed = new EventEmitter<TextDocument>()

  constructor(files: FileSystem) {
    this.#files = files
  }

  get active(): TextEditor | undefined {
    return this.#editor?.value
  }

  get all(): TextDocument[] {
    return [...this.#open.values()].map(({ document }) => document)
  }

  registerProvider = (scheme: string, provider: TextDocumentContentProvider): Disposable => {
    this.#providers.set(scheme, provider)
    const news = provider.onDidChange?.((uri) => {
      const data = this.#open.get(uri.toString())
      const range = data?.document.validateRange(new Range(0, 0, Number.MAX_SAFE_INTEGER, 0))
      if (range) data?.change([{ range, text: textOf(provider, uri) }])
    })
    return new Disposable(() => {
      this.#providers.delete(scheme)
      news?.dispose()
    })
  }

  open = async (of: Uri | { language: string; content: string }): Promise<TextDocument> => {
    const uri = 'content' in of ? UriMaker.parse(`untitled:Untitled-${this.#open.size + 1}`) : of
    const known = this.#open.get(uri.toString())
    if (known) return known.document
    const made =
      'content' in of ? new FakeDocument(uri, of.content, of.language) : await this.#documentAt(of)
    this.#open.set(uri.toString(), made)
    this.opened.fire(made.document)
    return made.document
  }

  async #documentAt(uri: Uri): Promise<FakeDocument> {
    if (uri.scheme === 'untitled') return new FakeDocument(uri, '')
    const provider = this.#providers.get(uri.scheme)
    if (provider) return new FakeDocument(uri, textOf(provider, uri))
    if (uri.scheme !== 'file') throw new Error(`Only a real VS Code opens ${uri.toString()}`)
    const text = new TextDecoder().decode(await this.#files.readFile(uri))
    const made = new FakeDocument(uri, text, undefined, async (content) => {
      await this.#files.writeFile(uri, new TextEncoder().encode(content))
      this.saved.fire(made.document)
    })
    return made
  }

  show = async ({ uri }: TextDocument): Promise<TextEditor> => {
    const data = this.#open.get(uri.toString())!
    this.#editor = editorOf(data, this.#providers.has(uri.scheme), (contentChanges) =>
      this.changed.fire({ document: data.document, contentChanges }),
    )
    return this.#editor.value
  }

  apply = async (edit: WorkspaceEdit): Promise<boolean> => {
    for (const [uri, edits] of edit.entries()) {
      const data = this.#open.get(uri.toString())
      if (!data) throw new Error(`Only a real VS Code edits ${uri.toString()}, which is not open`)
      const contentChanges = edits.map(({ range, newText: text }) => ({ range, text }))
      data.change(contentChanges)
      this.changed.fire({ document: data.document, contentChanges })
    }
    return true
  }

  closeAll = (): void => {
    this.#editor?.dispose()
    this.#editor = undefined
    for (const [key, data] of this.#open) {
      this.#open.delete(key)
      data.dispose()
      this.closed.fire(data.document)
    }
  }
}

/** What a provider has to say now. */
function textOf(provider: TextDocumentContentProvider, uri: Uri): string {
  return provider.provideTextDocumentContent(uri, undefined as never) as string
}
