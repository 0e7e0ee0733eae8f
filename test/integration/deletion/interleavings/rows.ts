import type { PoolName, Seen } from './scene.ts'
import type { Step } from './steps.ts'

/** A row of the table: what happens, and all that is seen of it in the end. */
export interface Interleaving {
  /** Ends the sentence that begins with the name of its table. */
  what: string
  steps: readonly Step[]
  /** The machine pools whose rows are looked at; `gpu` by default. */
  pools?: readonly PoolName[]
  /** What is seen in the end, in all windows that are open; of several, any is right. */
  ends: Seen | readonly Seen[]
}

export const row = (what: string, rest: Omit<Interleaving, 'what'>) => ({ what, ...rest })

export const seen = (sent: string, told: Seen['told'], mark: string, history: string): Seen => {
  return { sent, told, row: mark, history }
}

// The usual ends, but for what was told.

export const unsent = { sent: '', told: {}, row: 'listed', history: '' }
export const draining = { sent: 'gpu', row: 'deleting', history: 'accepted gpu' }
export const deleted = { sent: 'gpu', row: 'none', history: 'deleted gpu' }
export const unknown = { sent: 'gpu', row: 'unknown', history: 'unknown gpu' }
export const overdue = { sent: 'gpu', row: 'overdue', history: 'overdue gpu' }
export const refused = { sent: 'gpu', row: 'listed', history: 'refused gpu' }
