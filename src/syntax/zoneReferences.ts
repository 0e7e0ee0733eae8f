import type { KeyFacts } from './keyMeanings.ts'

/**
 * A zone or region in a text, such as `a` in `zone = "a"`, or a position where one is missing. Offsets are UTF-16
 * units.
 */
export interface ZoneReference extends KeyFacts {
  readonly kind: 'zone' | 'region'
  /**
   * True if the value may be the name of anything, such as a firewall’s zone: it hasn’t the form of a zone, and neither
   * its key nor the blocks around it tell that it is one. It is still compared with the zones of accounts.
   */
  readonly mayBeOtherName: boolean
  /** The text between the quotes, with its escapes; empty if the value is missing. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** The quotation mark on both sides of the value. */
  readonly quote: '"' | "'" | ''
  /** True if the closing quote is missing. */
  readonly isUnclosed: boolean
  /** The start of the outermost list that the value is in: values with the same start belong together. */
  readonly listStart: number | undefined
}

/** Returns whether a reference is a zone by its form, its key, or the blocks around it. */
export function isCertainZone(reference: ZoneReference): boolean {
  return isZone(reference) && !reference.mayBeOtherName
}

/** Returns whether a reference is a zone whose value isn’t missing. */
export function isZone({ kind, value }: ZoneReference): boolean {
  return kind === 'zone' && value !== ''
}
