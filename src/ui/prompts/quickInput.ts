import * as vscode from 'vscode'
import { settlesWithin } from '../../api/deadline.ts'
import { plain, withoutIcons } from '../../texts.ts'
import { reasonOf } from '../messages.ts'
import { ChoiceList, type PickOptions } from './choiceList.ts'
import { runButton, type ChoiceItem, type RunButton } from './choices.ts'

export type { Choice, ChoiceButton } from './choices.ts'

/** The answer to the Back button. */
export const back = Symbol('back')

/** The answer to a prompt: a value, Back, or undefined for Escape, which ends the command silently. */
export type Answer<T> = T | typeof back | undefined

/** The title of a prompt, and where it stands in a row of them, if in one. */
export interface StepInfo {
  title: string
  step?: number
  totalSteps?: number
  /** True for a Back button on the first step, too. */
  hasBack?: boolean
}

/** A prompt of a sequence. It stores its value and returns the answer. */
type Step = (info: StepInfo) => Promise<Answer<unknown>>

/** The answer of a step that has nothing to ask. */
export const skipped = Symbol('skipped')

/**
 * Runs prompts in sequence; Back returns to the previous one that isn’t {@link skipped}. Resolves to false if canceled.
 */
export async function runSteps(title: string, steps: readonly Step[]): Promise<boolean> {
  let index = 0
  let direction = 1
  /** The number of steps so far that had nothing to ask. */
  let skips = 0
  while (index < steps.length) {
    const [step, totalSteps] = [index + 1 - skips, steps.length - skips]
    const answer = await steps[index]?.({ title, step, totalSteps })
    if (answer === undefined) return false
    if (answer === skipped) skips += direction
    else direction = answer === back ? -1 : 1
    index += direction
  }
  return true
}

/** Options for {@link askText}. */
export interface InputOptions {
  prompt: string
  placeholder: string
  value?: string | undefined
  password?: boolean
  /** True to keep surrounding white space. */
  exact?: boolean
  /** Returns the message for an invalid value. */
  validate?: (value: string) => string | undefined
  /**
   * Resolves to the problem of a valid value, such as one that a service doesn’t accept. The prompt stays open
   * with it, and accepts the value if Enter is pressed again.
   */
  verify?: ((value: string, signal: AbortSignal) => Promise<string | undefined>) | undefined
}

/** Prompts for a text, trimmed unless `exact`. An invalid value isn’t accepted. */
export async function askText(info: StepInfo, options: InputOptions): Promise<Answer<string>> {
  const box = vscode.window.createInputBox()
  box.prompt = asText(options.prompt)
  box.placeholder = options.placeholder
  box.value = options.value ?? ''
  box.password = options.password ?? false
  const value = () => (options.exact ? box.value : box.value.trim())
  const check = () => {
    const problem = options.validate?.(value())
    box.validationMessage = problem && asText(problem)
    return box.validationMessage === undefined
  }
  let doubted: string | undefined
  let verifying = new AbortController()
  const verify = async (accept: (value: string) => void) => {
    const own = value()
    if (!options.verify || own === doubted) return accept(own)
    verifying.abort()
    verifying = new AbortController()
    const { signal } = verifying
    box.busy = true
    const problem = await options.verify(own, signal).catch(reasonOf)
    if (signal.aborted) return
    box.busy = false
    if (problem === undefined) return accept(own)
    doubted = own
    box.validationMessage = asText(
      vscode.l10n.t('{0} (To use the value anyway, press Enter again.)', problem),
    )
  }
  box.ignoreFocusOut = true
  return show<string>(box, info, true, (accept) => ({
    listening: vscode.Disposable.from(
      // Validates on the first Enter, then on every change.
      box.onDidAccept(() => {
        if (box.busy) return // it is being verified
        if (value() === doubted || check()) void verify(accept)
      }),
      box.onDidChangeValue(() => {
        verifying.abort()
        box.busy = false
        if (box.validationMessage) check()
      }),
      { dispose: () => verifying.abort() },
    ),
  }))
}

/** Escapes a message for an input box, in which VS Code renders links, even to commands, and icons. */
function asText(message: string): string {
  return plain(withoutIcons(message))
}

/** Prompts for an item of a list. */
export function askChoice<T>(info: StepInfo, options: PickOptions<T>): Promise<Answer<T>> {
  const { placeholder, value = '', typed, autoAccept, choices, buttons = [] } = options
  const pick = vscode.window.createQuickPick<ChoiceItem>()
  pick.placeholder = placeholder
  pick.value = value
  pick.matchOnDescription = true
  pick.matchOnDetail = true
  return show<T>(pick, info, typed !== undefined, (accept) => {
    pick.buttons = buttons.map((button) => runButton(button, accept))
    const list = new ChoiceList(pick, options, accept)
    return {
      listening: list,
      ready: autoAccept && choices.length === 0 ? list.firstPage : undefined,
    }
  })
}

/** Prompts for an item of a list, outside a sequence; undefined if canceled. */
export async function choose<T>(title: string, options: PickOptions<T>): Promise<T | undefined> {
  const answer = await askChoice({ title }, options)
  return answer === back ? undefined : answer
}

/** Returns the same step with a Back button, for a second prompt in it. */
export function substep(info: StepInfo): StepInfo {
  return { ...info, hasBack: true }
}

/** The time in ms to wait for a list before it is shown, because it may answer itself. */
const maxWaitMs = 50

/** The prompts that are open; VS Code hides one, with its text, if another one is shown. */
const open = new Set<vscode.QuickInput>()

/** Returns whether a prompt is open, which would close if something else got the focus. */
export function isPromptOpen(): boolean {
  return open.size > 0
}

/**
 * Shows a prompt; resolves when it is answered or hidden. A click outside closes it, unless that would discard
 * an answer that was entered here or given before.
 */
function show<T>(
  prompt: vscode.InputBox | vscode.QuickPick<ChoiceItem>,
  { title, step = 1, totalSteps = 1, hasBack }: StepInfo,
  canEnter: boolean,
  start: (accept: (value: T) => void) => {
    listening: vscode.Disposable
    ready?: Promise<void> | undefined
  },
): Promise<Answer<T>> {
  prompt.title = title
  if (totalSteps > 1) {
    prompt.step = step
    prompt.totalSteps = totalSteps
  }
  const isBack = step > 1 || hasBack === true
  prompt.ignoreFocusOut ||= isBack
  open.add(prompt)
  return new Promise<Answer<T>>((resolve) => {
    const { listening, ready } = start(resolve)
    const own = prompt.buttons
    prompt.buttons = [...(isBack ? [vscode.QuickInputButtons.Back] : []), ...own]
    const subscriptions = vscode.Disposable.from(
      listening,
      prompt.onDidChangeValue(() => (prompt.ignoreFocusOut ||= canEnter)),
      prompt.onDidTriggerButton((button: RunButton) => (button.run ? button.run() : resolve(back))),
      prompt.onDidHide(() => {
        resolve(undefined)
        subscriptions.dispose()
      }),
    )
    const showIfOpen = () => open.has(prompt) && prompt.show()
    if (ready) void settlesWithin(maxWaitMs, ready).then(showIfOpen)
    else prompt.show()
  }).finally(() => {
    open.delete(prompt)
    prompt.dispose()
  })
}
