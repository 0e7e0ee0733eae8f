import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import {
  displayLabel,
  enterManually,
  separator,
  stopLoading,
  withHeadings,
  type Choice,
  type ChoiceItem,
} from './choiceItems.ts'

/** The throttle for rendering, in milliseconds per item: longer lists take longer. */
const throttleMsPerItem = 0.1

/**
 * The items of a list that grows while it is open, with trailing items for messages and actions. VS Code
 * identifies an item by its index. To keep Enter from accepting a different item while the list grows, items
 * never move, and indexes of trailing items aren’t reused.
 */
export class ChoiceList<T> implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<ChoiceItem<T>>
  readonly #tailOf: () => readonly ChoiceItem<T>[]
  readonly #entries: ChoiceItem<T>[] = []
  #group: string | undefined
  /** The meaning of each index after the items. */
  #places: unknown[] = []
  #renderedAt = 0
  #shown = 0
  #cancelRender: (() => void) | undefined

  constructor(pick: vscode.QuickPick<ChoiceItem<T>>, tailOf: () => readonly ChoiceItem<T>[]) {
    this.#pick = pick
    this.#tailOf = tailOf
  }

  /** Returns the values of items with this label or UID. */
  named(name: string): readonly T[] {
    const label = displayLabel(name)
    return this.#entries
      .filter((entry) => entry.choice && (entry.label === label || entry.uid === name))
      .map(({ choice }) => choice?.value as T)
  }

  /** Adds items; {@link render} shows them. */
  add(choices: readonly Choice<T>[]): void {
    if (choices.length === 0) return
    this.#leavePlaces()
    for (const item of withHeadings(choices, this.#group)) this.#entries.push(item)
    this.#group = choices.at(-1)?.group
  }

  /** Shows all items; keeps the active item and the scroll position. */
  render(): void {
    this.#cancel()
    const [active] = this.#pick.activeItems
    const tail = this.#tailOf()
    const isTaken = (item: ChoiceItem<T>, place: number) =>
      place < this.#places.length && this.#places[place] !== meaningOf(item)
    if (tail.some(isTaken)) this.#leavePlaces()
    const again = active && this.#restoreActiveItem(active, tail)
    this.#pick.keepScrollPosition = again !== undefined
    this.#pick.items = [...this.#entries, ...tail]
    if (again) this.#pick.activeItems = [again]
    for (const [place, item] of tail.entries()) this.#places[place] = meaningOf(item)
    this.#shown = this.#entries.length
    this.#renderedAt = clock.elapsed('redraw')
  }

  /** Like {@link render}, but throttled. */
  renderThrottled(): void {
    const rests = this.#renderedAt + this.#shown * throttleMsPerItem - clock.elapsed('redraw')
    if (rests <= 0) this.render()
    else this.#cancelRender ??= clock.after(rests, 'redraw', () => this.render())
  }

  dispose(): void {
    this.#cancel()
  }

  /** The item to activate again, unless VS Code had activated it by itself. */
  #restoreActiveItem(
    active: ChoiceItem<T>,
    tail: readonly ChoiceItem<T>[],
  ): ChoiceItem<T> | undefined {
    if (this.#entries.includes(active)) return active
    // Any other trailing item is active only because no item matches.
    const isStop = active.choice?.value === stopLoading && this.#pick.value === ''
    if (!active.isTyped && !isStop) return undefined
    return tail.find(({ label }) => label === active.label)
  }

  #leavePlaces(): void {
    for (const _ of this.#places.splice(0)) this.#entries.push(separator(''))
  }

  #cancel(): void {
    this.#cancelRender?.()
    this.#cancelRender = undefined
  }
}

/**
 * The meaning of Enter on a trailing item. Entered text takes the index of the item that opens an input box.
 */
function meaningOf({ isTyped, choice, label }: ChoiceItem<unknown>): unknown {
  return isTyped ? enterManually : (choice?.value ?? label)
}
