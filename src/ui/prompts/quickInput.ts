import * as vscode from 'vscode'
import { plain, withoutIcons } from '../../texts.ts'
import { errorMessage } from '../messages.ts'
import { ChoiceList, type PickOptions } from './choiceList.ts'
import type { ChoiceItem } from './choices.ts'

export type { Choice, ChoiceButton } from './choices.ts'

/** Options for {@link askText}. */
interface InputOptions {
  prompt: string
  placeholder: string
  value?: string | undefined
  password?: boolean
  /** True to keep surrounding white space. */
  exact?: boolean
  /** Returns the message for an invalid value. */
  validate?: (value: string) => string | undefined
  /**
   * Resolves to why a valid value can’t be used, such as one that a service doesn’t accept; then the prompt stays open.
   */
  verify?: ((value: string, signal: AbortSignal) => Promise<string | undefined>) | undefined
}

/** Prompts for a text, trimmed unless `exact`. Undefined if canceled: an invalid value isn’t accepted. */
export async function askText(title: string, options: InputOptions): Promise<string | undefined> {
  const box = vscode.window.createInputBox()
  box.title = title
  box.prompt = asPlainText(options.prompt)
  box.placeholder = options.placeholder
  box.value = options.value ?? ''
  box.password = options.password ?? false
  // A click outside must not discard what was entered here or before.
  box.ignoreFocusOut = true
  return show<string>(box, (accept) => new InputValidation(box, options, accept))
}

/**
 * Validates the value of an input box on the first Enter, then on every change, and accepts it on Enter. What was refused
 * isn’t verified again until it changes: Enter may be held.
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

  /** Accepts the value if it can be used, else shows why not. */
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

/** Escapes a message for an input box, in which VS Code renders links, even to commands, and icons. */
function asPlainText(message: string): string {
  return plain(withoutIcons(message))
}

/** Prompts for an item of a list; undefined if canceled. */
export async function choose<T>(title: string, options: PickOptions<T>): Promise<T | undefined> {
  const { placeholder, typed } = options
  const pick = vscode.window.createQuickPick<ChoiceItem>()
  pick.title = title
  pick.placeholder = placeholder
  pick.matchOnDescription = true
  pick.matchOnDetail = true
  // A click outside closes the list, unless that would discard what was entered here or before.
  pick.ignoreFocusOut = typed !== undefined
  return show<T>(pick, (accept) => new ChoiceList(pick, options, accept))
}

/** The prompts that are open; VS Code hides one, with its text, if another one is shown. */
const openPrompts = new Set<vscode.QuickInput>()

/** Returns whether a prompt is open, which would close if something else got the focus. */
export function isPromptOpen(): boolean {
  return openPrompts.size > 0
}

/** What listens to a prompt until it is answered; the prompt is to be shown once it is ready. */
interface PromptListener extends vscode.Disposable {
  readonly ready?: Promise<unknown> | undefined
}

/** Shows a prompt; resolves to its answer, or to undefined if it is hidden. All listeners end with the prompt. */
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
