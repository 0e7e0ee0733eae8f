import type * as vscode from 'vscode'
import { CancellationTokenSource, Disposable } from './values.ts'

const { token } = new CancellationTokenSource()

/** The diagnostics of documents, and the providers of hovers, code lenses, quick fixes, and the like. */
export class Languages {
  readonly #collections = new Set<Map<string, readonly vscode.Diagnostic[]>>()
  readonly #actions = new Providers<vscode.CodeActionProvider>()
  readonly #hovers = new Providers<vscode.HoverProvider>()
  readonly #lenses = new Providers<vscode.CodeLensProvider>()
  readonly #completions = new Providers<vscode.CompletionItemProvider>()
  readonly #hints = new Providers<vscode.InlayHintsProvider>()

  readonly members = {
    createDiagnosticCollection: () => {
      const diagnostics = new Map<string, readonly vscode.Diagnostic[]>()
      this.#collections.add(diagnostics)
      return {
        set: (uri: vscode.Uri, values: readonly vscode.Diagnostic[]) => {
          if (!this.#collections.has(diagnostics))
            throw new Error('illegal state - object is disposed')
          diagnostics.set(uri.toString(), values)
        },
        has: (uri: vscode.Uri) => diagnostics.has(uri.toString()),
        delete: (uri: vscode.Uri) => diagnostics.delete(uri.toString()),
        clear: () => diagnostics.clear(),
        dispose: () => this.#collections.delete(diagnostics),
      }
    },
    getDiagnostics: (uri: vscode.Uri) =>
      [...this.#collections].flatMap((diagnostics) => diagnostics.get(uri.toString()) ?? []),
    registerCodeActionsProvider: this.#actions.register,
    registerHoverProvider: this.#hovers.register,
    registerCodeLensProvider: this.#lenses.register,
    registerCompletionItemProvider: this.#completions.register,
    registerInlayHintsProvider: this.#hints.register,
  }

  /** The commands of VS Code that query the providers. */
  readonly commands: Record<string, Query> = {
    'vscode.executeCodeActionProvider': (document, range) => {
      const diagnostics = this.members
        .getDiagnostics(document.uri)
        .filter((diagnostic) => diagnostic.range.intersection(range))
      const context = { diagnostics } as unknown as vscode.CodeActionContext
      return this.#actions.query((provider) =>
        provider.provideCodeActions(document, range, context, token),
      )
    },
    'vscode.executeHoverProvider': (document, at) =>
      this.#hovers.query((provider) => provider.provideHover(document, at, token)),
    // Only the first items are resolved, as many as the caller asks for.
    'vscode.executeCompletionItemProvider': async (document, at, _trigger, resolveCount = 0) => {
      const items = await this.#completions.query<vscode.CompletionItem>(async (provider) => {
        const provided = await provider.provideCompletionItems(document, at, token, {} as never)
        const list = (provided ?? []) as vscode.CompletionItem[]
        for (const item of list.slice(0, resolveCount)) {
          await provider.resolveCompletionItem?.(item, token)
        }
        return list
      })
      return { items }
    },
    // VS Code resolves no hint for this command, only those in an editor that are pointed at.
    'vscode.executeInlayHintProvider': (document, range) =>
      this.#hints.query((provider) => provider.provideInlayHints(document, range, token)),
    // As with completions, only the first lenses are resolved.
    'vscode.executeCodeLensProvider': (document, resolveCount?: number) =>
      this.#lenses.query<vscode.CodeLens>(async (provider) => {
        const lenses = (await provider.provideCodeLenses(document, token)) ?? []
        for (const lens of lenses.slice(0, resolveCount ?? 0)) {
          await provider.resolveCodeLens?.(lens, token)
        }
        return lenses
      }),
  }
}

/** A command that queries providers; `at` is a position or a range. */
type Query = (
  document: vscode.TextDocument,
  at: never,
  trigger?: string,
  resolveCount?: number,
) => unknown

/** The registered providers of a kind. */
class Providers<T> {
  readonly #all = new Set<T>()

  register = (_selector: unknown, provider: T): Disposable => {
    this.#all.add(provider)
    return new Disposable(() => this.#all.delete(provider))
  }

  /** The results of all providers in one list. */
  async query<R>(provide: (provider: T) => vscode.ProviderResult<R | R[]>): Promise<R[]> {
    const results = [...this.#all].map(async (provider) => (await provide(provider)) ?? [])
    return (await Promise.all(results)).flat() as R[]
  }
}
