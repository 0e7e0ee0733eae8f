import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'

/** What a value is to be, by what it is now. Applied to its own result, it changes nothing more. */
export type Change = (now: unknown) => unknown

/** How long another window's write may take to arrive here, in milliseconds; in VS Code, about 150. */
const newsMs = 500
const mostTries = 5
const mostChecks = 4
/** The key of global state that has the number of each window's last write: when it was, in epoch ms. */
const writesKey = 'lastWrites'
/** How long a window's is kept, in milliseconds. */
const longestMs = 60_000

/** A change that another window's write may still undo. */
interface Recent {
  readonly key: string
  readonly change: Change
  /** Which write of this window it is in. */
  write: number
}

/**
 * The one writer of `GlobalState` in a window. With what it changes, it stores the number of its
 * write: who has written last without knowing that one has undone it, and it is done again; who knew it
 * may well have changed it.
 */
export class StateWriter implements vscode.Disposable {
  readonly #memento: vscode.Memento
  readonly #window = Math.random().toString(36).slice(2, 8)
  #lastWrite = 0
  #turn: Promise<unknown> = Promise.resolve()
  #recent: Recent[] = []
  /** The keys of what the memento has, though it could not be stored. */
  readonly #unstored = new Set<string>()
  #checksLeft = 0
  #cancelCheck: (() => void) | undefined

  constructor(memento: vscode.Memento) {
    this.#memento = memento
  }

  /** Changes a value when its turn has come; ends when it is stored. Rejects where it cannot be. */
  async update(key: string, change: Change): Promise<void> {
    await this.#inTurn(async () => {
      const own = { key, change, write: Infinity }
      this.#recent.push(own)
      this.#checksLeft = mostChecks
      await this.#write().catch((error: unknown) => {
        this.#recent = this.#recent.filter((one) => one !== own)
        throw error
      })
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

  /** Writes what is not there until it is: another window's write may have come between. */
  async #write(): Promise<void> {
    for (let tries = 0; tries < mostTries; tries++) {
      const lost = this.#lost
      const values = new Map<string, unknown>()
      for (const { key, change } of lost) {
        values.set(key, change(values.has(key) ? values.get(key) : this.#memento.get(key)))
      }
      const isNew = ([key, value]: [string, unknown]) =>
        this.#unstored.has(key) || JSON.stringify(value) !== JSON.stringify(this.#memento.get(key))
      const due = [...values].filter(isNew)
      if (due.length === 0) {
        this.#recent = this.#recent.filter((one) => !lost.includes(one))
        return
      }
      await this.#store(due, lost)
      this.#checkLater()
    }
  }

  /** Stores values and, in the same go, the number of the write. */
  async #store(values: [key: string, value: unknown][], changes: Recent[]): Promise<void> {
    const now = clock.now()
    this.#lastWrite = Math.max(now, this.#lastWrite + 1)
    const isYoung = ([, at]: [string, number]) => Math.abs(now - at) < longestMs
    const writes = Object.fromEntries(Object.entries(this.#writes).filter(isYoung))
    const all = [...values, [writesKey, { ...writes, [this.#window]: this.#lastWrite }] as const]
    for (const [key] of values) this.#unstored.add(key)
    for (const one of changes) one.write = Infinity
    await Promise.all(all.map(([key, value]) => this.#memento.update(key, value)))
    for (const [key] of values) this.#unstored.delete(key)
    for (const one of changes) one.write = this.#lastWrite
  }

  /** What whoever has written last did not know of. */
  get #lost(): Recent[] {
    const known = this.#writes[this.#window] ?? 0
    return this.#recent.filter(({ write }) => write > known)
  }

  /** The last write of each window. */
  get #writes(): Record<string, number> {
    return this.#memento.get<Record<string, number>>(writesKey, {})
  }

  #checkLater(): void {
    this.#cancelCheck?.()
    // Two windows that have undone each other's writes must not do so again at the same moment.
    const soon = newsMs * (1 + Math.random())
    this.#cancelCheck = clock.after(soon, 'saving', () => void this.#inTurn(() => this.#check()))
  }

  /** Once all news has arrived: what another window has undone is done again. */
  async #check(): Promise<void> {
    this.#recent = this.#checksLeft-- > 0 ? this.#lost : []
    if (this.#recent.length === 0) return
    await this.#write().catch(() => {}) // its writer was told that it was stored: then later
    this.#checkLater()
  }
}
