import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import type { CommandId } from '../../contributions.ts'
import { joinDescription, visible } from '../../texts.ts'
import { reasonOf, tryAgain } from '../messages.ts'
import {
  choiceItem,
  displayLabel,
  separator,
  tailItem,
  type Choice,
  type ChoiceButton,
  type ChoiceItem,
  type RunButton,
} from './choices.ts'
import type { ItemPage, ItemSource } from './itemSource.ts'

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
  typed?: Typed<T>
  /** The item behind the list, for an answer of another kind. */
  last?: { label: string; value: T }
  /** The buttons in the title. */
  buttons?: readonly ChoiceButton<T>[]
}

/** An entered value that isn’t in the list. */
export interface Typed<T> {
  validate: (text: string) => string | undefined
  make: (text: string) => T
}

/** The time without keys before a list that is in use changes, in milliseconds. */
const quietMs = 100

/** The throttle for a growing list, in milliseconds per item: VS Code copies and filters all of them each time. */
const throttleMsPerItem = 0.05

/**
 * The items of a quick pick, which load while it is open. VS Code filters and sorts them.
 *
 * VS Code identifies an item by its index alone, in what it has been given last, which it may not show yet. So an
 * item keeps its index: the list only grows, and what goes leaves a gap. Whatever is selected was seen there.
 */
