import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { manual, noEntry, shown, stop, withHeadings } from './choiceItems.ts'
import type { Choice, ChoiceItem } from './choiceItems.ts'

/** How long a list is left as it is while others come: the longer it is, the more work is a change. */
const restPerEntryMs = 0.1

/**
 * The entries of a list that grows while it is shown, with a tail of entries that tell or act. VS Code
 * knows an entry by its place alone: Enter as the list grows must not choose what takes that place. So
 * entries keep their places, and the places that a tail has had go to none.
 */
export class ChoiceList<T> implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<ChoiceItem<T>>
  readonly #tailOf: () => readonly ChoiceItem<T>[]
  readonly #entries: ChoiceItem<T>[] = []
  #group: string | undefined
  /** What the places behind the entries have stood for. */
  #places: unknown[] = []
  #filledAt = 0
  #shown = 0
  #cancelFill: (() => void) | undefined

  constructor(pick: vscode.QuickPick<ChoiceItem<T>>, tailOf: () => readonly ChoiceItem<T>[]) {
    this.#pick = pick
    this.#tailOf = tailOf
  }

  /** What the entries of this label or uid stand for. */
  named(name: string): readonly T[] {
    const label = shown(name)
    return this.#entries
      .filter((entry) => entry.choice && (entry.label === label || entry.uid === name))
      .map(({ choice }) => choice?.value as T)
  }

  /** Adds entries; {@link fill} shows them. */
  add(choices: readonly Choice<T>[]): void {
    if (choices.length === 0) return
    this.#leavePlaces()
    for (const item of withHeadings(choices, this.#group)) this.#entries.push(item)
    this.#group = choices.at(-1)?.group
  }

  /** Shows what there is now; where the user is in the list, they stay. */
  fill(): void {
    this.#cancel()
    const [active] = this.#pick.activeItems
    const tail = this.#tailOf()
    const isTaken = (item: ChoiceItem<T>, place: number) =>
      place < this.#places.length && this.#places[place] !== meaningOf(item)
    if (tail.some(isTaken)) this.#leavePlaces()
    const again = active && this.#again(active, tail)
    this.#pick.keepScrollPosition = again !== undefined
    this.#pick.items = [...this.#entries, ...tail]
    if (again) this.#pick.activeItems = [again]
    for (const [place, item] of tail.entries()) this.#places[place] = meaningOf(item)
    this.#shown = this.#entries.length
    this.#filledAt = clock.elapsed('redraw')
  }

  /** The same, as soon as the list has been left alone for long enough. */
  fillSoon(): void {
    const rests = this.#filledAt + this.#shown * restPerEntryMs - clock.elapsed('redraw')
    if (rests <= 0) this.fill()
    else this.#cancelFill ??= clock.after(rests, 'redraw', () => this.fill())
  }

  dispose(): void {
    this.#cancel()
  }

  /** The entry that was active, unless nobody chose it. */
  #again(active: ChoiceItem<T>, tail: readonly ChoiceItem<T>[]): ChoiceItem<T> | undefined {
    if (this.#entries.includes(active)) return active
    const isOnlyMatch = active.choice?.value === stop && this.#pick.value !== ''
    if (active.isFallback || isOnlyMatch) return undefined
    return tail.find(({ label }) => label === active.label)
  }

  #leavePlaces(): void {
    for (const _ of this.#places.splice(0)) this.#entries.push(noEntry())
  }

  #cancel(): void {
    this.#cancelFill?.()
    this.#cancelFill = undefined
  }
}

/** What Enter on an entry of the tail comes to; what is typed takes the place of the box to type into. */
function meaningOf({ isTyped, choice, label }: ChoiceItem<unknown>): unknown {
  return isTyped ? manual : (choice?.value ?? label)
}
