import type * as vscode from 'vscode'
import { CancellationTokenSource, Disposable } from './values.ts'

const { token } = new CancellationTokenSource()

/** What an extension knows of documents: diagnostics, hovers, code lenses, and quick fixes. */
export class Languages {
  readonly #collections = new Set<Map<string, readonly vscode.Diagnostic[]>>()
  readonly #actions = new Providers<vscode.CodeActionProvider>()
  readonly #hovers = new Providers<vscode.HoverProvider>()
  readonly #lenses = new Providers<vscode.CodeLensProvider>()
  readonly #completions = new Providers<vscode.CompletionItemProvider>()
  readonly #hints = new Providers<vscode.InlayHintsProvider>()

  readonly members = {
    createDiagnosticCollection: () => {
      const found = new Map<string, readonly vscode.Diagnostic[]>()
      this.#collections.add(found)
      return {
        set: (uri: vscode.Uri, all: readonly vscode.Diagnostic[]) => found.set(uri.toString(), all),
        delete: (uri: vscode.Uri) => found.delete(uri.toString()),
        clear: () => found.clear(),
        dispose: () => this.#collections.delete(found),
      }
    },
    getDiagnostics: (uri: vscode.Uri) =>
      [...this.#collections].flatMap((found) => found.get(uri.toString()) ?? []),
    registerCodeActionsProvider: this.#actions.register,
    registerHoverProvider: this.#hovers.register,
    registerCodeLensProvider: this.#lenses.register,
    registerCompletionItemProvider: this.#completions.register,
    registerInlayHintsProvider: this.#hints.register,
  }

  /** The commands of VS Code that ask the providers. */
  readonly commands: Record<string, (document: vscode.TextDocument, at: never) => unknown> = {
    'vscode.executeCodeActionProvider': (document, range) => {
      const diagnostics = this.members
        .getDiagnostics(document.uri)
        .filter((one) => one.range.intersection(range))
      const context = { diagnostics } as unknown as vscode.CodeActionContext
      return this.#actions.query((one) => one.provideCodeActions(document, range, context, token))
    },
    'vscode.executeHoverProvider': (document, at) =>
      this.#hovers.query((one) => one.provideHover(document, at, token)),
    'vscode.executeCompletionItemProvider': async (document, at) => {
      const asked = (one: vscode.CompletionItemProvider) =>
        one.provideCompletionItems(document, at, token, {} as never)
      return { items: await this.#completions.query<unknown>(asked) }
    },
    'vscode.executeInlayHintProvider': (document, range) =>
      this.#hints.query((one) => one.provideInlayHints(document, range, token)),
    'vscode.executeCodeLensProvider': (document) =>
      this.#lenses.query((one) => one.provideCodeLenses(document, token)),
  }
}

/** The providers of one kind. */
class Providers<T> {
  readonly #all = new Set<T>()

  register = (_selector: unknown, one: T): Disposable => {
    this.#all.add(one)
    return new Disposable(() => this.#all.delete(one))
  }

  /** What all of them have, in one list. */
  async query<R>(of: (one: T) => vscode.ProviderResult<R | R[]>): Promise<R[]> {
    const found = await Promise.all([...this.#all].map(async (one) => (await of(one)) ?? []))
    return found.flat() as R[]
  }
}
