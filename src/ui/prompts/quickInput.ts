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
  box.prompt = asText(options.prompt)
  box.placeholder = options.placeholder
  box.value = options.value ?? ''
  box.password = options.password ?? false
  box.ignoreFocusOut = true
  const value = () => (options.exact ? box.value : box.value.trim())
  const check = () => {
    const problem = options.validate?.(value())
    box.validationMessage = problem && asText(problem)
    return problem === undefined
  }
  let verifying = new AbortController()
  const verify = async (accept: (value: string) => void) => {
    const given = value()
    verifying = new AbortController()
    const { signal } = verifying
    box.busy = true
    const problem = await options.verify?.(given, signal).catch(errorMessage)
    if (signal.aborted) return
    box.busy = false
    if (problem === undefined) accept(given)
    else box.validationMessage = asText(problem)
  }
  return show<string>(box, (accept) =>
    vscode.Disposable.from(
      // Validates on the first Enter, then on every change. What was refused isn’t verified again: a key may be held.
      box.onDidAccept(() => {
        if (!box.busy && !box.validationMessage && check()) void verify(accept)
      }),
      box.onDidChangeValue(() => {
        verifying.abort()
        box.busy = false
        if (box.validationMessage) check()
      }),
      { dispose: () => verifying.abort() },
    ),
  )
}

/** Escapes a message for an input box, in which VS Code renders links, even to commands, and icons. */
function asText(message: string): string {
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
  // A click outside closes it, unless that would discard what was entered here or before.
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
