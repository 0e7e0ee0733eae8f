import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import { joinDescription, truncated, visible } from '../../texts.ts'
import { reasonOf, tryAgain } from '../messages.ts'
import { lacksProjectsText } from '../notShownTexts.ts'
import {
  displayLabel,
  enterText,
  loadMore,
  retry,
  selectProject,
  tailItem,
  type Choice,
  type ChoiceButton,
  type ChoiceItem,
  type Typed,
} from './choices.ts'
import { GrowingList } from './growingList.ts'
import type { ItemPage, ItemSource } from './itemSource.ts'

/** Options for {@link ChoicePrompt}. With `typed`, values that aren’t in the list can be entered. */
export interface PickOptions<T> {
  placeholder: string
  choices: readonly Choice<T>[]
  value?: string
  /** Further items; the list is busy until they are loaded. */
  more?: ItemSource<Choice<T>>
  /** The label of the item that loads all pages; without it, they load by themselves. */
  loadAll?: string
  /** Returns the answer if the loaded items leave no choice. */
  autoAccept?: (loaded: ItemPage<Choice<T>>) => T | undefined
  typed?: Typed<T>
  /** The item behind the list, for an answer of another kind. */
  last?: { label: string; value: T }
  /** The buttons in the title. */
  buttons?: readonly ChoiceButton<T>[]
}

/** The answer that opens an input box. */
export const enterManually = Symbol('manual')

/** `waiting` if there are more pages, which load on demand. */
type State = 'loading' | 'waiting' | 'over' | 'closed'

type Accept<T> = (value: T | typeof enterManually) => void

/** A quick pick whose items load while it is open. VS Code filters and sorts them. */
export class ChoicePrompt<T> implements vscode.Disposable {
  readonly pick = vscode.window.createQuickPick<ChoiceItem<T>>()
  readonly #options: PickOptions<T>
  readonly #list = new GrowingList(this.pick, () => this.#prepare())
  readonly #typedItem: ChoiceItem<T> = tailItem({ icon: 'edit', texts: [], value: enterText })
  readonly #lastItem: ChoiceItem<T> | undefined
  /** The index of the first loaded item. */
  readonly #loadedAt: number
  #pages: AsyncGenerator<ItemPage<Choice<T>>, undefined> | undefined
  #loaded: Choice<T>[] = []
  #latest: ItemPage<unknown> = { values: [] }
  #hasPage: () => void = () => {}
  readonly #firstPage = new Promise<void>((resolve) => (this.#hasPage = resolve))
  #state: State
  #wantsAll: boolean
  /** True after Enter on entered text that may still be found in the list. */
  #isEntered = false

