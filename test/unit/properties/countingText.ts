import assert from 'node:assert/strict'

/**
 * A text that counts how often its characters are looked at: a measure of work that is the same on every machine.
 * Only what readers use is there; a regular expression over the whole text, which could not be counted, fails.
 */
export class CountingText {
  steps = 0
  readonly length: number
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.length = text.length
  }

  /** Stands for the text where one is asked for. */
  get asString(): string {
    return this as unknown as string
  }

  charCodeAt(at: number): number {
    this.steps += 1
    return this.#text.charCodeAt(at)
  }

  charAt(at: number): string {
    this.steps += 1
    return this.#text.charAt(at)
  }

  indexOf(what: string, from = 0): number {
    const found = this.#text.indexOf(what, from)
    this.steps += Math.max(1, (found < 0 ? this.length : found) - from)
    return found
  }

  lastIndexOf(what: string, from = this.length): number {
    const found = this.#text.lastIndexOf(what, from)
    this.steps += Math.max(1, from - Math.max(0, found))
    return found
  }

  startsWith(what: string, at = 0): boolean {
    this.steps += what.length
    return this.#text.startsWith(what, at)
  }

  slice(start: number, end = this.length): string {
    const part = this.#text.slice(start, end)
    this.steps += part.length
    return part
  }

  toString(): string {
    return assert.fail('The whole text is looked at in a way that is not counted')
  }
}