export class ChoiceList<T> implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<ChoiceItem>
  readonly #options: PickOptions<T>
  readonly #accept: (value: T) => void
  readonly #items: ChoiceItem[] = []
  readonly #typedItem = tailItem('edit', '', { run: () => this.#enter() })
  readonly #listening: vscode.Disposable
  /** The index of the first loaded item. */
  #loadedAt = 0
  #loaded: Choice<T>[] = []
  #tailLength = 0
  #group: string | undefined
  #pages: AsyncGenerator<ItemPage<Choice<T>>, undefined> | undefined
  #latest: ItemPage<unknown> = { values: [] }
  /** `waiting` if there are more pages, which load on demand. */
  #state: 'loading' | 'waiting' | 'over' | 'closed' = 'over'
  #wantsAll: boolean
  /** True after Enter on entered text that may still be found in the list. */
  #isEntered = false
  /** True if what was active has gone: nothing else may be there for a second Enter. */
  #isNothingActive = false
  #cancelShow: (() => void) | undefined
  #hasPage = () => {}
  /** Settles with the first page. */
  readonly firstPage = new Promise<void>((resolve) => (this.#hasPage = resolve))

  constructor(
    pick: vscode.QuickPick<ChoiceItem>,
    options: PickOptions<T>,
    accept: (value: T) => void,
  ) {
    this.#pick = pick
    this.#options = options
    this.#accept = accept
    this.#wantsAll = options.loadAll === undefined
    if (options.more) void this.#load(options.more)
    this.#append(options.choices)
    this.#loadedAt = this.#items.length - this.#tailLength
    if (options.choices.length > 0) this.#show()
    this.#listening = vscode.Disposable.from(
      pick.onDidChangeActive(() => this.#cancelShow && this.#postpone()),
      pick.onDidChangeValue(() => {
        this.#isEntered = false
        this.#isNothingActive = false
        if (options.typed || this.#cancelShow) this.#postpone()
      }),
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems
        pick.selectedItems = [] // else they stay if nothing is active next time
        if (item) item.run?.()
        else this.#enter()
      }),
      pick.onDidTriggerItemButton(({ button }) => (button as RunButton).run?.()),
    )
  }

  dispose(): void {
    this.#state = 'closed'
    this.#cancel()
    this.#listening.dispose()
    void this.#pages?.return(undefined)
  }

  get #isLoading(): boolean {
    return this.#state === 'loading'
  }

  /** The entered text. */
  get #text(): string {
    return this.#pick.value.trim()
  }

  /** Loads the next pages, or all again if there are none. */
  async #load(source: ItemSource<Choice<T>>): Promise<void> {
    if (this.#isLoading) return
    if (this.#state === 'over') {
      this.#pages = pagesOf(source)
      this.#leaveGaps(this.#loadedAt)
      this.#group = undefined
      this.#loaded = []
    }
    this.#state = 'loading'
    this.#pick.busy = true
    do {
      const { value: page = { values: [] } } = (await this.#pages?.next().catch(failedPage)) ?? {}
      if (this.#isLoading) this.#add(page)
    } while (this.#isLoading)
  }

  #add(page: ItemPage<Choice<T>>): void {
    const { values, hasMore, isInProgress, notes = [], problem } = page
    this.#latest = page
    this.#hasPage()
    for (const choice of values) this.#loaded.push(choice)
    const goesOn = problem === undefined && (this.#wantsAll || isInProgress)
    this.#state = hasMore ? (goesOn ? 'loading' : 'waiting') : 'over'
    const { autoAccept, typed } = this.#options
    // What is being entered may be the answer.
    const isFree = !this.#isEntered && (!typed || this.#pick.value === '')
    if (this.#state === 'over' && isFree && problem === undefined && notes.length === 0) {
      const only = autoAccept?.(this.#loaded)
      if (only !== undefined) return this.#accept(only)
    }
    this.#append(values)
    this.#showSoon()
    // It may name what couldn’t be loaded: another Enter takes it as it is.
    if (problem !== undefined) this.#isEntered = false
    if (this.#isEntered) this.#enter()
  }

  /** Takes the listed item that the entered text names, or the text itself if that is valid. */
  #enter(): void {
    const { typed, choices } = this.#options
    const text = this.#text
    if (!typed || text === '') return
    const label = displayLabel(text)
    const [named, ...others] = [...choices, ...this.#loaded].filter(
      (choice) => displayLabel(choice.label) === label || choice.uid === text,
    )
    // A name that isn’t the UID may be that of an item to come, too.
    const isUnique = named !== undefined && [undefined, text].includes(named.uid)
    this.#isEntered = others.length === 0 && !isUnique && this.#isLoading
    if (this.#isEntered || others.length > 0)
      this.#show() // that it waits, or what it may be
    else if (named) this.#accept(named.value)
    else if (typed.validate(text) === undefined) this.#accept(typed.make(text))
    else this.#show() // why it isn’t valid
  }

  /** Adds items, and a new tail behind them. */
  #append(choices: readonly Choice<T>[]): void {
    this.#leaveGaps(this.#items.length - this.#tailLength)
    for (const choice of choices) {
      const { group } = choice
      if (group !== undefined && group !== this.#group) this.#items.push(separator(group))
      this.#group = group
      this.#items.push(choiceItem(choice, this.#accept))
    }
    const { length } = this.#items
    this.#tailLength = this.#items.push(...this.#tail()) - length
  }

  /** Hides the items from an index on. Each still answers for a key that was pressed when it was there. */
  #leaveGaps(from: number): void {
    const gaps = this.#items.splice(from).map(({ run }) => ({ ...separator(''), run }))
    for (const gap of gaps) this.#items.push(gap)
    this.#tailLength = 0
  }

  *#tail(): Generator<ChoiceItem> {
    const { typed, loadAll, last, more } = this.#options
    const { problem, notes = [], progress } = this.#latest
    const load = () => more && void this.#load(more)
    if (this.#state === 'waiting' && problem === undefined) {
      const run = () => {
        this.#wantsAll = true
        load()
      }
      yield tailItem('search', joinDescription(loadAll, progress), { run })
    }
    if (typed) yield this.#typedItem
    if (last && !this.#isLoading) {
      yield tailItem('edit', last.label, { run: () => this.#accept(last.value) })
    }
    // Not while loading, because they would keep changing.
    for (const { title, detail = '', icon = 'warning', command } of this.#isLoading ? [] : notes) {
      const run = command && (() => this.#leaveTo(command))
      yield tailItem(icon, title, { detail, run })
    }
    if (problem !== undefined) {
      const text = joinDescription(vscode.l10n.t('Couldn’t load the list'), tryAgain())
      yield tailItem('warning', text, { run: load, detail: problem })
    }
  }

  #leaveTo(command: CommandId): void {
    this.#pick.hide()
    void vscode.commands.executeCommand(command)
  }

  /** Shows the items. What is active stays so, whatever has come before it. */
  #show(): void {
    this.#cancel()
    this.#typedItem.description = this.#offer()
    const [active] = this.#pick.activeItems
    const isKept = active !== undefined && this.#items.includes(active)
    this.#isNothingActive ||= active !== undefined && !isKept
    this.#pick.busy = this.#isLoading
    // Among sorted matches, the active item moves, and VS Code has to follow it.
    this.#pick.keepScrollPosition = this.#pick.value === ''
    this.#pick.items = [...this.#items]
    if (isKept) this.#pick.activeItems = [active]
    else if (this.#isNothingActive) this.#pick.activeItems = []
  }

  /** Offers the entered text, or says why it can’t be used. */
  #offer(): string {
    const text = this.#text
    if (text === '') return vscode.l10n.t('You can also enter a value')
    const doubt = this.#isEntered
      ? vscode.l10n.t('waiting for the list…')
      : this.#options.typed?.validate(text)
    return displayLabel(joinDescription(text, doubt ?? vscode.l10n.t('use this value')))
  }

  /**
   * Shows the items once no key has been pressed for a moment: VS Code would set back what is active to what this
   * side knows of.
   */
  #showSoon(): void {
    if (this.#pick.items.length === 0) return this.#show()
    const delayMs = Math.max(quietMs, this.#items.length * throttleMsPerItem)
    this.#cancelShow ??= clock.after(delayMs, 'redraw', () => this.#show())
  }

  #postpone(): void {
    this.#cancel()
    this.#showSoon()
  }

  #cancel(): void {
    this.#cancelShow?.()
    this.#cancelShow = undefined
  }
}

/** Shows an error that isn’t the service’s, such as one of secret storage; Retry loads all again. */
function failedPage(error: unknown): { value: ItemPage<never> } {
  return { value: { values: [], problem: visible(reasonOf(error)) } }
}

async function* pagesOf<T>(source: ItemSource<T>): AsyncGenerator<ItemPage<T>, undefined> {
  const pages = source()
  if ('then' in pages) yield await pages
  else yield* pages
}