  constructor(options: PickOptions<T>) {
    const { placeholder, choices, value = '', loadAll, last } = options
    this.#options = options
    this.#wantsAll = loadAll === undefined
    this.#state = options.more ? 'loading' : 'over'
    this.#lastItem = last && {
      ...tailItem({ icon: 'edit', texts: [last.label] }),
      value: last.value,
    }
    this.pick.placeholder = placeholder
    this.pick.value = value
    this.pick.matchOnDescription = true
    this.pick.matchOnDetail = true
    this.#list.append(choices, [])
    this.#loadedAt = this.#list.length
    if (choices.length === 0) return
    this.#list.append([], this.#tail())
    this.#list.show()
  }

  /** Starts loading and listening, until disposed. */
  listen(accept: Accept<T>): vscode.Disposable {
    if (this.#options.more) void this.#load(this.#options.more, accept)
    return vscode.Disposable.from(
      this,
      this.pick.onDidChangeValue(() => {
        this.#isEntered = false
        if (this.#options.typed) this.#list.showSoon()
      }),
      this.pick.onDidAccept(() => {
        const [item] = this.pick.selectedItems
        this.pick.selectedItems = [] // else they stay if nothing is active next time
        if (item) this.#run(item.value, accept)
        else if (this.#text !== '') this.#enter(accept)
      }),
      this.pick.onDidTriggerItemButton(({ button }) => {
        const { value } = button as { value?: T }
        if (value !== undefined) accept(value)
      }),
    )
  }

  /** True if there is nothing to select, as far as it is loaded. */
  get isEmpty(): boolean {
    const { choices, typed, last } = this.#options
    const { problem, isCut, omitted, lacksProjects, hasMore } = this.#latest
    const isTold = problem !== undefined || isCut || omitted || lacksProjects || hasMore
    const isNone = choices.length + this.#loaded.length === 0 && last === undefined
    return typed !== undefined && isNone && !isTold
  }

  /** Settles with the first page of a list that may turn out to have nothing; undefined for any other. */
  get firstPage(): Promise<void> | undefined {
    return this.isEmpty ? this.#firstPage : undefined
  }

  dispose(): void {
    this.#state = 'closed'
    this.#list.dispose()
    void this.#pages?.return(undefined)
  }

  get #isLoading(): boolean {
    return this.#state === 'loading'
  }

  /** The entered text. */
  get #text(): string {
    return this.pick.value.trim()
  }

  /** Loads the next pages, or all again if there are none. */
  async #load(source: ItemSource<Choice<T>>, accept: Accept<T>): Promise<void> {
    if (this.#state === 'over') {
      this.#pages = undefined
      this.#list.truncate(this.#loadedAt)
      this.#loaded = []
    }
    const pages = (this.#pages ??= pagesOf(source))
    this.#state = 'loading'
    this.pick.busy = true
    do {
      const { value: page = lastPage } = await pages.next().catch(failedPage)
      if (this.#isLoading) this.#add(page, accept)
    } while (this.#isLoading)
  }

  #add(page: ItemPage<Choice<T>>, accept: Accept<T>): void {
    const { values, hasMore, isInProgress, problem } = page
    this.#latest = page
    this.#hasPage()
    for (const choice of values) this.#loaded.push(choice)
    const goesOn = problem === undefined && (this.#wantsAll || isInProgress)
    this.#state = hasMore ? (goesOn ? 'loading' : 'waiting') : 'over'
    if (this.#state === 'over') void this.#pages?.return(undefined)
    if (this.#state === 'over' && !this.#isEntered) {
      const { autoAccept, typed, value: initial = '' } = this.#options
      const isUntouched = this.pick.value === initial
      // What is being entered may be the answer.
      const only =
        isUntouched || !typed ? autoAccept?.({ ...page, values: this.#loaded }) : undefined
      if (only !== undefined) return accept(only)
      if (this.isEmpty && isUntouched) return accept(enterManually)
    }
    this.#list.append(values, this.#tail())
    this.#list.showSoon()
    if (this.#isEntered) this.#enter(accept)
  }

  #run(value: ChoiceItem<T>['value'], accept: Accept<T>): void {
    if (value === enterText) {
      if (this.#text === '') accept(enterManually)
      else this.#enter(accept)
    } else if (value === loadMore || value === retry) {
      this.#wantsAll ||= value === loadMore
      const { more } = this.#options
      if (more && !this.#isLoading) void this.#load(more, accept)
    } else if (value === selectProject) {
      this.pick.hide()
      void vscode.commands.executeCommand(commandIds.selectProject)
    } else if (value !== undefined) accept(value)
  }

  /** Takes the entered text. A listed item with that name wins, so items that are still loading are awaited. */
  #enter(accept: Accept<T>): void {
    const { typed, choices } = this.#options
    if (!typed) return
    const text = this.#text
    const label = displayLabel(text)
    const [named, ...others] = [...choices, ...this.#loaded].filter(
      (choice) => displayLabel(choice.label) === label || choice.uid === text,
    )
    this.#isEntered = !named && this.#isLoading
    if (named && others.length === 0) accept(named.value)
    else if (!named && !this.#isEntered && typed.validate(text) === undefined) {
      accept(typed.make(text))
    } else this.#list.show() // that it waits, or why it isn’t valid
  }

  /** Tells what the list can’t: that it is loading, and what is entered. */
  #prepare(): void {
    if (this.#list.length === this.#loadedAt) this.#list.append([], this.#tail())
    const { typed } = this.#options
    const text = this.#text
    const doubt = this.#isEntered ? vscode.l10n.t('waiting for the list…') : typed?.validate(text)
    this.pick.busy = this.#isLoading
    this.#typedItem.description =
      typed && text !== ''
        ? displayLabel(joinDescription(text, doubt ?? vscode.l10n.t('use this value')))
        : vscode.l10n.t('Enter Manually…')
  }

  *#tail(): Generator<ChoiceItem<T>> {
    const { typed, loadAll } = this.#options
    const { problem, isCut, omitted, progress, lacksProjects } = this.#latest
    if (this.#state === 'waiting' && problem === undefined) {
      yield tailItem({ icon: 'search', texts: [loadAll, progress], value: loadMore })
    }
    if (typed) yield this.#typedItem
    if (this.#lastItem && !this.#isLoading) yield this.#lastItem
    if (lacksProjects) {
      yield tailItem({ icon: 'project', texts: [lacksProjectsText], value: selectProject })
    }
    // Not while loading, because it would keep changing.
    if (omitted && !this.#isLoading) yield warning(omitted.title, omitted.detail)
    if (isCut) yield warning(truncated.title, truncated.detail)
    if (problem !== undefined) {
      const texts = [vscode.l10n.t('Couldn’t load the list'), tryAgain()]
      yield tailItem({ icon: 'warning', texts, detail: problem, value: retry })
    }
  }
}

function warning(title: string, detail: string): ChoiceItem<never> {
  return tailItem({ icon: 'warning', texts: [title], detail })
}

const lastPage = { values: [] }

/** Shows an error that isn’t the service’s, such as one of secret storage; Retry loads all again. */
function failedPage(error: unknown): { value: ItemPage<never> } {
  return { value: { values: [], problem: visible(reasonOf(error)) } }
}

async function* pagesOf<T>(source: ItemSource<T>): AsyncGenerator<ItemPage<T>, undefined> {
  const pages = source()
  if ('then' in pages) yield await pages
  else yield* pages
}
