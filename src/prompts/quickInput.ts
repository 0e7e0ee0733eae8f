import * as vscode from 'vscode'
import { withoutIcons } from '../texts.ts'
import type { Listed } from './listed.ts'

/** The user pressed Back. */
export const back = Symbol('back')

/** What a prompt gives: a value, Back, or undefined for Escape, which ends the command in silence. */
export type Answer<T> = T | typeof back | undefined

/** Where a prompt stands in a row of them. */
export interface StepInfo {
  title: string
  step: number
  totalSteps: number
  /** Whether Back leads somewhere, also from the first step. */
  hasBack?: boolean
}

/** One prompt in a row: notes what it learnt, and says how it ended. */
export type Step = (info: StepInfo) => Promise<Answer<unknown>>

/**
 * Runs prompts one after the other; Back returns to the one before. Returns false where the user
 * gave up.
 */
export async function runSteps(title: string, steps: readonly Step[]): Promise<boolean> {
  let index = 0
  while (index < steps.length) {
    const answer = await steps[index]?.({ title, step: index + 1, totalSteps: steps.length })
    if (answer === undefined) return false
    index += answer === back ? -1 : 1
  }
  return true
}

/** A box to type into. */
export interface InputOptions {
  prompt: string
  placeholder?: string
  value?: string | undefined
  password?: boolean
  /** White space around the value belongs to it. */
  exact?: boolean
  /** Says what is wrong with a value; undefined where nothing is. */
  validate?: (value: string) => string | undefined
}

/**
 * Asks for a text; it is trimmed, unless it must be exact. A box whose value is not valid can only be
 * left by Escape or Back.
 */
export async function askText(info: StepInfo, options: InputOptions): Promise<Answer<string>> {
  const box = vscode.window.createInputBox()
  box.prompt = options.prompt
  box.placeholder = options.placeholder ?? ''
  box.value = options.value ?? ''
  box.password = options.password ?? false
  const value = () => (options.exact ? box.value : box.value.trim())
  const check = () => {
    box.validationMessage = options.validate?.(value())
    return box.validationMessage === undefined
  }
  return show(box, info, (accept) => [
    // What is wrong is said at the first Enter, then kept up to date while it is mended.
    box.onDidAccept(() => check() && accept(value())),
    box.onDidChangeValue(() => box.validationMessage && check()),
  ])
}

/** An entry of a list. */
export interface Choice<T> {
  label: string
  description?: string
  value: T
  /** A heading above it, where it is the first of its group. */
  group?: string
}

/** A list to choose from; where `typed` is given, a value that is not in it can be typed. */
export interface PickOptions<T> {
  placeholder: string
  choices: readonly Choice<T>[]
  /** What stands in the box at first. */
  value?: string
  /** What is still being read; the list shows that it waits. */
  more?: Promise<Listed<Choice<T>>>
  /** The answer, where what was read leaves no choice. */
  settle?: (read: Listed<Choice<T>>) => T | undefined
  typed?: Typed<T>
}

interface Typed<T> {
  /** What choosing it means. */
  describe: string
  validate: (text: string) => string | undefined
  make: (text: string) => T
}

