import * as vscode from 'vscode'
import { until } from '../until.ts'
import { FakeInputBox, FakeQuickPick } from './quickInputs.ts'

/** A notification or modal dialog that the extension shows. */
export interface Message {
  severity: 'info' | 'warning' | 'error'
  text: string
  isModal: boolean
  detail: string
  buttons: string[]
  /** Presses a button; without a button, closes the message. */
  press: (button?: string) => void
}

/** The current state of progress in a notification or a view. */
export interface Progress {
  title: string
  /** All texts that it has shown. */
  readonly texts: string[]
  /** The ID of the view that shows it; undefined if a notification does. */
  view: string | undefined
  isCancellable: boolean
  isOver: boolean
  cancel: () => void
}

type ProgressTask = (
  progress: vscode.Progress<{ message?: string }>,
  token: vscode.CancellationToken,
) => Thenable<unknown>

/** The messages, prompts, and progress that the extension shows; the test is the user. */
export class Dialogs {
  /** Every message and modal dialog, in order. */
  readonly messages: Message[] = []
  /** The temporary messages of the status bar, in order. */
  readonly statusMessages: string[] = []
  /** All progress, in order. */
  readonly progress: Progress[] = []
  /** Every input box and quick pick, in order. */
  readonly prompts: (FakeInputBox | FakeQuickPick)[] = []
  /** The text in the clipboard; undefined if nothing was copied. */
  clipboard: string | undefined

  /** The messages and prompts that a test has already waited for. */
  readonly #seen = new Set<unknown>()

  /** The next modal dialog. */
  modal = async (): Promise<Message> => this.#next('a modal dialog', () => this.modals)

  /** The next message that is not a modal dialog. */
  message = async (): Promise<Message> => this.#next('a message', () => this.notifications)

  /** The next input box. */
  box = async (): Promise<FakeInputBox> =>
    this.#next('an input box', () => this.#open(FakeInputBox))

  /** The next quick pick. */
  pick = async (): Promise<FakeQuickPick> =>
    this.#next('a quick pick', () => this.#open(FakeQuickPick))

  /** The open prompt with this placeholder. */
  prompt = async (placeholder: string): Promise<FakeInputBox | FakeQuickPick> =>
    until(`the prompt “${placeholder}”`, () =>
      this.prompts.find((prompt) => prompt.isOpen && prompt.placeholder === placeholder),
    )

  /** Presses Cancel under the progress notification. */
  cancel(): void {
    this.#running!.cancel()
  }

  /** Whether progress with a Cancel button is shown. */
  get isCancellable(): boolean {
    return this.#running !== undefined
  }

