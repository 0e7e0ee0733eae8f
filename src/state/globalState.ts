import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'

/** Computes a new value from the current one. Must be idempotent. */
export type Change = (now: unknown) => unknown

/** The time until another window’s write arrives here, in milliseconds; about 150 in VS Code. */
const propagationMs = 500
const maxAttempts = 5
const maxChecks = 4
/** The global state key for the number of each window’s last write: its time, in epoch ms. */
const writesKey = 'lastWrites'
/** The lifetime of a window’s number, in milliseconds. */
const retentionMs = 60_000

/** A change that another window’s write may still undo. */
interface RecentChange {
  readonly key: string
  readonly change: Change
  /** The number of this window’s write that has it. */
  write: number
}

/**
 * The global state, with one writer per window. VS Code stores all of it as one object and replaces it with
 * what another window has stored. A value computed from an outdated one would undo other writes. So every
 * write also stores its own number: a later write by another window without that number has undone it, and
 * it is repeated.
 */
export class GlobalState implements vscode.Disposable {
  readonly #memento: vscode.Memento
  readonly #window = Math.random().toString(36).slice(2, 8)
  #lastWrite = 0
  #turn: Promise<unknown> = Promise.resolve()
  #recent: RecentChange[] = []
  /** The keys whose new values the memento has although storing them failed. */
  readonly #unstored = new Set<string>()
  #checksLeft = 0
  #cancelCheck: (() => void) | undefined

  constructor(memento: vscode.Memento) {
    this.#memento = memento
  }

  /** Returns the current value, the same object until it changes. */
  get(key: string): unknown {
    return this.#memento.get(key)
  }

  /** Applies a change in turn; resolves when it is stored, rejects if it can’t be. */
  async update(key: string, change: Change): Promise<void> {
    await this.#inTurn(async () => {
      const own = { key, change, write: Infinity }
      this.#recent.push(own)
      this.#checksLeft = maxChecks
      await this.#write().catch((error: unknown) => {
        this.#recent = this.#recent.filter((one) => one !== own)
        throw error
      })
    })
  }

  /** Returns the entries of a record, such as those of connections by their names. */
  entries<T>(key: string): Map<string, T> {
    return entriesOf(this.get(key))
  }

  /** Applies a change to one entry of a record, which becomes the last one; undefined removes it. */
  async updateEntry<T>(
    key: string,
    name: string,
    change: (now: T | undefined) => T | undefined,
  ): Promise<void> {
    await this.update(key, (stored) => {
      const all = entriesOf<T>(stored)
      const next = change(all.get(name))
      all.delete(name)
      return Object.fromEntries(next === undefined ? all : [...all, [name, next]])
    })
  }

  dispose(): void {
    this.#cancelCheck?.()
  }

  /** Runs work while no other write is in progress. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => {}) // a failure doesn’t stop the queue
    return turn
  }

  /** Writes lost changes until all are stored, because another window may write in between. */
  async #write(): Promise<void> {
    for (let tries = 0; tries < maxAttempts; tries++) {
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

  /** Stores values together with the number of the write. */
  async #store(values: [key: string, value: unknown][], changes: RecentChange[]): Promise<void> {
    const now = clock.now()
    this.#lastWrite = Math.max(now, this.#lastWrite + 1)
    const isYoung = ([, at]: [string, number]) => Math.abs(now - at) < retentionMs
    const writes = Object.fromEntries(Object.entries(this.#writes).filter(isYoung))
    const all = [...values, [writesKey, { ...writes, [this.#window]: this.#lastWrite }] as const]
    for (const [key] of values) this.#unstored.add(key)
    for (const one of changes) one.write = Infinity
    await Promise.all(all.map(([key, value]) => this.#memento.update(key, value)))
    for (const [key] of values) this.#unstored.delete(key)
    for (const one of changes) one.write = this.#lastWrite
  }

  /** The changes that the last writer of the state didn’t know of. */
  get #lost(): RecentChange[] {
    const known = this.#writes[this.#window] ?? 0
    return this.#recent.filter(({ write }) => write > known)
  }

  /** The number of each window’s last write. */
  get #writes(): Record<string, number> {
    return this.#memento.get<Record<string, number>>(writesKey, {})
  }

  #checkLater(): void {
    this.#cancelCheck?.()
    // A random delay, so that two windows don’t keep undoing each other’s writes.
    const soon = propagationMs * (1 + Math.random())
    this.#cancelCheck = clock.after(soon, 'saving', () => void this.#inTurn(() => this.#check()))
  }

  /** Repeats changes that another window has undone, once its writes have arrived here. */
  async #check(): Promise<void> {
    this.#recent = this.#checksLeft-- > 0 ? this.#lost : []
    if (this.#recent.length === 0) return
    await this.#write().catch(() => {}) // its caller was told that it was stored; retried later
    this.#checkLater()
  }
}

function entriesOf<T>(stored: unknown): Map<string, T> {
  return new Map(Object.entries((stored ?? {}) as Record<string, T>))
}
