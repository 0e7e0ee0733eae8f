import * as vscode from 'vscode'
import type { Capabilities } from './capabilities.ts'

/** An `AsyncCache` of any type. */
interface AnyCache extends vscode.Disposable {
  onDidChange(listener: () => void): vscode.Disposable
  onDidLoad(listener: () => void): vscode.Disposable
  invalidate(): void
  clear(): void
}

/**
 * A group of caches that are invalidated together. Lookups that weren’t supported are then requested again, too,
 * because the service may have been updated.
 */
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

  /** Fires when a value was loaded for a caller: other users of the cache may show it, too. */
  onDidLoad(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.all.map((cache) => cache.onDidLoad(listener)))
  }

  /** Lets all values be loaded again when they are needed. If that fails, views show the values from before. */
  invalidate(): void {
    this.#capabilities.invalidate()
    for (const cache of this.all) cache.invalidate()
  }

  /** Like {@link invalidate}, but removes the values: those loaded with another API key must not be shown any more. */
  clear(): void {
    this.#capabilities.invalidate()
    for (const cache of this.all) cache.clear()
  }

  dispose(): void {
    for (const cache of this.all) cache.dispose()
  }
}
