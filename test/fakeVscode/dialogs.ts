import * as vscode from 'vscode'
import { until } from '../until.ts'
import { FakeInputBox, FakeQuickPick } from './quickInputs.ts'

/** A message or modal dialog that the extension shows. */
export interface Message {
  severity: 'info' | 'warning' | 'error'
  text: string
  isModal: boolean
  detail: string
  buttons: string[]
  /** Presses a button; without one, closes it. */
  press: (button?: string) => void
}

/** Progress in a notification or a view, as it reads now. */
export interface Progress {
  title: string
  /** Everything that it has read. */
  readonly texts: string[]
  /** The view that shows it, if no notification does. */
  view: string | undefined
  isCancellable: boolean
  isOver: boolean
  cancel: () => void
}

type ProgressTask = (
  progress: vscode.Progress<{ message?: string }>,
  token: vscode.CancellationToken,
) => Thenable<unknown>

/** Everything between the extension and its user that comes and goes; the test is the user. */
export class Dialogs {
  /** Every message and modal dialog, in order. */
  readonly messages: Message[] = []
  /** What the status bar said for a while. */
  readonly statusMessages: string[] = []
  /** All progress, in order. */
  readonly progress: Progress[] = []
  /** Every prompt, in order, as it is now. */
  readonly prompts: (FakeInputBox | FakeQuickPick)[] = []
  /** What was copied last. */
  clipboard: string | undefined

  readonly #taken = new Set<unknown>()

  /** The next modal dialog. */
  modal = async (): Promise<Message> => this.#next('a modal dialog', () => this.modals)

  /** The next message that is no modal dialog. */
  message = async (): Promise<Message> => this.#next('a message', () => this.notifications)

  /** The next input box. */
  box = async (): Promise<FakeInputBox> =>
    this.#next('an input box', () => this.#open(FakeInputBox))

  /** The next quick pick. */
  pick = async (): Promise<FakeQuickPick> =>
    this.#next('a quick pick', () => this.#open(FakeQuickPick))

  /** Presses Cancel under the progress notification. */
  cancel(): void {
    this.#running!.cancel()
  }

  /** Whether something runs that Cancel would end. */
  get isCancellable(): boolean {
    return this.#running !== undefined
  }

  get #running(): Progress | undefined {
    return this.progress.findLast((one) => one.isCancellable && !one.isOver)
  }

  /** The progress notifications that stand. */
  get openProgress(): Progress[] {
    return this.progress.filter((one) => !one.isOver && one.view === undefined)
  }

  /** What those that cannot be canceled have read: accepted deletions. */
  get deletionProgressTexts(): string[] {
    return this.progress.flatMap(({ isCancellable, texts }) => (isCancellable ? [] : texts))
  }

  /** The modal dialogs, in order. */
  get modals(): Message[] {
    return this.messages.filter(({ isModal }) => isModal)
  }

  /** The messages that are no modal dialogs, in order. */
  get notifications(): Message[] {
    return this.messages.filter(({ isModal }) => !isModal)
  }

  /** The messages that nobody has looked at, modal dialogs included. */
  get unseenTexts(): string[] {
    return this.messages.filter((message) => !this.#taken.has(message)).map(({ text }) => text)
  }

  /** Whether nothing was shown at all. */
  get isSilent(): boolean {
    return this.messages.length === 0 && this.prompts.length === 0
  }

  /** Closes what is open, and what comes next is new. */
  closeAll(): void {
    for (const message of this.messages) {
      this.#taken.add(message)
      message.press()
    }
    for (const prompt of this.prompts) prompt.hide()
  }

  // What the extension calls.

  showMessage(
    severity: Message['severity'],
    text: string,
    rest: unknown[],
  ): Promise<string | undefined> {
    const [first] = rest
    const options = typeof first === 'object' ? (first as vscode.MessageOptions) : {}
    return new Promise((resolve) => {
      this.messages.push({
        severity,
        text,
        isModal: options.modal ?? false,
        detail: options.detail ?? '',
        buttons: rest.filter((one) => typeof one === 'string'),
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
    const shown: Progress = { title, texts: [], view, isCancellable, isOver: false, cancel }
    this.progress.push(shown)
    const report = ({ message = '' }) =>
      void shown.texts.push(title === '' ? message : `${title}: ${message}`)
    return Promise.resolve(task({ report }, running.token)).finally(() => (shown.isOver = true))
  }

  #open<T extends FakeInputBox | FakeQuickPick>(kind: new () => T): T[] {
    return this.prompts.filter((one): one is T => one instanceof kind && one.isOpen)
  }

  async #next<T>(what: string, all: () => readonly T[]): Promise<T> {
    const next = await until(what, () => all().find((one) => !this.#taken.has(one)))
    this.#taken.add(next)
    return next
  }
}

/** One command that runs, and what a person saw of it. */
export class CommandRun extends Dialogs {
  readonly log: string[] = []
  isOver = false
  /** Ends with the command. */
  end: Promise<void> = Promise.resolve()
}

/** The members of VS Code's API that show something in these dialogs. */
export function createDialogApi(dialogs: () => Dialogs) {
  const message =
    (severity: Message['severity']) =>
    (text: string, ...rest: unknown[]) =>
      dialogs().showMessage(severity, text, rest)
  return {
    window: {
      showInformationMessage: message('info'),
      showWarningMessage: message('warning'),
      showErrorMessage: message('error'),
      createInputBox: () => dialogs().addPrompt(new FakeInputBox()),
      createQuickPick: () => dialogs().addPrompt(new FakeQuickPick()),
      showQuickPick: (items: vscode.QuickPickItem[], options: vscode.QuickPickOptions) =>
        dialogs().showQuickPick(items, options),
      withProgress: (options: vscode.ProgressOptions, task: ProgressTask) =>
        dialogs().withProgress(options, task),
      setStatusBarMessage: (text: string) => {
        dialogs().statusMessages.push(text)
        return { dispose: () => {} }
      },
    },
    env: {
      clipboard: {
        readText: async () => dialogs().clipboard ?? '',
        writeText: async (text: string) => {
          dialogs().clipboard = text
        },
      },
    },
  }
}
