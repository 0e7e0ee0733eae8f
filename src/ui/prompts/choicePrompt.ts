import * as vscode from 'vscode'
import { cutText, cutTitle } from '../../texts.ts'
import {
  actionItem,
  choiceItem,
  manual,
  manualItem,
  problemItem,
  readOn,
  stop,
  typedItem,
  type Choice,
  type ChoiceItem,
  type Typed,
} from './choiceItems.ts'
import { ChoiceList } from './choiceList.ts'
import type { Arriving, Listed } from './listed.ts'
import { Reading } from './reading.ts'

/** A list to choose from; where `typed` is given, a value that is not in it can be typed. */
export interface PickOptions<T> {
  placeholder: string
  choices: readonly Choice<T>[]
  /** What stands in the box at first. */
  value?: string
  /** What is still being read; the list shows that it waits. */
  more?: Arriving<Choice<T>>
  /** The entries that read on after the first part, and stop that. Without them, all is read. */
  onDemand?: { readOn: string; stop: string }
  /** The answer, where what was read leaves no choice. */
  settle?: (read: Listed<Choice<T>>) => T | undefined
  typed?: Typed<T>
  /** What stays the last entry. */
  last?: Choice<T>
}

/** A quick pick whose entries come while it is open. */
export class ChoicePrompt<T> implements vscode.Disposable {
  readonly pick = vscode.window.createQuickPick<ChoiceItem<T>>()
  readonly #options: PickOptions<T>
  readonly #list: ChoiceList<T>
  readonly #read: Choice<T>[] = []
  #latest: Listed<unknown> | undefined
  #reading: Reading<Choice<T>> | undefined
  /** Whether Enter was pressed on what was typed, and the list may still name it. */
  #isWaiting = false

  constructor(options: PickOptions<T>) {
    const { placeholder, choices, value = '' } = options
    this.#options = options
    this.pick.placeholder = placeholder
    this.pick.value = value
    this.pick.matchOnDescription = true
    this.#list = new ChoiceList(this.pick, () => [...this.#tail()])
    this.#list.add(choices)
    this.#list.fill()
  }

  /** Begins to read, and listens until it is disposed of. */
  listen(accept: (value: T | typeof manual) => void): vscode.Disposable {
    const { more, onDemand, typed } = this.#options
    if (more) {
      this.#reading = new Reading(more, onDemand !== undefined, (part) => this.#add(part, accept))
      this.#showState()
    }
    return vscode.Disposable.from(
      this,
      this.pick.onDidChangeValue(() => {
        this.#isWaiting = false
        if (typed) this.#list.fill()
      }),
      this.pick.onDidAccept(() => {
        const value = this.pick.selectedItems[0]?.choice?.value
        if (value === readOn) this.#turn(readOn)
        else if (value === stop) this.#turn(stop)
        else if (value !== undefined) accept(value)
        else this.#enter(accept)
      }),
    )
  }

  /**
   * Enter on what was typed, or on nothing that can be chosen: pasted and entered at once, a value comes
   * before its entry is in the list; entered as the list is filled, it comes with a place that is none
   * any more. A listed entry of that name comes first, so what is on its way is waited for.
   */
  #enter(accept: (value: T) => void): void {
    const { typed } = this.#options
    const text = this.pick.value.trim()
    if (!typed || text === '') return
    const [named, ...others] = this.#list.named(text)
    const isNew = named === undefined
    this.#isWaiting = isNew && this.#reading?.state === 'reading'
    if (!isNew && others.length === 0) accept(named)
    else if (isNew && !this.#isWaiting && typed.validate(text) === undefined) {
      accept(typed.make(text))
    } else this.#list.fill() // shows that it waits, or the several that are called so
  }

  dispose(): void {
    this.#reading?.dispose()
    this.#list.dispose()
  }

  #add(part: Listed<Choice<T>>, accept: (value: T) => void): void {
    this.#latest = part
    for (const choice of part.values) this.#read.push(choice)
    const isOver = this.#reading?.state === 'over'
    const settle = isOver && !this.#isWaiting ? this.#options.settle : undefined
    const only = settle?.({ ...part, values: this.#read })
    if (only !== undefined) return accept(only)
    this.#list.add(part.values)
    this.#showState()
    if (this.#isWaiting) this.#enter(accept)
  }

  /** As long as there is more to come the list is not changed for each part of it. */
  #showState(): void {
    const isReading = this.#reading?.state === 'reading'
    this.pick.busy = isReading
    if (isReading) this.#list.fillSoon()
    else this.#list.fill()
  }

  #turn(to: typeof readOn | typeof stop): void {
    if (to === readOn) this.#reading?.goOn()
    else this.#reading?.pause()
    this.#showState()
    this.#list.fill() // the other entry at once
  }

  /** What stands below the entries. */
  *#tail(): Generator<ChoiceItem<T>> {
    const { typed, last, onDemand } = this.#options
    const { problem, isCut, omitted, progress } = this.#latest ?? {}
    const text = this.pick.value.trim()
    const state = this.#reading?.state
    if (problem !== undefined) {
      yield problemItem(vscode.l10n.t('Couldn’t load the list'), problem)
    }
    if (isCut) yield problemItem(cutTitle(), cutText())
    // Once there is a reason: while a list is searched, its last entries would never stand still.
    if (omitted && state !== 'reading') yield problemItem(omitted.title, omitted.detail)
    // The first part comes by itself, and at once.
    const turns = this.#latest && onDemand
    if (turns && state === 'paused') yield actionItem('search', turns.readOn, progress, readOn)
    if (turns && state === 'reading') yield actionItem('stop-circle', turns.stop, progress, stop)
    if (typed && text !== '' && this.#list.named(text).length === 0) {
      yield typedItem(text, typed, this.#isWaiting)
    }
    if (typed && text === '') yield manualItem()
    if (last) yield { ...choiceItem(last), alwaysShow: true, isFallback: true }
  }
}
