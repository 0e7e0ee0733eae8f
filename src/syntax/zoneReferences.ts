import type { KeyFacts } from './keyMeanings.ts'

/** A reference to a zone or region in a text, or a position for one. Offsets count UTF-16 units. */
export interface ZoneReference extends KeyFacts {
  readonly kind: 'zone' | 'region'
  /** The raw text between the quotes; empty for a position. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** The quotes around it. */
  readonly quote: '"' | "'" | ''
  /** True if the closing quote is missing. */
  readonly isOpen: boolean
  /** The start of the list that it is an item of. */
  readonly listStart: number | undefined
}

/** Returns whether a reference is the value of a zone, and not a region or a position. */
export function isZone({ kind, value }: ZoneReference): boolean {
  return kind === 'zone' && value !== ''
}
