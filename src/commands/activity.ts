import * as v from 'valibot'
import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { hostOf } from '../connections/connection.ts'
import { machinePoolKey, type MachinePoolRef } from '../inventory/machinePoolRef.ts'
import { fateOf, type Deletion } from './deletionReport.ts'
import { fates, type Fate } from './deletionTexts.ts'

const stateKey = 'recentActivity'
const mostKept = 50

const Fate = v.picklist(fates)
const Entry = v.object({
  /** When its outcome was known, in epoch ms. */
  at: v.number(),
  /** What pool it was, as `machinePoolKey` has it. */
  pool: v.string(),
  connection: v.string(),
  host: v.string(),
  provider: v.string(),
  configUid: v.string(),
  configLabel: v.optional(v.string()),
  machinePoolName: v.string(),
  fate: Fate,
  /** How it ended, where that was followed; `at` in epoch ms. */
  settled: v.optional(v.object({ at: v.number(), fate: Fate })),
})
const Kept = v.object({
  /** Nothing from before is shown, whichever window has kept it. */
  clearedAt: v.fallback(v.number(), 0),
  entries: v.fallback(v.array(v.unknown()), []),
})

/** A deletion that was asked for, and what came of it. */
export type ActivityEntry = v.InferOutput<typeof Entry>

/**
 * The last deletions and their outcomes, on this machine alone. Each window adds to what all have kept;
 * what it added itself it adds again, should another window have overwritten that.
 */
export class Activity {
  readonly #state: vscode.Memento
  readonly #log: vscode.LogOutputChannel
  readonly #own = new Map<string, ActivityEntry>()

  constructor(globalState: vscode.Memento, log: vscode.LogOutputChannel) {
    this.#state = globalState
    this.#log = log
  }

  /** The latest first. */
  get entries(): readonly ActivityEntry[] {
    return this.#read().entries
  }

  /**
   * Keeps what came of a deletion, where it was sent; never fails. To be awaited: of two updates of one window at the same
   * time, VS Code may drop the later one.
   */
  async add({ pool, outcome }: Deletion): Promise<void> {
    if (!wasSent(outcome)) return
    const { connection, provider, configUid, configLabel, machinePoolName } = pool
    await this.#keep({
      at: clock.now(),
      pool: machinePoolKey(pool),
      connection: connection.name,
      host: hostOf(connection),
      provider,
      configUid,
      ...(configLabel !== undefined && { configLabel }),
      machinePoolName,
      fate: fateOf(outcome),
    })
  }

  /** Keeps how the last deletion of a pool ended; one that was cleared stays cleared. */
  async settle(pool: MachinePoolRef, fate: Fate): Promise<void> {
    const key = machinePoolKey(pool)
    const entry = this.entries.find((one) => one.pool === key)
    if (!entry || (entry.settled?.fate ?? entry.fate) === fate) return // nothing new
    await this.#keep({ ...entry, settled: { at: clock.now(), fate } })
  }

  /** Forgets all, in other windows too. */
  async clear(): Promise<void> {
    this.#own.clear()
    await this.#state.update(stateKey, { clearedAt: clock.now(), entries: [] })
  }

  /** Forgets what was deleted over a connection that is removed. */
  async forget(connection: string): Promise<void> {
    for (const [key, entry] of this.#own) {
      if (entry.connection === connection) this.#own.delete(key)
    }
    const { clearedAt, entries } = this.#read()
    const others = entries.filter((entry) => entry.connection !== connection)
    if (others.length < entries.length) {
      await this.#state.update(stateKey, { clearedAt, entries: others })
    }
  }

  async #keep(entry: ActivityEntry): Promise<void> {
    this.#own.set(keyOf(entry), entry)
    try {
      await this.#state.update(stateKey, this.#read())
    } catch (error) {
      this.#log.warn(`The recent activity could not be saved: ${String(error)}`)
    }
  }

  #read(): { clearedAt: number; entries: readonly ActivityEntry[] } {
    const kept = v.safeParse(Kept, this.#state.get(stateKey))
    const { clearedAt, entries } = kept.success ? kept.output : { clearedAt: 0, entries: [] }
    const all = new Map<string, ActivityEntry>()
    for (const entry of [...entries.flatMap(readEntry), ...this.#own.values()]) {
      if (entry.at <= clearedAt) continue
      const known = all.get(keyOf(entry))
      if (!known || settledAt(entry) >= settledAt(known)) all.set(keyOf(entry), entry)
    }
    const latest = [...all.values()].sort((a, b) => b.at - a.at)
    return { clearedAt, entries: latest.slice(0, mostKept) }
  }
}

/** Without a key nothing is sent, nor is what makes no request or was called off. */
function wasSent(outcome: Deletion['outcome']): boolean {
  if (outcome.kind === 'notSent') return false
  if (outcome.kind !== 'refused') return true
  const { kind, status } = outcome.error
  return status !== undefined || !['unauthorized', 'invalidInput', 'cancelled'].includes(kind)
}

/** One from another version must not cost the others. */
function readEntry(value: unknown): ActivityEntry[] {
  const read = v.safeParse(Entry, value)
  return read.success ? [read.output] : []
}

function keyOf({ at, pool }: ActivityEntry): string {
  return `${at} ${pool}`
}

function settledAt({ settled }: ActivityEntry): number {
  return settled?.at ?? 0
}