  get #running(): Progress | undefined {
    return this.progress.findLast(({ isCancellable, isOver }) => isCancellable && !isOver)
  }

  /** The progress notifications that are shown now. */
  get openProgress(): Progress[] {
    return this.progress.filter(({ isOver, view }) => !isOver && view === undefined)
  }

  /** The texts of progress that can’t be canceled: only deletions that the service has accepted have it. */
  get deletionProgressTexts(): string[] {
    return this.progress.flatMap(({ isCancellable, texts }) => (isCancellable ? [] : texts))
  }

  /** The modal dialogs, in order. */
  get modals(): Message[] {
    return this.messages.filter(({ isModal }) => isModal)
  }

  /** The messages that are not modal dialogs, in order. */
  get notifications(): Message[] {
    return this.messages.filter(({ isModal }) => !isModal)
  }

  /** The texts of the messages that no test has waited for, modal dialogs included. */
  get unseenTexts(): string[] {
    return this.messages.filter((message) => !this.#seen.has(message)).map(({ text }) => text)
  }

  /** Whether neither a message nor a prompt was ever shown. */
  get isSilent(): boolean {
    return this.messages.length === 0 && this.prompts.length === 0
  }

  /** Closes all messages and prompts. Tests don’t wait for these messages any more. */
  closeAll(): void {
    for (const message of this.messages) {
      this.#seen.add(message)
      message.press()
    }
    for (const prompt of this.prompts) prompt.hide()
  }

  // The extension calls the rest by VS Code’s API.

  showMessage(
    severity: Message['severity'],
    text: string,
    rest: unknown[],
  ): Promise<string | undefined> {
    const [firstArgument] = rest
    const options =
      typeof firstArgument === 'object' ? (firstArgument as vscode.MessageOptions) : {}
    return new Promise((resolve) => {
      this.messages.push({
        severity,
        text,
        isModal: options.modal ?? false,
        detail: options.detail ?? '',
        buttons: rest.filter((item) => typeof item === 'string'),
        press: (button) => resolve(button),
      })
    })
  }

  addPrompt<T extends FakeInputBox | FakeQuickPick>(prompt: T): T {
    this.prompts.push(prompt)
    return prompt
  }

  showQuickPick(items: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions) {
    const { title = '', canPickMany: canSelectMany = false } = options
    const pick = this.addPrompt(Object.assign(new FakeQuickPick(), { title, items, canSelectMany }))
    pick.show()
    return new Promise<readonly vscode.QuickPickItem[] | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.selectedItems))
      pick.onDidAccept(() => pick.hide())
      pick.onDidHide(() => resolve(undefined))
    })
  }

  async withProgress(options: vscode.ProgressOptions, task: ProgressTask): Promise<unknown> {
    const { location, title = '', cancellable: isCancellable = false } = options
    const running = new vscode.CancellationTokenSource()
    const view = typeof location === 'object' ? location.viewId : undefined
    const cancel = () => running.cancel()
    const state: Progress = { title, texts: [], view, isCancellable, isOver: false, cancel }
    this.progress.push(state)
    const report = ({ message = '' }) =>
      void state.texts.push(title === '' ? message : `${title}: ${message}`)
    return Promise.resolve(task({ report }, running.token)).finally(() => (state.isOver = true))
  }

  #open<T extends FakeInputBox | FakeQuickPick>(kind: new () => T): T[] {
    return this.prompts.filter((prompt): prompt is T => prompt instanceof kind && prompt.isOpen)
  }

  async #next<T>(what: string, getAll: () => readonly T[]): Promise<T> {
    const next = await until(what, () => getAll().find((item) => !this.#seen.has(item)))
    this.#seen.add(next)
    return next
  }
}

/** A run of a command, with the messages and prompts that it shows, and its log lines. */
export class CommandRun extends Dialogs {
  readonly log: string[] = []
  isOver = false
  /** Resolves when the command ends. */
  end: Promise<void> = Promise.resolve()
}

/** The members of VS Code’s API that show messages, prompts, and progress. */
export function createDialogApi(getDialogs: () => Dialogs) {
  const showMessage =
    (severity: Message['severity']) =>
    (text: string, ...rest: unknown[]) =>
      getDialogs().showMessage(severity, text, rest)
  return {
    window: {
      showInformationMessage: showMessage('info'),
      showWarningMessage: showMessage('warning'),
      showErrorMessage: showMessage('error'),
      createInputBox: () => getDialogs().addPrompt(new FakeInputBox()),
      createQuickPick: () => getDialogs().addPrompt(new FakeQuickPick()),
      showQuickPick: (items: vscode.QuickPickItem[], options: vscode.QuickPickOptions) =>
        getDialogs().showQuickPick(items, options),
      withProgress: (options: vscode.ProgressOptions, task: ProgressTask) =>
        getDialogs().withProgress(options, task),
      setStatusBarMessage: (text: string) => {
        getDialogs().statusMessages.push(text)
        return { dispose: () => {} }
      },
    },
    env: {
      clipboard: {
        readText: async () => getDialogs().clipboard ?? '',
        writeText: async (text: string) => {
          getDialogs().clipboard = text
        },
      },
    },
  }
}
