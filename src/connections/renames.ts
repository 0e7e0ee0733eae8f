import type { GlobalState } from '../state/globalState.ts'

const renamesKey = 'renamedConnections'

interface Rename {
  readonly to: string
  /** True until everything stored under the earlier name has been moved. */
  readonly isOpen: boolean
}

/**
 * The renamed connections, by their earlier names. Other workspaces and windows find the connection that they
 * have selected by it, and a rename that was interrupted is completed at the next start.
 */
export class Renames {
  readonly #state: GlobalState

  constructor(state: GlobalState) {
    this.#state = state
  }

  /** Returns the current name of a connection; the same one if nothing is known of a rename. */
  currentName(name: string, isInSetting: (name: string) => boolean): string {
    const seen = new Set<string>()
    let now = name
    while (!isInSetting(now) && !seen.has(now)) {
      seen.add(now)
      now = this.#all.get(now)?.to ?? now
    }
    return isInSetting(now) ? now : name
  }

  /** The renames that weren’t completed, each with the earlier and the new name. */
  get open(): readonly (readonly [from: string, to: string])[] {
    return [...this.#all].filter(([, { isOpen }]) => isOpen).map(([from, { to }]) => [from, to])
  }

  /** Records a rename before the setting is written. */
  async begin(from: string, to: string): Promise<void> {
    await this.#state.updateEntry<Rename>(renamesKey, from, () => ({ to, isOpen: true }))
  }

  /** Forgets a rename that didn’t take place, unless another window has renamed the connection meanwhile. */
  async cancel(from: string, to: string): Promise<void> {
    await this.#state.updateEntry<Rename>(renamesKey, from, (now) =>
      now?.to === to ? undefined : now,
    )
  }

  /** Records that everything has been moved. */
  async end(from: string, to: string): Promise<void> {
    await this.#state.updateEntry<Rename>(renamesKey, from, () => ({ to, isOpen: false }))
  }

  get #all(): ReadonlyMap<string, Rename> {
    return this.#state.entries(renamesKey)
  }
}
