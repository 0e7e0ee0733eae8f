import * as vscode from 'vscode'
import { settlesWithin } from '../../api/deadline.ts'
import { plain, withoutIcons } from '../../texts.ts'
import { reasonOf } from '../messages.ts'
import { ChoicePrompt, enterManually, type PickOptions } from './choicePrompt.ts'
import { quickButton, type ChoiceButton, type Typed } from './choices.ts'

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
  /** True if text was entered in an earlier step, which a click outside would discard. */
  hasText?: boolean
  /** Called when text is entered. */
  onText?: () => void
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
  let hasText = false
  /** The number of steps so far that had nothing to ask. */
  let skips = 0
  const onText = () => (hasText = true)
  while (index < steps.length) {
    const [step, totalSteps] = [index + 1 - skips, steps.length - skips]
    const answer = await steps[index]?.({ title, step, totalSteps, hasText, onText })
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
  return show(box, info, true, (accept) => [
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
  ])
}

/** Escapes a message for an input box, in which VS Code renders links, even to commands, and icons. */
function asText(message: string): string {
  return plain(withoutIcons(message))
}

/** Prompts for an item of a list, or in an input box if the list has nothing to select. */
export async function askChoice<T>(info: StepInfo, options: PickOptions<T>): Promise<Answer<T>> {
  const { typed } = options
  const prompt = new ChoicePrompt(options)
  const canEnter = typed !== undefined
  const answer = await show<T | typeof enterManually>(
    prompt.pick,
    info,
    canEnter,
    (accept) => [prompt.listen(accept)],
    options.buttons,
    prompt.firstPage,
  )
  if (answer !== enterManually) return answer
  if (!typed) return undefined
  if (prompt.isEmpty) return enter(info, options, typed)
  // A step without a number of its own: Back returns to the list, even from the first step.
  const entered = await enter(substep(info), options, typed)
  return entered === back ? askChoice(info, options) : entered
}

/** Prompts for a value that isn’t in a list. */
async function enter<T>(
  info: StepInfo,
  { placeholder: prompt, value }: PickOptions<T>,
  { validate, make }: Typed<T>,
): Promise<Answer<T>> {
  const placeholder = vscode.l10n.t('Name or UID')
  const text = await askText(info, { prompt, placeholder, value, validate })
  return text === back || text === undefined ? text : make(text)
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

/** The time in ms to wait for a list before it is shown, so that an empty one doesn’t flash. */
const maxWaitMs = 50

/** The prompts that are open; VS Code hides one, with its text, if another one is shown. */
const open = new Set<vscode.QuickInput>()

/** Returns whether a prompt is open, which would close if something else got the focus. */
export function isPromptOpen(): boolean {
  return open.size > 0
}

/**
 * Shows a prompt; resolves when it is answered or hidden. A click outside closes it, unless that would discard
 * text that was entered as an answer.
 */
function show<T>(
  prompt: vscode.QuickInput &
    Pick<vscode.InputBox, 'buttons' | 'onDidTriggerButton' | 'onDidChangeValue'>,
  info: StepInfo,
  canEnter: boolean,
  listen: (accept: (value: T) => void) => vscode.Disposable[],
  buttons: readonly ChoiceButton<T>[] = [],
  ready?: Promise<unknown>,
): Promise<Answer<T>> {
  const { title, step = 1, totalSteps = 1, hasBack, hasText, onText } = info
  prompt.title = title
  if (totalSteps > 1) {
    prompt.step = step
    prompt.totalSteps = totalSteps
  }
  const own = buttons.map(quickButton)
  const isBack = step > 1 || hasBack
  prompt.buttons = [...(isBack ? [vscode.QuickInputButtons.Back] : []), ...own]
  if (hasText) prompt.ignoreFocusOut = true
  return new Promise<Answer<T>>((resolve) => {
    const subscriptions = vscode.Disposable.from(
      ...listen(resolve),
      prompt.onDidChangeValue(() => {
        if (!canEnter) return
        prompt.ignoreFocusOut = true
        onText?.()
      }),
      prompt.onDidTriggerButton((pressed) => {
        const one = own.find((button) => button === pressed)
        resolve(one ? one.value : back)
      }),
      prompt.onDidHide(() => {
        resolve(undefined)
        subscriptions.dispose()
      }),
    )
    open.add(prompt)
    const showIfOpen = () => open.has(prompt) && prompt.show()
    if (ready) void settlesWithin(maxWaitMs, ready).then(showIfOpen)
    else prompt.show()
  }).finally(() => {
    open.delete(prompt)
    prompt.dispose()
  })
}
