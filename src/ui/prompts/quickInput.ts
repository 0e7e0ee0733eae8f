import * as vscode from 'vscode'
import { escapeLinks, escapeIcons } from '../../displayTexts.ts'
import { errorMessage } from '../messages.ts'
import { ChoiceList } from './choiceList.ts'
import type { ChoiceItem } from './choices.ts'
import type { PickOptions } from './pickOptions.ts'

export type { Choice, ChoiceButton } from './choices.ts'

interface InputOptions {
  prompt: string
  placeholder: string
  value?: string | undefined
  password?: boolean
  /** True to keep white space at the ends of the text. */
  exact?: boolean
  /** Returns the message about an invalid value; undefined for a valid value. */
  validate?: (value: string) => string | undefined
  /**
   * Checks a valid value further, such as an API key against the service. Resolves to the message why the value can’t
   * be used, which keeps the prompt open, or to undefined.
   */
  verify?: ((value: string, signal: AbortSignal) => Promise<string | undefined>) | undefined
}

/**
 * Prompts for a text. White space at its ends is removed, unless `exact` is set. An invalid text isn’t accepted.
 * Undefined if canceled.
 */
export async function askText(title: string, options: InputOptions): Promise<string | undefined> {
  const box = vscode.window.createInputBox()
  box.title = title
  box.prompt = asPlainText(options.prompt)
  box.placeholder = options.placeholder
  box.value = options.value ?? ''
  box.password = options.password ?? false
  // A click outside the input box must not discard what the user has entered.
  box.ignoreFocusOut = true
  return show<string>(box, (accept) => new InputValidation(box, options, accept))
}

/**
 * Validates the value of an input box on the first Enter, and then on every change. Enter accepts a valid value. A
 * refused value isn’t verified again until the user changes it: a held Enter key would send request after request.
 */
class InputValidation implements vscode.Disposable {
  readonly #box: vscode.InputBox
  readonly #options: InputOptions
  readonly #accept: (value: string) => void
  readonly #listeners: vscode.Disposable
  #verification = new AbortController()

  constructor(box: vscode.InputBox, options: InputOptions, accept: (value: string) => void) {
    this.#box = box
    this.#options = options
    this.#accept = accept
    this.#listeners = vscode.Disposable.from(
      box.onDidAccept(() => {
        if (!box.busy && !box.validationMessage && this.#validate()) void this.#verify()
      }),
      box.onDidChangeValue(() => {
        this.#verification.abort()
        box.busy = false
        if (box.validationMessage) this.#validate()
      }),
    )
  }

  dispose(): void {
    this.#verification.abort()
    this.#listeners.dispose()
  }

  get #value(): string {
    return this.#options.exact ? this.#box.value : this.#box.value.trim()
  }

  /** Shows what is wrong with the value. Returns whether it is valid. */
  #validate(): boolean {
    const problem = this.#options.validate?.(this.#value)
    this.#box.validationMessage = problem && asPlainText(problem)
    return problem === undefined
  }

  /** Verifies the value, for example with a request. Then accepts it, or shows why it can’t be used. */
  async #verify(): Promise<void> {
    const value = this.#value
    this.#verification = new AbortController()
    const { signal } = this.#verification
    this.#box.busy = true
    const problem = await this.#options.verify?.(value, signal).catch(errorMessage)
    if (signal.aborted) return
    this.#box.busy = false
    if (problem === undefined) this.#accept(value)
    else this.#box.validationMessage = asPlainText(problem)
  }
}

/** Escapes a message below an input box, where VS Code renders icons, and links, even to commands. */
function asPlainText(message: string): string {
  return escapeLinks(escapeIcons(message))
}

/** Prompts for an item of a list. Undefined if canceled. */
export async function choose<T>(title: string, options: PickOptions<T>): Promise<T | undefined> {
  const { placeholder, typed } = options
  const pick = vscode.window.createQuickPick<ChoiceItem>()
  pick.title = title
  pick.placeholder = placeholder
  pick.matchOnDescription = true
  pick.matchOnDetail = true
  // A click outside closes the list, unless the user may have typed text that would be lost.
  pick.ignoreFocusOut = typed !== undefined
  return show<T>(pick, (accept) => new ChoiceList(pick, options, accept))
}

/** Prompts for several items of a list, with VS Code’s own checkboxes. Undefined if canceled. */
export async function chooseSeveral<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[] | undefined> {
  const selection = vscode.window.showQuickPick(items, { ...options, canPickMany: true })
  openPrompts.add(selection)
  try {
    return await selection
  } finally {
    openPrompts.delete(selection)
  }
}

/** Returns the message for a prompt for several items that the user has confirmed without selecting any. */
export function nothingSelectedText(): string {
  return vscode.l10n.t('Nothing was selected. Select one or more items and try again.')
}

/**
 * The prompts that are open. VS Code shows one prompt at a time in a window, and hides it, and loses its text, when
 * another prompt is shown or the focus moves. VS Code doesn’t tell an extension which prompt is open.
 */
const openPrompts = new Set<vscode.QuickInput | Thenable<unknown>>()

/** Returns whether a prompt is open. It would close if anything else got the focus. */
export function isPromptOpen(): boolean {
  return openPrompts.size > 0
}

/** What handles the events of a prompt until it is answered. The prompt is shown once `ready` has settled. */
interface PromptListener extends vscode.Disposable {
  readonly ready?: Promise<unknown> | undefined
}

/** Shows a prompt. Resolves to its answer, or to undefined if the user closes it. Then the listener is disposed. */
async function show<T>(
  prompt: vscode.QuickInput,
  listen: (accept: (value: T) => void) => PromptListener,
): Promise<T | undefined> {
  const disposables: vscode.Disposable[] = [prompt]
  const showIfOpen = () => {
    if (openPrompts.has(prompt)) prompt.show()
  }
  openPrompts.add(prompt)
  try {
    return await new Promise<T | undefined>((resolve) => {
      disposables.push(prompt.onDidHide(() => resolve(undefined)))
      const listener = listen(resolve)
      disposables.push(listener)
      if (listener.ready) void listener.ready.then(showIfOpen)
      else showIfOpen()
    })
  } finally {
    openPrompts.delete(prompt)
    vscode.Disposable.from(...disposables.toReversed()).dispose()
  }
}
