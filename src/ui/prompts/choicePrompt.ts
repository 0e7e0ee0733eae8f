import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import { truncated } from '../../texts.ts'
import {
  actionItem,
  enterManually,
  lastItem,
  manualItem,
  problemItem,
  projectItem,
  loadMore,
  selectProject,
  stopLoading,
  typedItem,
  type Choice,
  type ChoiceButton,
  type ChoiceItem,
  type Typed,
} from './choiceItems.ts'
import { ChoiceList } from './choiceList.ts'
import type { ItemSource, ItemPage } from './itemSource.ts'
import { PageLoader } from './pageLoader.ts'

/** Options for {@link ChoicePrompt}. With `typed`, values that aren’t in the list can be entered. */
export interface PickOptions<T> {
  placeholder: string
  choices: readonly Choice<T>[]
  value?: string
  /** Further items; the list is busy until they are loaded. */
  more?: ItemSource<Choice<T>>
  /**
   * The labels of the items that load more and stop loading. Without them, everything is loaded; with `all`, it
   * is, unless it is stopped.
   */
  onDemand?: { loadMore: string; stop: string; all?: true }
  /** Returns the answer if the loaded items leave no choice. */
  autoAccept?: (read: ItemPage<Choice<T>>) => T | undefined
  typed?: Typed<T>
  last?: Choice<T>
  /** The buttons in the title. */
  buttons?: readonly ChoiceButton<T>[]
}

/** Returns whether a page has neither items nor anything to tell. */
export function hasNothing({ values, ...rest }: ItemPage<unknown>): boolean {
  const { problem, isCut, omitted, lacksProjects, hasMore } = rest
  const isTold = problem !== undefined || isCut || omitted || lacksProjects || hasMore
  return values.length === 0 && !isTold
}

/** A quick pick whose items load while it is open, and of which Poolkeeper itself finds those that match. */
export class ChoicePrompt<T> implements vscode.Disposable {
  readonly pick = vscode.window.createQuickPick<ChoiceItem<T>>()
  readonly #options: PickOptions<T>
  readonly #list: ChoiceList<T>
  readonly #read: Choice<T>[] = []
  #latest: ItemPage<unknown> | undefined
  #reading: PageLoader<Choice<T>> | undefined
  /** True after Enter on entered text that may still be found in the list. */
  #isWaiting = false

  constructor(options: PickOptions<T>) {
    const { placeholder, choices, value = '' } = options
    this.#options = options
    this.pick.placeholder = placeholder
    this.pick.value = value
    // Only to highlight what matches: the list has nothing else.
    this.pick.matchOnDescription = true
    this.pick.matchOnDetail = true
    this.#list = new ChoiceList(this.pick, () => [...this.#tail()])
    this.#list.add(choices)
    this.#list.render()
  }

  /** Starts loading and listening, until disposed. */
  listen(accept: (value: T | typeof enterManually) => void): vscode.Disposable {
    const { more, onDemand } = this.#options
    if (more) {
      this.#reading = new PageLoader(
        more,
        onDemand !== undefined,
        (part) => this.#add(part, accept),
        onDemand?.all ?? onDemand === undefined,
      )
      this.#showState()
    }
    return vscode.Disposable.from(
      this,
      this.pick.onDidChangeValue(() => {
        this.#isWaiting = false
        this.#list.render()
      }),
      this.pick.onDidAccept(() => {
        const item = this.#list.seen(this.pick.selectedItems[0])
        const value = item?.choice?.value
        if (value === loadMore) this.#turn(loadMore)
        else if (value === stopLoading) this.#turn(stopLoading)
        else if (value === selectProject) {
          this.pick.hide()
          void vscode.commands.executeCommand(commandIds.selectProject)
        } else if (value !== undefined) accept(value)
        else if (item?.isTyped || this.#isUnambiguous()) this.#enter(accept)
      }),
      this.pick.onDidTriggerItemButton(({ item, button }) => {
        const { value } = button as { value?: T }
        if (value !== undefined && this.#list.seen(item)) accept(value)
      }),
    )
  }

  /** Returns whether pasted text, entered before its list is shown, can mean only one thing. */
  #isUnambiguous(): boolean {
    return this.#list.matches().length === 0 || this.#list.named(this.#list.text).length === 1
  }

  /**
   * Handles Enter on entered text. A listed item with that name wins, so items that are still loading are
   * awaited.
   */
  #enter(accept: (value: T) => void): void {
    const { typed } = this.#options
    const { text } = this.#list
    if (!typed || text === '') return
    const [named, ...others] = this.#list.named(text)
    const isNew = named === undefined
    this.#isWaiting = isNew && this.#reading?.state === 'reading'
    if (!isNew && others.length === 0) accept(named)
    else if (isNew && !this.#isWaiting && typed.validate(text) === undefined) {
      accept(typed.make(text))
    } else this.#list.render() // shows that it waits, or the items with that name
  }

  /** True if there is nothing to select, as far as it is loaded. */
  get isEmpty(): boolean {
    const { choices, typed, last } = this.#options
    const isNone = typed !== undefined && last === undefined && choices.length === 0
    return (
      isNone && this.#read.length === 0 && this.#latest !== undefined && hasNothing(this.#latest)
    )
  }

  dispose(): void {
    this.#reading?.dispose()
    this.#list.dispose()
  }

  #add(part: ItemPage<Choice<T>>, accept: (value: T | typeof enterManually) => void): void {
    this.#latest = part
    for (const choice of part.values) this.#read.push(choice)
    const isOver = this.#reading?.state === 'over'
    const autoAccept = isOver && !this.#isWaiting ? this.#options.autoAccept : undefined
    const only = autoAccept?.({ ...part, values: this.#read })
    if (only !== undefined) return accept(only)
    if (isOver && this.#list.text === '' && this.isEmpty) return accept(enterManually)
    this.#list.add(part.values)
    this.#showState()
    if (this.#isWaiting) this.#enter(accept)
  }

  /** While items are loading, rendering is throttled. */
  #showState(): void {
    const isReading = this.#reading?.state === 'reading'
    this.pick.busy = isReading
    if (isReading) this.#list.renderThrottled()
    else this.#list.render()
  }

  #turn(to: typeof loadMore | typeof stopLoading): void {
    if (to === loadMore) this.#reading?.resume()
    else this.#reading?.pause()
    this.#showState()
    this.#list.render() // shows the opposite action at once
  }

  *#tail(): Generator<ChoiceItem<T>> {
    const { typed, last, onDemand } = this.#options
    const { problem, isCut, omitted, progress, lacksProjects } = this.#latest ?? {}
    const { text } = this.#list
    const state = this.#reading?.state
    if (problem !== undefined) {
      yield problemItem(vscode.l10n.t('Couldn’t load the list'), problem)
    }
    if (isCut) yield problemItem(truncated.title, truncated.detail)
    // Not while loading, because trailing items would keep moving.
    if (omitted && state !== 'reading') yield problemItem(omitted.title, omitted.detail)
    if (lacksProjects) yield projectItem()
    // The first page loads by itself.
    const turns = this.#latest && onDemand
    if (turns && state === 'paused') yield actionItem('search', turns.loadMore, progress, loadMore)
    if (turns && state === 'reading')
      yield actionItem('stop-circle', turns.stop, progress, stopLoading)
    if (typed && text !== '' && this.#list.named(text).length === 0) {
      yield typedItem(text, typed, this.#isWaiting)
    }
    if (typed && text === '') yield manualItem()
    if (last) yield lastItem(last)
  }
}
