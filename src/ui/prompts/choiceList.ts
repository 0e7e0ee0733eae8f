import * as vscode from 'vscode'
import { settlesWithin } from '../../api/settlesWithin.ts'
import { joinDescription, visible } from '../../texts.ts'
import { errorMessage, retryLabel } from '../messages.ts'
import {
  choiceItem,
  runButtons,
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
  typed?: { validate: (text: string) => string | undefined; make: (text: string) => T }
  /** The item behind the list, for an answer of another kind, which begins with the entered text. */
  last?: { label: string; make: (entered: string) => T }
  /** The buttons in the title. */
  buttons?: readonly ChoiceButton<T>[]
}

/** The time to wait for a list before it is shown, because it may answer itself, in milliseconds. */
const maxWaitMs = 50

/** The time without keys before a list that is in use changes, in milliseconds. */
const quietMs = 100

/** The throttle for a growing list, in milliseconds per item: VS Code copies and filters all of them each time. */
const throttleMsPerItem = 0.05

/**
 * Fills a quick pick, also while it is open, until disposed; it is to be shown once `ready`. VS Code filters and sorts
 * the items.
 *
 * VS Code identifies an item by its index alone, in what it has been given last, which it may not show yet. So an
 * item keeps its index: the list only grows, and what goes leaves a gap. Whatever is selected was seen there.
 */
