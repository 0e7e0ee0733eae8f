import { choiceItem, separator, type Choice, type ChoiceItem } from './choices.ts'

/**
 * The items of a quick pick, each of which keeps its index: choices in groups, and a tail of messages and actions.
 *
 * VS Code identifies an item by its index alone, in what it has been given last, which it may not show yet. So the list
 * only grows, and an item that goes leaves a gap. Whatever is selected was seen at its index.
 */
export class StableItems<T> {
  readonly #accept: (value: T) => void
  readonly #items: ChoiceItem[] = []
  readonly #itemsByChoice = new Map<Choice<T>, ChoiceItem>()
  #tailLength = 0
  #lastGroup: string | undefined

  /** `accept` takes the value of a selected choice. */
  constructor(accept: (value: T) => void) {
    this.#accept = accept
  }

  /** All items, with gaps and the tail. */
  get all(): ChoiceItem[] {
    return [...this.#items]
  }

  /** The number of items, with gaps and the tail. */
  get length(): number {
    return this.#items.length
  }

  /** The index behind the last choice, where the tail begins. */
  get tailIndex(): number {
    return this.#items.length - this.#tailLength
  }

  includes(item: ChoiceItem): boolean {
    return this.#items.includes(item)
  }

  /** Adds choices behind those that are there, each group with its heading, and a new tail. */
  append(choices: readonly Choice<T>[], tail: readonly ChoiceItem[]): void {
    this.#leaveGaps(this.tailIndex)
    for (const choice of choices) this.#appendChoice(choice)
    this.#items.push(...tail)
    this.#tailLength = tail.length
  }

  /** Shows a choice at its index as another one. */
  replace(choice: Choice<T>, replacement: Choice<T>): void {
    const item = this.#itemsByChoice.get(choice)
    if (item) Object.assign(item, choiceItem(replacement, this.#accept))
  }

  /** Removes the items from an index on; `group` is that of the choice before it. */
  removeFrom(index: number, group: string | undefined): void {
    this.#leaveGaps(index)
    this.#lastGroup = group
  }

  #appendChoice(choice: Choice<T>): void {
    const { group } = choice
    if (group !== undefined && group !== this.#lastGroup) this.#items.push(separator(group))
    this.#lastGroup = group
    const item = choiceItem(choice, this.#accept)
    this.#itemsByChoice.set(choice, item)
    this.#items.push(item)
  }

  /** Hides the items from an index on. Each still answers for a key that was pressed when it was shown. */
  #leaveGaps(from: number): void {
    const gaps = this.#items.splice(from).map(({ run }) => ({ ...separator(''), run }))
    for (const gap of gaps) this.#items.push(gap)
    this.#tailLength = 0
  }
}
