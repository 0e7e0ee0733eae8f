import * as vscode from 'vscode'
import { settlesWithin } from '../../api/settlesWithin.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import { errorMessage, retryLabel } from '../messages.ts'
import {
  runButtons,
  displayLabel,
  noteItem,
  tailItem,
  type Choice,
  type ChoiceItem,
  type RunButton,
} from './choices.ts'
import { pagesOf, type ItemPage } from './itemSource.ts'
import type { PickOptions } from './pickOptions.ts'
import { StableItems } from './stableItems.ts'

/**
 * How long a list is loaded before the prompt appears, in milliseconds. If the list is loaded by then and has a single
 * answer, the prompt doesn’t appear at all.
 */
const maxWaitMs = 50

/**
 * How long no key must be pressed before the items change, in milliseconds, so that they don’t move while the user
 * types.
 */
const debounceMs = 100

/**
 * The delay between two updates of a growing list, in milliseconds per item: at each update, VS Code copies and filters
 * all items.
 */
const throttleMsPerItem = 0.05

/**
 * Fills a quick pick with the loaded items, also while it is open, until disposed. The quick pick is to be shown once
 * `ready` has settled. VS Code filters and sorts the items; it identifies them by their index, see {@link StableItems}.
 */
export class ChoiceList<T> implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<ChoiceItem>
  readonly #options: PickOptions<T>
  readonly #accept: (value: T) => void
  readonly #items: StableItems<T>
  readonly #typedItem: ChoiceItem
  readonly #listeners: vscode.Disposable
  /** The index of the first loaded item. */
  readonly #loadedIndex: number
  #loadedChoices: Choice<T>[] = []
  #pages: AsyncGenerator<ItemPage<Choice<T>>, undefined> | undefined
  #latestPage: ItemPage<unknown> = { values: [] }
  /** `waiting` if there are more pages, which load only when the user asks for them. */
  #state: 'loading' | 'waiting' | 'complete' | 'disposed' = 'complete'
  /** True if all pages are to load, one after the other. */
  #wantsAllPages: boolean
  /** True if the user has pressed Enter on a text that may be the name of an item that is still loading. */
  #isEnterPending = false
  /**
   * True if the active item has disappeared. No other item becomes active then, because a second Enter would select
   * that item by accident.
   */
  #isNothingActive = false
  #updateTimer: ReturnType<typeof setTimeout> | undefined

  /** Settles when the prompt can be shown. Undefined if it can be shown at once. */
  readonly ready: Promise<unknown> | undefined

  constructor(
    pick: vscode.QuickPick<ChoiceItem>,
    options: PickOptions<T>,
    accept: (value: T) => void,
  ) {
    this.#pick = pick
    this.#options = options
    this.#accept = accept
    this.#items = new StableItems(accept)
    this.#typedItem = tailItem('edit', '', () => this.#takeEnteredText())
    this.#wantsAllPages = options.loadAll === undefined
    const { choices, more, autoAccept, buttons = [] } = options
    const loading = this.#load()
    this.#append(choices)
    this.#loadedIndex = this.#items.tailIndex
    if (choices.length > 0 || !more) this.#update()
    pick.buttons = runButtons(buttons, accept)
    this.#listeners = this.#listen()
    const mayAnswerItself = autoAccept !== undefined && choices.length === 0
    this.ready = mayAnswerItself ? settlesWithin(maxWaitMs, loading) : undefined
  }

  dispose(): void {
    this.#state = 'disposed'
    clearTimeout(this.#updateTimer)
    this.#listeners.dispose()
    void this.#pages?.return(undefined)
  }

  #listen(): vscode.Disposable {
    const pick = this.#pick
    return vscode.Disposable.from(
      pick.onDidChangeActive(() => {
        if (this.#updateTimer) this.#postponeUpdate()
      }),
      pick.onDidChangeValue(() => {
        this.#isEnterPending = false
        this.#isNothingActive = false
        if (this.#options.typed || this.#updateTimer) this.#postponeUpdate()
      }),
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems
        // VS Code keeps an item selected even if none is active, so the selection is cleared.
        pick.selectedItems = []
        if (item) item.run?.()
        else this.#takeEnteredText()
      }),
      pick.onDidTriggerItemButton(({ button }) => (button as RunButton).run?.()),
      pick.onDidTriggerButton((button: RunButton) => button.run?.()),
    )
  }

  /**
   * Loads the next page. After the last page, loads all pages again; the old items stay until the first page has
   * arrived.
   */
  async #load(): Promise<void> {
    const { more, choices } = this.#options
    if (!more || this.#state === 'loading') return
    let isFirstPage = this.#state === 'complete'
    if (isFirstPage) this.#pages = pagesOf(more)
    this.#state = 'loading'
    this.#pick.busy = true
    while (this.#isLoading()) {
      const next = await this.#pages?.next().catch(failedPage)
      if (!this.#isLoading()) return
      if (isFirstPage) {
        this.#items.removeFrom(this.#loadedIndex, choices.at(-1)?.group)
        this.#loadedChoices = []
        isFirstPage = false
      }
      this.#addPage(next?.value ?? { values: [] })
    }
  }

  #isLoading(): boolean {
    return this.#state === 'loading'
  }

  #addPage(page: ItemPage<Choice<T>>): void {
    const { values, problem } = page
    this.#latestPage = page
    for (const choice of values) this.#loadedChoices.push(choice)
    this.#state = this.#stateAfter(page)
    const onlyAnswer = this.#onlyAnswer(page)
    if (onlyAnswer !== undefined) return this.#accept(onlyAnswer)
    this.#append(values)
    this.#scheduleUpdate()
    // An error that comes instead of a page of the list may mean that the entered text is wrong. The user must be able
    // to read the error first, so the text becomes the answer only if the user presses Enter again.
    if (problem !== undefined) this.#isEnterPending = false
    if (this.#isEnterPending) this.#takeEnteredText()
  }

  #stateAfter({ hasMore, isInProgress, problem }: ItemPage<unknown>) {
    if (!hasMore) return 'complete'
    const continues = problem === undefined && (this.#wantsAllPages || isInProgress)
    return continues ? 'loading' : 'waiting'
  }

  /**
   * Returns the answer if the list is complete and leaves only one possible answer. Undefined if the user has entered a
   * text that may be an answer: it would be lost, and what the user goes on typing would end up in the next prompt.
   */
  #onlyAnswer({ problem, notes = [] }: ItemPage<unknown>): T | undefined {
    const { typed, lastChoice, autoAccept } = this.#options
    const isComplete = this.#state === 'complete' && problem === undefined && notes.length === 0
    const mayBeAnswer = typed !== undefined || lastChoice !== undefined
    const isEntering = this.#isEnterPending || (mayBeAnswer && this.#pick.value !== '')
    return isComplete && !isEntering ? autoAccept?.(this.#loadedChoices) : undefined
  }

  /**
   * Answers with the listed item whose name or UID is the entered text. If there is none, answers with the text itself
   * if it is valid.
   */
  #takeEnteredText(): void {
    const { typed } = this.#options
    const text = this.#pick.value.trim()
    if (!typed || text === '') return
    const [match, ...otherMatches] = this.#choicesNamed(text)
    const isAmbiguous = otherMatches.length > 0
    // The entered text is the name of an item. Unless it is the item’s UID, an item that isn’t loaded yet may have the
    // same name.
    const isUnique = match !== undefined && (match.uid === undefined || match.uid === text)
    this.#isEnterPending = !isAmbiguous && !isUnique && this.#isLoading()
    if (this.#isEnterPending || isAmbiguous) {
      this.#update() // shows that the prompt waits for the list, or which items the text may mean
    } else if (match) {
      this.#accept(match.value)
    } else if (typed.validate(text) === undefined) {
      this.#accept(typed.make(text))
    } else {
      this.#update() // shows why the text isn’t valid
    }
  }

  #choicesNamed(text: string): Choice<T>[] {
    const label = displayLabel(text)
    const choices = [...this.#options.choices, ...this.#loadedChoices]
    return choices.filter((choice) => displayLabel(choice.label) === label || choice.uid === text)
  }

  #append(choices: readonly Choice<T>[]): void {
    this.#items.append(choices, this.#tail())
  }

  /** Creates the items below the list: actions, and messages about what the list lacks. */
  #tail(): ChoiceItem[] {
    const { loadAll, typed, lastChoice } = this.#options
    const { problem, notes = [], progress } = this.#latestPage
    const tail: ChoiceItem[] = []
    if (this.#state === 'waiting' && problem === undefined) {
      const label = joinDescription(loadAll, progress)
      tail.push(tailItem('search', label, () => this.#loadAllPages()))
    }
    if (typed) tail.push(this.#typedItem)
    // While the list is loading, these items would change all the time, so they are left out.
    if (!this.#isLoading()) {
      if (lastChoice) tail.push(this.#lastItem(lastChoice))
      tail.push(...notes.map((note) => noteItem(note, () => this.#pick.hide())))
    }
    if (problem !== undefined) {
      const retry = joinDescription(vscode.l10n.t('Couldn’t load the list'), retryLabel())
      tail.push(tailItem('warning', retry, () => void this.#load(), problem))
    }
    return tail
  }

  #loadAllPages(): void {
    this.#wantsAllPages = true
    void this.#load()
  }

  #lastItem({ label, make }: NonNullable<PickOptions<T>['lastChoice']>): ChoiceItem {
    return tailItem('edit', label, () => this.#accept(make(this.#pick.value.trim())))
  }

  /** Passes the items on to VS Code. The active item stays active, even if other items have been inserted before it. */
  #update(): void {
    clearTimeout(this.#updateTimer)
    this.#updateTimer = undefined
    this.#typedItem.description = displayLabel(this.#enteredTextOffer())
    const pick = this.#pick
    const [active] = pick.activeItems
    const isActiveListed = active !== undefined && this.#items.includes(active)
    this.#isNothingActive ||= active !== undefined && !isActiveListed
    pick.busy = this.#isLoading()
    // When the matches are sorted, the active item may move, and VS Code must scroll to it.
    pick.keepScrollPosition = pick.value === ''
    pick.items = this.#items.all
    if (isActiveListed) pick.activeItems = [active]
    else if (this.#isNothingActive) pick.activeItems = []
  }

  /** Returns the text that offers the entered value, or that says why the value can’t be used. */
  #enteredTextOffer(): string {
    const text = this.#pick.value.trim()
    if (text === '') return vscode.l10n.t('You can also enter a value')
    const objection = this.#isEnterPending
      ? vscode.l10n.t('Loading…')
      : this.#options.typed?.validate(text)
    return joinDescription(text, objection ?? vscode.l10n.t('use this value'))
  }

  /**
   * Delays a scheduled update. After each key, VS Code sorts the items and activates another one, of which the
   * extension is told later: an earlier update would set the old item active again.
   */
  #postponeUpdate(): void {
    clearTimeout(this.#updateTimer)
    this.#updateTimer = undefined
    this.#scheduleUpdate()
  }

  /** Updates the items once no key has been pressed for a moment. If there are no items yet, updates at once. */
  #scheduleUpdate(): void {
    if (this.#pick.items.length === 0) return this.#update()
    if (this.#updateTimer) return
    const delayMs = Math.max(debounceMs, this.#items.length * throttleMsPerItem)
    this.#updateTimer = setTimeout(() => this.#update(), delayMs)
  }
}

/**
 * Returns a page with an error that isn’t the service’s, such as an error of secret storage. Retry loads all pages
 * again.
 */
function failedPage(error: unknown): { value: ItemPage<never> } {
  return { value: { values: [], problem: displayText(errorMessage(error)) } }
}
