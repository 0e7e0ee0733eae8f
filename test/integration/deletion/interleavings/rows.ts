import type { PoolName, EndState } from './scene.ts'
import type { Step } from './steps.ts'

/** A row of the table: what happens, and all that is seen of it in the end. */
export interface Interleaving {
  /** Ends the sentence that begins with the name of its table. */
  what: string
  steps: readonly Step[]
  /** The machine pools whose rows are looked at; `gpu` by default. */
  pools?: readonly PoolName[]
  /** What is seen in the end, in all windows that are open; of several, any is right. */
  expected: EndState | readonly EndState[]
}

export const row = (what: string, rest: Omit<Interleaving, 'what'>) => ({ what, ...rest })

export const endState = (
  sent: string,
  messages: EndState['messages'],
  mark: string,
  history: string,
): EndState => {
  return { sent, messages, row: mark, history }
}

// The usual end states, without their messages.

export const unsent = { sent: '', messages: {}, row: 'listed', history: '' }
export const draining = { sent: 'gpu', row: 'deleting', history: 'accepted gpu' }
export const deleted = { sent: 'gpu', row: 'none', history: 'deleted gpu' }
export const unknown = { sent: 'gpu', row: 'unknown', history: 'unknown gpu' }
export const overdue = { sent: 'gpu', row: 'overdue', history: 'overdue gpu' }
export const refused = { sent: 'gpu', row: 'listed', history: 'refused gpu' }
