import * as vscode from 'vscode'
import { settlesWithin } from '../../api/settlesWithin.ts'
import { joinDescription, visible } from '../../texts.ts'
import { errorMessage, retryLabel } from '../messages.ts'
import {
  runButtons,
  displayLabel,
  tailItem,
  type Choice,
  type ChoiceButton,
  type ChoiceItem,
  type RunButton,
} from './choices.ts'
import { pagesOf, type ItemPage, type ItemSource, type Note } from './itemSource.ts'
import { StableItems } from './stableItems.ts'

/** What to select from. With `typed`, values that aren’t in the list can be entered. */
export interface PickOptions<T> {
  placeholder: string
  choices: readonly Choice<T>[]
  /** Further items; the list is busy until they are loaded. */
  more?: ItemSource<Choice<T>>
  /** The label of the item that loads all pages; without it, they load by themselves. */
  loadAll?: string
  /** Returns the answer if the loaded items leave no choice. Called only if all of them could be loaded. */
  autoAccept?: (loaded: readonly Choice<T>[]) => T | undefined
  typed?: { validate: (text: string) => string | undefined; make: (text: string) => T }
  /** The item behind the list, for an answer of another kind, which begins with the entered text. */
  last?: { label: string; make: (entered: string) => T } | undefined
  /** The buttons in the title. */
  buttons?: readonly ChoiceButton<T>[]
}

/** The time to wait for a list before it is shown, because it may answer itself, in milliseconds. */
const maxWaitMs = 50

/** The time without keys before a list that is in use changes, in milliseconds. */
const debounceMs = 100

/** The throttle for a growing list, in milliseconds per item: VS Code copies and filters all of them each time. */
const throttleMsPerItem = 0.05

