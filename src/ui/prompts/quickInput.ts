import * as vscode from 'vscode'
import { plain, withoutIcons } from '../../texts.ts'
import { manual } from './choiceItems.ts'
import { ChoicePrompt, type PickOptions } from './choicePrompt.ts'

export type { Choice } from './choiceItems.ts'
export type { PickOptions } from './choicePrompt.ts'

/** The user pressed Back. */
export const back = Symbol('back')

/** What a prompt gives: a value, Back, or undefined for Escape, which ends the command in silence. */
export type Answer<T> = T | typeof back | undefined

/** The title of a prompt, and where it stands in a row of them, if in one. */
export interface StepInfo {
  title: string
  step?: number
  totalSteps?: number
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
  box.prompt = asText(options.prompt)
  box.placeholder = options.placeholder ?? ''
  box.value = options.value ?? ''
  box.password = options.password ?? false
  const value = () => (options.exact ? box.value : box.value.trim())
  const check = () => {
    const problem = options.validate?.(value())
    box.validationMessage = problem && asText(problem)
    return box.validationMessage === undefined
  }
  return show(box, info, (accept) => [
    // What is wrong is said at the first Enter, then kept up to date while it is mended.
    box.onDidAccept(() => check() && accept(value())),
    box.onDidChangeValue(() => box.validationMessage && check()),
  ])
}

/** Under a box, VS Code would make links, even to commands, and icons. */
function asText(message: string): string {
  return plain(withoutIcons(message))
}

/** Asks to choose one entry. */
export async function askChoice<T>(info: StepInfo, options: PickOptions<T>): Promise<Answer<T>> {
  const { typed, placeholder } = options
  const prompt = new ChoicePrompt(options)
  const answer = await show<T | typeof manual>(prompt.pick, info, (accept) => [
    prompt.listen(accept),
  ])
  if (answer !== manual) return answer
  if (!typed) return undefined
  const { validate, make } = typed
  // Its own step in all but number: Back leads to the list, also from the first one.
  const text = await askText(substep(info), { prompt: placeholder, validate })
  if (text === back) return askChoice(info, options)
  return text === undefined ? undefined : make(text)
}

/** Asks to choose one entry, and nothing else. Undefined where the user gave up. */
export async function choose<T>(title: string, options: PickOptions<T>): Promise<T | undefined> {
  const answer = await askChoice({ title }, options)
  return answer === back ? undefined : answer
}

/** The same step once more, from which Back leads to its first prompt. */
export function substep(info: StepInfo): StepInfo {
  return { ...info, hasBack: true }
}

/** Shows a prompt until it is answered, left by Back, or hidden. */
function show<T>(
  prompt: vscode.QuickInput & Pick<vscode.InputBox, 'buttons' | 'onDidTriggerButton'>,
  info: StepInfo,
  listen: (accept: (value: T) => void) => vscode.Disposable[],
): Promise<Answer<T>> {
  const { title, step = 1, totalSteps = 1, hasBack } = info
  prompt.title = title
  if (totalSteps > 1) {
    prompt.step = step
    prompt.totalSteps = totalSteps
  }
  if (step > 1 || hasBack) prompt.buttons = [vscode.QuickInputButtons.Back]
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
