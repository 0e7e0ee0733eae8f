import type * as vscode from 'vscode'
import { Disposable, Range, type Position } from './values.ts'

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => new Disposable(() => {}),
}

/** What an extension knows of documents: diagnostics, hovers, code lenses, and quick fixes. */
export class Languages {
  readonly #collections = new Set<Map<string, readonly vscode.Diagnostic[]>>()
  readonly #actions = new Set<vscode.CodeActionProvider>()
  readonly #hovers = new Set<vscode.HoverProvider>()
  readonly #lenses = new Set<vscode.CodeLensProvider>()
  readonly #completions = new Set<vscode.CompletionItemProvider>()
  readonly #hints = new Set<vscode.InlayHintsProvider>()

  readonly members = {
    createDiagnosticCollection: () => {
      const found = new Map<string, readonly vscode.Diagnostic[]>()
      this.#collections.add(found)
      return {
        set: (uri: vscode.Uri, all: readonly vscode.Diagnostic[]) => found.set(uri.toString(), all),
        get: (uri: vscode.Uri) => found.get(uri.toString()),
        delete: (uri: vscode.Uri) => found.delete(uri.toString()),
        clear: () => found.clear(),
        dispose: () => this.#collections.delete(found),
      }
    },
    getDiagnostics: (uri: vscode.Uri) =>
      [...this.#collections].flatMap((found) => found.get(uri.toString()) ?? []),
    registerCodeActionsProvider: (_: unknown, one: vscode.CodeActionProvider) =>
      registered(this.#actions, one),
    registerHoverProvider: (_: unknown, one: vscode.HoverProvider) => registered(this.#hovers, one),
    registerCodeLensProvider: (_: unknown, one: vscode.CodeLensProvider) =>
      registered(this.#lenses, one),
    registerCompletionItemProvider: (_: unknown, one: vscode.CompletionItemProvider) =>
      registered(this.#completions, one),
    registerInlayHintsProvider: (_: unknown, one: vscode.InlayHintsProvider) =>
      registered(this.#hints, one),
  }

  /** The commands of VS Code that ask the providers. */
  readonly commands: Record<string, (document: never, at: never) => Promise<unknown>> = {
    'vscode.executeCodeActionProvider': (document: vscode.TextDocument, range: vscode.Range) => {
      const diagnostics = this.members
        .getDiagnostics(document.uri)
        .filter((one) => one.range.intersection(range))
      const context = { diagnostics } as unknown as vscode.CodeActionContext
      return ask(this.#actions, (one) => one.provideCodeActions(document, range, context, token))
    },
    'vscode.executeHoverProvider': async (document: vscode.TextDocument, at: vscode.Position) => {
      const hovers = await ask(this.#hovers, async (one) => {
        const hover = await one.provideHover(document, at, token)
        return hover ? [hover] : []
      })
      return hovers
    },
    'vscode.executeCompletionItemProvider': async (
      document: vscode.TextDocument,
      at: vscode.Position,
    ) => {
      const items = await ask(this.#completions, async (one) => {
        const found = await one.provideCompletionItems(document, at, token, {} as never)
        return Array.isArray(found) ? found : []
      })
      return { items }
    },
    'vscode.executeInlayHintProvider': (document: vscode.TextDocument, range: vscode.Range) =>
      ask(this.#hints, (one) => one.provideInlayHints(document, range, token)),
    'vscode.executeCodeLensProvider': (document: vscode.TextDocument) =>
      ask(this.#lenses, (one) => one.provideCodeLenses(document, token)),
  }
}

function registered<T>(providers: Set<T>, one: T): Disposable {
  providers.add(one)
  return new Disposable(() => providers.delete(one))
}

async function ask<T, R>(
  providers: Set<T>,
  of: (one: T) => vscode.ProviderResult<R[]>,
): Promise<R[]> {
  return (await Promise.all([...providers].map(async (one) => (await of(one)) ?? []))).flat()
}

/** The offsets and lines of a text. */
export class TextLines {
  readonly #text: string
  readonly #starts: number[]

  constructor(text: string) {
    this.#text = text
    this.#starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  }

  /** No place is behind the end of its line. */
  offsetAt({ line, character }: Position): number {
    const start = this.#starts[line]
    if (start === undefined) return this.#text.length
    return start + Math.min(character, this.lineAt(line).text.length)
  }

  positionAt(offset: number): { line: number; character: number } {
    const line = this.#starts.findLastIndex((start) => start <= offset)
    return { line, character: offset - (this.#starts[line] ?? 0) }
  }

  lineAt(line: number): { text: string } {
    const text = this.#text.slice(this.#starts[line], this.#starts[line + 1])
    return { text: text.replace(/\r?\n$/, '') }
  }

  in(range: Range | undefined): string {
    if (!range) return this.#text
    return this.#text.slice(this.offsetAt(range.start), this.offsetAt(range.end))
  }
}
