import assert from 'node:assert/strict'

/**
 * A text that counts how often its characters are looked at: a measure of work that is the same on every machine.
 * It has only the methods that readers use. A regular expression over the whole text, which can’t be counted, fails.
 */
export class CountingText {
  steps = 0
  readonly length: number
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.length = text.length
  }

  /** The text where a string is expected. */
  get asString(): string {
    return this as unknown as string
  }

  charCodeAt(offset: number): number {
    this.steps += 1
    return this.#text.charCodeAt(offset)
  }

  charAt(offset: number): string {
    this.steps += 1
    return this.#text.charAt(offset)
  }

  indexOf(search: string, from = 0): number {
    const index = this.#text.indexOf(search, from)
    this.steps += Math.max(1, (index < 0 ? this.length : index) - from)
    return index
  }

  lastIndexOf(search: string, from = this.length): number {
    const index = this.#text.lastIndexOf(search, from)
    this.steps += Math.max(1, from - Math.max(0, index))
    return index
  }

  startsWith(search: string, offset = 0): boolean {
    this.steps += search.length
    return this.#text.startsWith(search, offset)
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
