import * as vscode from 'vscode'
import type { Capabilities } from './capabilities.ts'

/** A cache, whatever it holds; see `AsyncCache`. */
interface AnyCache extends vscode.Disposable {
  onDidChange(listener: () => void): vscode.Disposable
  onDidLoad(listener: () => void): vscode.Disposable
  invalidate(): void
  clear(): void
}

/** Caches that are invalidated together, with the lookups that weren’t supported. */
export abstract class Caches implements vscode.Disposable {
  readonly #capabilities: Capabilities

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities
  }

  protected abstract get all(): readonly AnyCache[]

  /** Fires when any of the caches has changed. */
  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.all.map((cache) => cache.onDidChange(listener)))
  }

  /** Fires when a value was loaded for a caller: other callers may want it, too. */
  onDidLoad(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.all.map((cache) => cache.onDidLoad(listener)))
  }

  /** Lets everything be loaded again when it is needed. If that fails, views show what there was before. */
  invalidate(): void {
    this.#capabilities.invalidate()
    for (const cache of this.all) cache.invalidate()
  }

  /** Like {@link invalidate}, but keeps nothing: what was loaded with another API key isn’t shown any more. */
  clear(): void {
    this.#capabilities.invalidate()
    for (const cache of this.all) cache.clear()
  }

  dispose(): void {
    for (const cache of this.all) cache.dispose()
  }
}
