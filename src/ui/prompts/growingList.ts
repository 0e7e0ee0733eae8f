import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { separator, withHeadings, type Choice, type ChoiceItem } from './choices.ts'

/** The time without keys before a list that is in use changes, in milliseconds. */
const quietMs = 100

/** The throttle for a growing list, in milliseconds per item: VS Code copies and filters all of them each time. */
const throttleMsPerItem = 0.05

/**
 * The items of a quick pick that may get more while it is open.
 *
 * VS Code identifies an item by its index alone, in what it has been given last, which it may not show yet. So
 * an item keeps its index: the list only grows, and what goes leaves a gap. Whatever is selected was seen there.
 */
export class GrowingList<T> implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<ChoiceItem<T>>
  readonly #onShow: () => void
  readonly #items: ChoiceItem<T>[] = []
  #tailLength = 0
  #group: string | undefined
  #shownAt = 0
  #cancelShow: (() => void) | undefined
  /** True if what was active has gone: nothing else may be there for a second Enter. */
  #isNothingActive = false
  readonly #listening: readonly vscode.Disposable[]

  /** `onShow` is called before VS Code gets the items. */
  constructor(pick: vscode.QuickPick<ChoiceItem<T>>, onShow: () => void) {
    this.#pick = pick
    this.#onShow = onShow
    this.#listening = [
      pick.onDidChangeActive(() => this.#postpone()),
      pick.onDidChangeValue(() => {
        this.#isNothingActive = false
        this.#postpone()
      }),
    ]
  }

  get length(): number {
    return this.#items.length
  }

  /** Adds items, and a tail behind them in the place of the one that is there; {@link show} shows them. */
  append(choices: readonly Choice<T>[], tail: Iterable<ChoiceItem<T>>): void {
    this.#leaveGaps(this.#items.length - this.#tailLength)
    for (const item of withHeadings(choices, this.#group)) this.#items.push(item)
    if (choices.length > 0) this.#group = choices.at(-1)?.group
    const { length } = this.#items
    this.#tailLength = this.#items.push(...tail) - length
  }

  /** Shows the items. What is active stays so, whatever has come before it. */
  show(): void {
    this.#cancel()
    this.#onShow()
    const [active] = this.#pick.activeItems
    const isKept = active !== undefined && this.#items.includes(active)
    this.#isNothingActive ||= active !== undefined && !isKept
    // Among sorted matches, the active item moves, and VS Code has to follow it.
    this.#pick.keepScrollPosition = this.#pick.value === ''
    this.#pick.items = [...this.#items]
    if (isKept) this.#pick.activeItems = [active]
    else if (this.#isNothingActive) this.#pick.activeItems = []
    this.#shownAt = clock.elapsed('redraw')
  }

  /**
   * Shows the items once no key has been pressed for a moment: VS Code would set back what is active to what this
   * side knows of.
   */
  showSoon(): void {
    if (this.#pick.items.length === 0) return this.show()
    const rests = this.#shownAt + this.#items.length * throttleMsPerItem - clock.elapsed('redraw')
    this.#cancelShow ??= clock.after(Math.max(quietMs, rests), 'redraw', () => this.show())
  }

  /** Removes the items from an index on. */
  truncate(from: number): void {
    this.#leaveGaps(from)
    this.#tailLength = 0
  }

  dispose(): void {
    this.#cancel()
    for (const one of this.#listening) one.dispose()
  }

  /** Hides the items from an index on. Each still answers for a key that was pressed when it was there. */
  #leaveGaps(from: number): void {
    for (const { value } of this.#items.splice(from)) {
      this.#items.push(value === undefined ? separator('') : { ...separator(''), value })
    }
  }

  #postpone(): void {
    if (!this.#cancelShow) return
    this.#cancel()
    this.showSoon()
  }

  #cancel(): void {
    this.#cancelShow?.()
    this.#cancelShow = undefined
  }
}