/** Asks to choose one entry. */
export async function askChoice<T>(info: StepInfo, options: PickOptions<T>): Promise<Answer<T>> {
  const { typed, placeholder, more } = options
  const list = vscode.window.createQuickPick<ChoiceItem<T>>()
  list.placeholder = placeholder
  list.value = options.value ?? ''
  list.matchOnDescription = true
  let choices = options.choices
  let problem: string | undefined
  const fill = () => {
    const text = list.value.trim()
    const [active] = list.activeItems
    const items: ChoiceItem<T>[] = [
      ...withHeadings(choices),
      ...(problem ? [problemItem<T>(problem)] : []),
    ]
    const isListed = choices.some(({ label }) => label === text)
    if (typed && text !== '' && !isListed) items.push(typedItem(text, typed))
    if (typed && text === '') items.push(manualItem())
    list.items = items
    // The last entry is active as long as it is the only one, not because anybody chose it.
    const isChosen = active?.choice?.value !== manual
    const again = isChosen && items.find(({ label }) => label === active?.label)
    if (again) list.activeItems = [again]
  }
  fill()
  const answer = await show<T | typeof manual>(list, info, (accept) => {
    let isOpen = true
    if (more) {
      list.busy = true
      void more.then((result) => {
        if (!isOpen) return
        const only = options.settle?.(result)
        if (only !== undefined) return accept(only)
        list.busy = false
        choices = [...choices, ...result.values]
        problem = result.problem
        fill()
      })
    }
    return [
      { dispose: () => (isOpen = false) },
      list.onDidChangeValue(fill),
      list.onDidAccept(() => {
        const [selected] = list.selectedItems
        // Pasted and entered at once, a value comes before its entry is in the list; entered as the
        // list is filled, it comes with the place that its entry had, where a heading is now.
        const isEntry = selected && selected.kind !== vscode.QuickPickItemKind.Separator
        const item = isEntry ? selected : typed && typedItem(list.value.trim(), typed)
        if (item?.choice) accept(item.choice.value)
      }),
    ]
  })
  if (answer !== manual) return answer
  if (!typed) return undefined
  const { validate, make } = typed
  // Its own step in all but number: Back leads to the list, also from the first one.
  const text = await askText(substep(info), { prompt: placeholder, validate })
  if (text === back) return askChoice(info, options)
  return text === undefined ? undefined : make(text)
}

/** The same step once more, from which Back leads to its first prompt. */
export function substep(info: StepInfo): StepInfo {
  return { ...info, hasBack: true }
}

const manual = Symbol('manual')

interface ChoiceItem<T> extends vscode.QuickPickItem {
  choice?: { value: T | typeof manual }
}

function* withHeadings<T>(choices: readonly Choice<T>[]): Generator<ChoiceItem<T>> {
  let heading: string | undefined
  for (const choice of choices) {
    if (choice.group !== undefined && choice.group !== heading) {
      yield { label: choice.group, kind: vscode.QuickPickItemKind.Separator }
    }
    heading = choice.group
    const description = choice.description && withoutIcons(choice.description)
    yield { label: withoutIcons(choice.label), ...(description && { description }), choice }
  }
}

/** What was typed, as an entry of its own; where it is not valid, it says why and cannot be chosen. */
function typedItem<T>(
  text: string,
  { describe, validate, make }: NonNullable<PickOptions<T>['typed']>,
): ChoiceItem<T> {
  const problem = validate(text)
  return {
    label: withoutIcons(text),
    description: problem ?? describe,
    alwaysShow: true,
    ...(problem === undefined && { choice: { value: make(text) } }),
  }
}

/** Opens a box to type into: what typing in the list does too, for those who look for it. */
function manualItem<T>(): ChoiceItem<T> {
  const label = vscode.l10n.t('Enter manually…')
  return { label, alwaysShow: true, choice: { value: manual } }
}

/** Says why the list is short; choosing it does nothing. */
function problemItem<T>(problem: string): ChoiceItem<T> {
  const label = vscode.l10n.t('The list could not be read')
  return { label: `$(warning) ${label}`, detail: withoutIcons(problem), alwaysShow: true }
}

/** Shows a prompt until it is answered, left by Back, or hidden. */
function show<T>(
  prompt: vscode.QuickInput & Pick<vscode.InputBox, 'buttons' | 'onDidTriggerButton'>,
  info: StepInfo,
  listen: (accept: (value: T) => void) => vscode.Disposable[],
): Promise<Answer<T>> {
  prompt.title = info.title
  if (info.totalSteps > 1) {
    prompt.step = info.step
    prompt.totalSteps = info.totalSteps
  }
  if (info.step > 1 || info.hasBack) prompt.buttons = [vscode.QuickInputButtons.Back]
  // A look at another window must not lose what was typed.
  prompt.ignoreFocusOut = true
  return new Promise<Answer<T>>((resolve) => {
    const subscriptions = vscode.Disposable.from(
      ...listen(resolve),
      prompt.onDidTriggerButton(() => resolve(back)),
      prompt.onDidHide(() => {
        resolve(undefined)
        subscriptions.dispose()
      }),
    )
    prompt.show()
  }).finally(() => prompt.dispose())
}