export function fillPick<T>(
  pick: vscode.QuickPick<ChoiceItem>,
  { choices, more, loadAll, autoAccept, typed, last, buttons = [] }: PickOptions<T>,
  accept: (value: T) => void,
): vscode.Disposable & { ready?: Promise<unknown> | undefined } {
  const items: ChoiceItem[] = []
  const itemsOfChoices = new Map<Choice<T>, ChoiceItem>()
  const typedItem = tailItem('edit', '', enter)
  let tailLength = 0
  let group: string | undefined
  /** The index of the first loaded item. */
  let loadedAt = 0
  let loaded: Choice<T>[] = []
  let pages: AsyncGenerator<ItemPage<Choice<T>>, undefined> | undefined
  let latest: ItemPage<unknown> = { values: [] }
  /** `waiting` if there are more pages, which load on demand. */
  let state: 'loading' | 'waiting' | 'over' | 'closed' = 'over'
  let wantsAll = loadAll === undefined
  /** True after Enter on entered text that may still be found in the list. */
  let isEntered = false
  /** True if what was active has gone: nothing else may be there for a second Enter. */
  let isNothingActive = false
  let showTimer: ReturnType<typeof setTimeout> | undefined

  const loading = load()
  append(choices)
  loadedAt = items.length - tailLength
  if (choices.length > 0 || !more) show()
  pick.buttons = runButtons(buttons, accept)
  const listening = vscode.Disposable.from(
    pick.onDidChangeActive(() => showTimer && showSoon({ isPostponed: true })),
    pick.onDidChangeValue(() => {
      isEntered = false
      isNothingActive = false
      if (typed || showTimer) showSoon({ isPostponed: true })
    }),
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems
      pick.selectedItems = [] // else they stay if nothing is active next time
      if (item) item.run?.()
      else enter()
    }),
    pick.onDidTriggerItemButton(({ button }) => (button as RunButton).run?.()),
    pick.onDidTriggerButton((button: RunButton) => button.run?.()),
  )
  const dispose = () => {
    state = 'closed'
    clearTimeout(showTimer)
    listening.dispose()
    void pages?.return(undefined)
  }
  const isAutomatic = autoAccept !== undefined && choices.length === 0
  return { ready: isAutomatic ? settlesWithin(maxWaitMs, loading) : undefined, dispose }

  /** Loads the next pages, or all again if there are none: what was loaded before stays until the first one is there. */
  async function load(): Promise<void> {
    if (!more || state === 'loading') return
    let isAnew = state === 'over'
    if (isAnew) pages = pagesOf(more)
    state = 'loading'
    pick.busy = true
    while (state === 'loading') {
      const { value: page = { values: [] } } = (await pages?.next().catch(failedPage)) ?? {}
      if (state !== 'loading') return
      if (isAnew) {
        leaveGaps(loadedAt)
        group = choices.at(-1)?.group
        loaded = []
        isAnew = false
      }
      add(page)
    }
  }

  function add(page: ItemPage<Choice<T>>): void {
    const { values, renewed, hasMore, isInProgress, notes = [], problem } = page
    latest = page
    renewed?.forEach((now, choice) => {
      Object.assign(itemsOfChoices.get(choice) ?? {}, choiceItem(now, accept))
    })
    for (const choice of values) loaded.push(choice)
    const goesOn = problem === undefined && (wantsAll || isInProgress)
    state = hasMore ? (goesOn ? 'loading' : 'waiting') : 'over'
    // What is being entered may be the answer.
    const isFree = !isEntered && (!typed || pick.value === '')
    if (state === 'over' && isFree && problem === undefined && notes.length === 0) {
      const only = autoAccept?.(loaded)
      if (only !== undefined) return accept(only)
    }
    append(values)
    showSoon()
    // It may name what couldn’t be loaded: another Enter takes it as it is.
    if (problem !== undefined) isEntered = false
    if (isEntered) enter()
  }

  /** Takes the listed item that the entered text names, or the text itself if that is valid. */
  function enter(): void {
    const text = pick.value.trim()
    if (!typed || text === '') return
    const label = displayLabel(text)
    const [named, ...others] = [...choices, ...loaded].filter(
      (choice) => displayLabel(choice.label) === label || choice.uid === text,
    )
    // A name that isn’t the UID may be that of an item to come, too.
    const isUnique = named !== undefined && [undefined, text].includes(named.uid)
    isEntered = others.length === 0 && !isUnique && state === 'loading'
    if (isEntered || others.length > 0)
      show() // that it waits, or what it may be
    else if (named) accept(named.value)
    else if (typed.validate(text) === undefined) accept(typed.make(text))
    else show() // why it isn’t valid
  }

  /** Adds items, and a new tail behind them. */
  function append(added: readonly Choice<T>[]): void {
    leaveGaps(items.length - tailLength)
    for (const choice of added) {
      if (choice.group !== undefined && choice.group !== group) items.push(separator(choice.group))
      group = choice.group
      const item = choiceItem(choice, accept)
      itemsOfChoices.set(choice, item)
      items.push(item)
    }
    const behind = tail()
    items.push(...behind)
    tailLength = behind.length
  }

  /** Hides the items from an index on. Each still answers for a key that was pressed when it was there. */
  function leaveGaps(from: number): void {
    const gaps = items.splice(from).map(({ run }) => ({ ...separator(''), run }))
    for (const gap of gaps) items.push(gap)
    tailLength = 0
  }

  function tail(): ChoiceItem[] {
    const { problem, notes = [], progress } = latest
    const isLoading = state === 'loading'
    const loadRest = () => {
      wantsAll = true
      void load()
    }
    const canLoad = state === 'waiting' && problem === undefined
    const retry = joinDescription(vscode.l10n.t('Couldn’t load the list'), retryLabel())
    return [
      ...(canLoad ? [tailItem('search', joinDescription(loadAll, progress), loadRest)] : []),
      ...(typed ? [typedItem] : []),
      ...(last && !isLoading
        ? [tailItem('edit', last.label, () => accept(last.make(pick.value.trim())))]
        : []),
      // Not while loading, because they would keep changing.
      ...(isLoading ? [] : notes).map(({ title, detail, icon = 'warning', command }) => {
        const leave = () => {
          pick.hide()
          if (command) void vscode.commands.executeCommand(command)
        }
        return tailItem(icon, title, command && leave, detail)
      }),
      ...(problem === undefined ? [] : [tailItem('warning', retry, () => void load(), problem)]),
    ]
  }

  /** Shows the items. What is active stays so, whatever has come before it. */
  function show(): void {
    clearTimeout(showTimer)
    showTimer = undefined
    typedItem.description = displayLabel(offer())
    const [active] = pick.activeItems
    const isKept = active !== undefined && items.includes(active)
    isNothingActive ||= active !== undefined && !isKept
    pick.busy = state === 'loading'
    // Among sorted matches, the active item moves, and VS Code has to follow it.
    pick.keepScrollPosition = pick.value === ''
    pick.items = [...items]
    if (isKept) pick.activeItems = [active]
    else if (isNothingActive) pick.activeItems = []
  }

  /** Offers the entered text, or says why it can’t be used. */
  function offer(): string {
    const text = pick.value.trim()
    if (text === '') return vscode.l10n.t('You can also enter a value')
    const doubt = isEntered ? vscode.l10n.t('waiting for the list…') : typed?.validate(text)
    return joinDescription(text, doubt ?? vscode.l10n.t('use this value'))
  }

  /**
   * Shows the items once no key has been pressed for a moment: VS Code would set back what is active to what this
   * side knows of.
   */
  function showSoon({ isPostponed = false } = {}): void {
    if (pick.items.length === 0) return show()
    if (isPostponed) clearTimeout(showTimer)
    else if (showTimer) return
    const delayMs = Math.max(quietMs, items.length * throttleMsPerItem)
    showTimer = setTimeout(show, delayMs)
  }
}

/** Shows an error that isn’t the service’s, such as one of secret storage; Retry loads all again. */
function failedPage(error: unknown): { value: ItemPage<never> } {
  return { value: { values: [], problem: visible(errorMessage(error)) } }
}

async function* pagesOf<T>(source: ItemSource<T>): AsyncGenerator<ItemPage<T>, undefined> {
  const pages = source()
  if ('then' in pages) yield await pages
  else yield* pages
}
