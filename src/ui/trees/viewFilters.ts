import * as vscode from 'vscode'
import type { ViewId } from '../../contributions.ts'

/** The key of the workspace state: the filters by view ID. */
const filtersKey = 'viewFilters'

/**
 * The filters of the views in this workspace. Only what the views show depends on them: an item that they hide is
 * in every prompt, check, and count as before.
 */
export class ViewFilters implements vscode.Disposable {
  readonly #workspaceState: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()

  readonly #applied = new vscode.EventEmitter<ViewId>()

  readonly onDidChange = this.#changed.event
  /** Fires when a view has applied its filter to what it has loaded. */
  readonly onDidApply = this.#applied.event

  constructor(workspaceState: vscode.Memento) {
    this.#workspaceState = workspaceState
  }

  /** Returns the filter of a view; empty for none. */
  of(view: ViewId): string {
    return this.#all[view] ?? ''
  }

  /** Sets the filter of a view; without a word, there is none. */
  async set(view: ViewId, text: string): Promise<void> {
    const filter = alternativesIn(text).length > 0 ? text : ''
    await this.#workspaceState.update(filtersKey, { ...this.#all, [view]: filter })
    this.#changed.fire()
  }

  /** Returns a predicate for the texts of an item: true if the filter of the view shows it. */
  showing(view: ViewId): (...texts: (string | undefined)[]) => boolean {
    const alternatives = alternativesIn(this.of(view))
    if (alternatives.length === 0) return () => true
    return (...texts) => {
      const text = texts.join('\n').toLowerCase()
      return alternatives.some((words) => words.every((word) => text.includes(word)))
    }
  }

  /** Called by a view whose rows have been filtered. */
  applied(view: ViewId): void {
    this.#applied.fire(view)
  }

  dispose(): void {
    this.#changed.dispose()
    this.#applied.dispose()
  }

  get #all(): Partial<Record<ViewId, string>> {
    return this.#workspaceState.get(filtersKey, {})
  }
}

/** Returns the words of each alternative, which commas separate, also those of Chinese and Japanese. */
function alternativesIn(filter: string): string[][] {
  return filter
    .toLowerCase()
    .split(/[,\uff0c\u3001]/)
    .map((part) => part.split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0)
}

/** Returns the text for a filter, the number of items that it hides, and how to show them. */
export function hiddenText(filter: string, count: number): string {
  // A filter for regions hides no account, but is there.
  if (count === 0)
    return vscode.l10n.t('Filter: “{0}”. To show everything, select Clear Filter.', filter)
  return vscode.l10n.t(
    'Hidden by the filter “{0}”: {1}. To show everything, select Clear Filter.',
    filter,
    count,
  )
}
