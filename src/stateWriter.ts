import type * as vscode from 'vscode'
import { clock } from './api/clock.ts'
import type { Change } from './globalState.ts'

/** How long another window's write may take to arrive here, in milliseconds; in VS Code, about 150. */
const newsMs = 500
const mostTries = 5
const mostChecks = 4

/** The one writer of {@link GlobalState} in a window. */
export class StateWriter implements vscode.Disposable {
  readonly #memento: vscode.Memento
  #turn: Promise<unknown> = Promise.resolve()
  /** What was changed so lately that another window's write may still undo it, by key. */
  readonly #recent = new Map<string, { changes: Change[]; checksLeft: number }>()
  #cancelCheck: (() => void) | undefined

  constructor(memento: vscode.Memento) {
    this.#memento = memento
  }

  /** Changes a value when its turn has come; ends when it is stored. Rejects where it cannot be. */
  async update(key: string, change: Change): Promise<void> {
    await this.#inTurn(async () => {
      if (await this.#write(key, change)) this.#checkLater(key, [change], mostChecks)
    })
  }

  dispose(): void {
    this.#cancelCheck?.()
  }

  /** Nothing else is written while a turn lasts. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {}) // the next one goes on
    return turn
  }

  /** Writes until it is there: another window's write may have come between. True where it had to. */
  async #write(key: string, change: Change): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      const now = this.#memento.get<unknown>(key)
      const next = change(now)
      if (JSON.stringify(next) === JSON.stringify(now)) return tries > 0
      if (tries === mostTries) return true // what goes on there will be over at the later check
      await this.#memento.update(key, next)
    }
  }

  #checkLater(key: string, more: Change[], checksLeft: number): void {
    const changes = [...(this.#recent.get(key)?.changes ?? []), ...more]
    this.#recent.set(key, { changes, checksLeft })
    this.#cancelCheck?.()
    // Two windows that have undone each other's writes must not do so again at the same moment.
    const soon = newsMs * (1 + Math.random())
    this.#cancelCheck = clock.after(soon, 'saving', () => void this.#inTurn(() => this.#check()))
  }

  /** Once all news has arrived: what another window has undone is done again. */
  async #check(): Promise<void> {
    const recent = [...this.#recent]
    this.#recent.clear()
    for (const [key, { changes, checksLeft }] of recent) {
      const all: Change = (now) => changes.reduce((value, change) => change(value), now)
      const now = this.#memento.get<unknown>(key)
      if (checksLeft === 0 || canonical(all(now)) === canonical(now)) continue
      const isDone = this.#write(key, all).then(
        () => true,
        () => false, // the writer of it was told that it was stored
      )
      if (await isDone) this.#checkLater(key, changes, checksLeft - 1)
    }
  }
}

/** What a value says: another window may have moved the entries of a list, which undoes nothing. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${fields
    .map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`)
    .sort()
    .join()}}`
}