/**
 * Fills a quick pick, also while it is open, until disposed; it is to be shown once `ready`. VS Code filters and sorts
 * the items. See {@link StableItems} for what it identifies them by.
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
  /** `waiting` if there are more pages, which load on demand. */
  #state: 'loading' | 'waiting' | 'complete' | 'disposed' = 'complete'
  /** True if all pages load, one after the other. */
  #wantsAllPages: boolean
  /** True after Enter on entered text that may still be found in the list. */
  #isEnterPending = false
  /** True if what was active has gone: nothing else may be there for a second Enter. */
  #isNothingActive = false
  #updateTimer: ReturnType<typeof setTimeout> | undefined

  /** Settles when the list can be shown; undefined if that is now. */
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
        // VS Code keeps the selected items if nothing is active next time.
        pick.selectedItems = []
        if (item) item.run?.()
        else this.#takeEnteredText()
      }),
      pick.onDidTriggerItemButton(({ button }) => (button as RunButton).run?.()),
      pick.onDidTriggerButton((button: RunButton) => button.run?.()),
    )
  }

  /** Loads the next pages, or all again after the last one: then the items stay until the first page is there. */
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
    const { values, renewed, problem } = page
    this.#latestPage = page
    renewed?.forEach((choice, earlier) => this.#items.replace(earlier, choice))
    for (const choice of values) this.#loadedChoices.push(choice)
    this.#state = this.#stateAfter(page)
    const onlyAnswer = this.#onlyAnswer(page)
    if (onlyAnswer !== undefined) return this.#accept(onlyAnswer)
    this.#append(values)
    this.#scheduleUpdate()
    // The problem may be about what was entered: another Enter takes the text as it is.
    if (problem !== undefined) this.#isEnterPending = false
    if (this.#isEnterPending) this.#takeEnteredText()
  }

  #stateAfter({ hasMore, isInProgress, problem }: ItemPage<unknown>) {
    if (!hasMore) return 'complete'
    const continues = problem === undefined && (this.#wantsAllPages || isInProgress)
    return continues ? 'loading' : 'waiting'
  }

  /** Returns the answer if the list is complete and leaves no choice, and nothing is being entered. */
  #onlyAnswer({ problem, notes = [] }: ItemPage<unknown>): T | undefined {
    const { typed, autoAccept } = this.#options
    const isComplete = this.#state === 'complete' && problem === undefined && notes.length === 0
    const isEntering = this.#isEnterPending || (typed && this.#pick.value !== '')
    return isComplete && !isEntering ? autoAccept?.(this.#loadedChoices) : undefined
  }

  /** Takes the listed item that the entered text names, or the text itself if that is valid. */
  #takeEnteredText(): void {
    const { typed } = this.#options
    const text = this.#pick.value.trim()
    if (!typed || text === '') return
    const [match, ...otherMatches] = this.#choicesNamed(text)
    const isAmbiguous = otherMatches.length > 0
    // A name that isn’t the UID may be that of an item that isn’t loaded yet, too.
    const isUnique = match !== undefined && (match.uid === undefined || match.uid === text)
    this.#isEnterPending = !isAmbiguous && !isUnique && this.#isLoading()
    if (this.#isEnterPending || isAmbiguous) {
      this.#update() // shows that it waits, or what the text may name
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

  /** Creates the items behind the list: actions, and messages about what is missing in it. */
  #tail(): ChoiceItem[] {
    const { loadAll, typed, last } = this.#options
    const { problem, notes = [], progress } = this.#latestPage
    const tail: ChoiceItem[] = []
    if (this.#state === 'waiting' && problem === undefined) {
      const label = joinDescription(loadAll, progress)
      tail.push(tailItem('search', label, () => this.#loadAllPages()))
    }
    if (typed) tail.push(this.#typedItem)
    // Not while the list is loading, because these would keep changing.
    if (!this.#isLoading()) {
      if (last) tail.push(this.#lastItem(last))
      tail.push(...notes.map((note) => this.#noteItem(note)))
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

  #lastItem({ label, make }: NonNullable<PickOptions<T>['last']>): ChoiceItem {
    return tailItem('edit', label, () => this.#accept(make(this.#pick.value.trim())))
  }

  /** Creates the item of a note. If it has a command, the item ends the prompt, and runs that. */
  #noteItem({ title, detail, icon = 'warning', command }: Note): ChoiceItem {
    if (!command) return tailItem(icon, title, undefined, detail)
    const run = () => {
      this.#pick.hide()
      void vscode.commands.executeCommand(command)
    }
    return tailItem(icon, title, run, detail)
  }

  /** Gives the items to VS Code. The active item stays active, whatever has come before it. */
  #update(): void {
    clearTimeout(this.#updateTimer)
    this.#updateTimer = undefined
    this.#typedItem.description = displayLabel(this.#enteredTextOffer())
    const pick = this.#pick
    const [active] = pick.activeItems
    const isActiveListed = active !== undefined && this.#items.includes(active)
    this.#isNothingActive ||= active !== undefined && !isActiveListed
    pick.busy = this.#isLoading()
    // Among sorted matches, the active item moves, and VS Code has to follow it.
    pick.keepScrollPosition = pick.value === ''
    pick.items = this.#items.all
    if (isActiveListed) pick.activeItems = [active]
    else if (this.#isNothingActive) pick.activeItems = []
  }

  /** Offers the entered text, or says why it can’t be used. */
  #enteredTextOffer(): string {
    const text = this.#pick.value.trim()
    if (text === '') return vscode.l10n.t('You can also enter a value')
    const objection = this.#isEnterPending
      ? vscode.l10n.t('waiting for the list…')
      : this.#options.typed?.validate(text)
    return joinDescription(text, objection ?? vscode.l10n.t('use this value'))
  }

  /** Schedules an update anew: with each key, VS Code would set what is active back to what the extension knows of. */
  #postponeUpdate(): void {
    clearTimeout(this.#updateTimer)
    this.#updateTimer = undefined
    this.#scheduleUpdate()
  }

  /** Updates the items once no key has been pressed for a moment; at once if there are none yet. */
  #scheduleUpdate(): void {
    if (this.#pick.items.length === 0) return this.#update()
    if (this.#updateTimer) return
    const delayMs = Math.max(debounceMs, this.#items.length * throttleMsPerItem)
    this.#updateTimer = setTimeout(() => this.#update(), delayMs)
  }
}

/** Returns a page for an error that isn’t the service’s, such as one of secret storage. Retry loads everything again. */
function failedPage(error: unknown): { value: ItemPage<never> } {
  return { value: { values: [], problem: visible(errorMessage(error)) } }
}
