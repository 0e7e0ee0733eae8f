import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import {
  behindMatches,
  choiceItem,
  displayLabel,
  moreItem,
  separator,
  stopLoading,
  withHeadings,
  type Choice,
  type ChoiceItem,
} from './choiceItems.ts'
import { ChoiceSearch } from './choiceSearch.ts'

/** The throttle for rendering, in milliseconds per item: longer lists take longer. */
const throttleMsPerItem = 0.02

/** The maximum number of items that VS Code gets at once. With every keystroke, it filters and sorts them. */
const maxRendered = 200

/** A list that VS Code was given, and may be showing. */
interface Rendering<T> {
  /** The index of the first row; see {@link ChoiceList}. */
  readonly start: number
  readonly rows: readonly ChoiceItem<T>[]
  /** The text that the rows match. */
  readonly text: string
  readonly hasMatches: boolean
}

/**
 * The items of a list that match the entered text, with trailing items for messages and actions. They may be
 * loaded while the list is open.
 *
 * VS Code identifies an item by its index alone, in what it has been given last, which it may not show yet.
 * So no index has two meanings while VS Code may show either: a new rendering uses others, and items of the
 * previous ones stay as separators, which aren’t shown. Whatever is selected, {@link seen} tells what it was.
 */
export class ChoiceList<T> implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<ChoiceItem<T>>
  readonly #tailOf: () => readonly ChoiceItem<T>[]
  readonly #choices: Choice<T>[] = []
  readonly #labels: string[] = []
  readonly #search = new ChoiceSearch()
  readonly #listening: vscode.Disposable
  /** The one that VS Code has confirmed and those since. */
  #renderings: Rendering<T>[] = []
  #renderedAt = 0
  #cancelRender: (() => void) | undefined

  constructor(pick: vscode.QuickPick<ChoiceItem<T>>, tailOf: () => readonly ChoiceItem<T>[]) {
    this.#pick = pick
    this.#tailOf = tailOf
    this.#listening = pick.onDidChangeActive(([active]) => {
      const confirmed = active && this.#renderingOf(active)
      if (confirmed) this.#renderings.splice(0, this.#renderings.indexOf(confirmed))
    })
  }

  /** The entered text. */
  get text(): string {
    return this.#pick.value.trim()
  }

  /** Returns the values of items with this label or UID. */
  named(name: string): readonly T[] {
    const label = displayLabel(name)
    return this.#choices
      .filter(({ uid }, index) => this.#labels[index] === label || uid === name)
      .map(({ value }) => value)
  }

  /** Returns the items that match the entered text, the best ones first. */
  matches(): readonly Choice<T>[] {
    if (this.text === '') return this.#choices
    return this.#search.find(this.text).flatMap((index) => this.#choices[index] ?? [])
  }

  /** Adds items; {@link render} shows them. */
  add(choices: readonly Choice<T>[]): void {
    for (const choice of choices) {
      const label = displayLabel(choice.label)
      this.#choices.push(choice)
      this.#labels.push(label)
      this.#search.add(label, choice.description, choice.detail, choice.uid)
    }
  }

  /**
   * Returns the item as it was when it was selected; undefined if its list was for another text, which people
   * have typed over, unless it’s all that matches the new text, too.
   */
  seen(item: ChoiceItem<T> | undefined): ChoiceItem<T> | undefined {
    const rendering = item && this.#renderingOf(item)
    if (!rendering) return undefined
    const seen = item.was ?? item
    if (rendering.text === this.text) return seen
    const [only, ...others] = this.matches()
    return only && only === seen.choice && others.length === 0 ? seen : undefined
  }

  /** Shows the matches. With the same text as before, keeps the active item and the scroll position. */
  render(): void {
    this.#cancel()
    const last = this.#renderings.at(-1)
    const { text } = this
    const active = last?.text === text ? this.seen(this.#pick.activeItems[0]) : undefined
    const matches = this.matches()
    const hasMatches = text !== '' && matches.length > 0
    const shown = matches.slice(0, maxRendered)
    // Among all: not every match is ranked, and better ones may have come.
    const own = active?.choice && this.#choices.find((choice) => choice === active.choice)
    if (own && !shown.includes(own)) shown.splice(-1, 1, own)
    const tail = [...(matches.length > maxRendered ? [moreItem<T>()] : []), ...this.#tailOf()]
    const rows = [
      ...(text === '' ? withHeadings(shown) : shown.map(choiceItem)),
      ...(hasMatches ? tail.map(behindMatches) : tail),
    ]
    const again = active && rows.find((row) => isSame(row, active, last?.hasMatches))
    const rendering = { start: this.#freeStart(rows.length), rows, text, hasMatches }
    this.#renderings.push(rendering)
    this.#pick.keepScrollPosition = again !== undefined
    this.#pick.items = this.#items()
    if (again) this.#pick.activeItems = [again]
    this.#renderedAt = clock.elapsed('redraw')
  }

  /** Like {@link render}, but throttled. */
  renderThrottled(): void {
    const restsMs = this.#choices.length * throttleMsPerItem
    const rests = this.#renderedAt + restsMs - clock.elapsed('redraw')
    if (rests <= 0) this.render()
    else this.#cancelRender ??= clock.after(rests, 'redraw', () => this.render())
  }

  dispose(): void {
    this.#cancel()
    this.#listening.dispose()
  }

  #renderingOf(item: ChoiceItem<T>): Rendering<T> | undefined {
    return this.#renderings.find(({ rows }) => rows.includes(item.was ?? item))
  }

  /** Returns the first index of so many that no rendering uses. */
  #freeStart(length: number): number {
    let start = 0
    for (const one of this.#renderings.toSorted((a, b) => a.start - b.start)) {
      if (start + length <= one.start) break
      start = Math.max(start, one.start + one.rows.length)
    }
    return start
  }

  /** Returns the latest rows at their indexes, among the places of the earlier ones. */
  #items(): ChoiceItem<T>[] {
    const latest = this.#renderings.at(-1)
    const items: ChoiceItem<T>[] = []
    for (const one of this.#renderings) {
      for (const [index, row] of one.rows.entries()) {
        items[one.start + index] = one === latest ? row : { ...separator<T>(''), was: row }
      }
    }
    return Array.from(items, (item) => item ?? separator(''))
  }

  #cancel(): void {
    this.#cancelRender?.()
    this.#cancelRender = undefined
  }
}

/**
 * Returns whether a row is to be active again. A trailing item isn’t if VS Code had activated it by itself
 * because there was nothing else; then it stands back behind what has come.
 */
function isSame<T>(row: ChoiceItem<T>, active: ChoiceItem<T>, hadMatches = false): boolean {
  if (active.isTyped) return hadMatches && row.isTyped === true
  if (active.isTail)
    return active.choice?.value === stopLoading && row.choice?.value === stopLoading
  return active.choice !== undefined && row.choice === active.choice
}
