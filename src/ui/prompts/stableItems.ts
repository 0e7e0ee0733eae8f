import { choiceItem, separator, type Choice, type ChoiceItem } from './choices.ts'

/**
 * The items of a quick pick: choices in groups, and after them a tail of messages and actions. Each item keeps its
 * index, so that an item that the user selects is the item that the user has seen.
 *
 * When the user selects an item, VS Code passes on only the item’s index, and looks it up in the newest list, which may
 * not be on the screen yet. With a moved item, another item would be selected. So the list only grows, and an item that
 * is removed leaves a gap.
 */
export class StableItems<T> {
  readonly #accept: (value: T) => void
  readonly #items: ChoiceItem[] = []
  #tailLength = 0
  #lastGroup: string | undefined

  /** `accept` is called with the value of the choice that the user selects. */
  constructor(accept: (value: T) => void) {
    this.#accept = accept
  }

  /** All items, including gaps and the tail. */
  get all(): ChoiceItem[] {
    return [...this.#items]
  }

  /** The number of all items, including gaps and the tail. */
  get length(): number {
    return this.#items.length
  }

  /** The index of the first item of the tail, after the last choice. */
  get tailIndex(): number {
    return this.#items.length - this.#tailLength
  }

  includes(item: ChoiceItem): boolean {
    return this.#items.includes(item)
  }

  /** Adds choices after the existing ones, with a heading for each group, and replaces the tail. */
  append(choices: readonly Choice<T>[], tail: readonly ChoiceItem[]): void {
    this.#leaveGaps(this.tailIndex)
    for (const choice of choices) this.#appendChoice(choice)
    this.#items.push(...tail)
    this.#tailLength = tail.length
  }

  /** Removes all items from an index on. `group` is the group of the choice before that index. */
  removeFrom(index: number, group: string | undefined): void {
    this.#leaveGaps(index)
    this.#lastGroup = group
  }

  #appendChoice(choice: Choice<T>): void {
    const { group } = choice
    if (group !== undefined && group !== this.#lastGroup) this.#items.push(separator(group))
    this.#lastGroup = group
    this.#items.push(choiceItem(choice, this.#accept))
  }

  /**
   * Replaces all items from an index on by gaps, which VS Code doesn’t show. A gap keeps the item’s function: if the
   * user pressed a key while the item was still shown, that function runs.
   */
  #leaveGaps(from: number): void {
    const gaps = this.#items.splice(from).map(({ run }) => ({ ...separator(''), run }))
    for (const gap of gaps) this.#items.push(gap)
    this.#tailLength = 0
  }
}
