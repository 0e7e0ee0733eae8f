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

/** A list of the kind that is asked for by `showQuickPick`. */
export interface List {
  items: readonly vscode.QuickPickItem[]
  title: string
  choose: (labels: string[] | undefined) => void
}

/** A progress notification that stands. */
export interface Ongoing {
  text: string
  readonly isCancellable: boolean
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
  /** The titles of the progress notifications. */
  readonly progress: string[] = []
  /** The progress notifications that stand, as they read now. */
  readonly ongoing = new Set<Ongoing>()
  /** What those that cannot be cancelled have read: accepted deletions. */
  readonly followed: string[] = []
  /** The views that have shown progress, in order. */
  readonly viewProgress: string[] = []
  /** Every prompt, in order, as it is now. */
  readonly prompts: (FakeInputBox | FakeQuickPick)[] = []
  /** Every list that one chooses several of, in order. */
  readonly lists: List[] = []
  /** What was copied last. */
  clipboard: string | undefined

  readonly #taken = new Set<unknown>()
  #running: vscode.CancellationTokenSource | undefined

  /** The next modal dialog. */
  async modal(): Promise<Message> {
    return this.#next('a modal dialog', () => this.modals)
  }

  /** The next message that is no modal dialog. */
  async message(): Promise<Message> {
    return this.#next('a message', () => this.reports)
  }

  /** The next input box. */
  async box(): Promise<FakeInputBox> {
    return this.#next('an input box', () => this.#open(FakeInputBox))
  }

  /** The next quick pick that steps lead through. */
  async pick(): Promise<FakeQuickPick> {
    return this.#next('a quick pick', () => this.#open(FakeQuickPick))
  }

  /** The next list that one chooses several of. */
  async list(): Promise<List> {
    return this.#next('a list', () => this.lists)
  }

  /** Presses Cancel under the progress notification. */
  cancel(): void {
    if (!this.#running) throw new Error('Nothing runs that could be cancelled')
    this.#running.cancel()
  }

  /** Whether something runs that Cancel would end. */
  get isCancellable(): boolean {
    return this.#running !== undefined
  }

  /** The modal dialogs, in order. */
  get modals(): Message[] {
    return this.messages.filter(({ isModal }) => isModal)
  }

  /** The messages that are no modal dialogs, in order. */
  get reports(): Message[] {
    return this.messages.filter(({ isModal }) => !isModal)
  }

  /** The messages that nobody has looked at, modal dialogs included. */
  get unseen(): string[] {
    return this.messages.filter((message) => !this.#taken.has(message)).map(({ text }) => text)
  }

  /** Whether nothing was shown at all. */
  get isSilent(): boolean {
    return this.messages.length === 0 && this.prompts.length === 0 && this.lists.length === 0
  }

  /** Closes what is open, and what comes next is new. */
  closeAll(): void {
    for (const message of this.messages) {
      this.#taken.add(message)
      message.press()
    }
    for (const prompt of this.prompts) prompt.hide()
    for (const list of this.lists) list.choose(undefined)
  }

  // What the extension calls.

  show(severity: Message['severity'], text: string, rest: unknown[]): Promise<string | undefined> {
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

  prompt<T extends FakeInputBox | FakeQuickPick>(prompt: T): T {
    this.prompts.push(prompt)
    return prompt
  }

  pickSeveral(
    items: readonly vscode.QuickPickItem[],
    { title = '' }: vscode.QuickPickOptions = {},
  ): Promise<vscode.QuickPickItem[] | undefined> {
    return new Promise((resolve) => {
      this.lists.push({
        items,
        title,
        choose: (labels) => resolve(labels && items.filter(({ label }) => labels.includes(label))),
      })
    })
  }

  async run(options: vscode.ProgressOptions, task: ProgressTask): Promise<unknown> {
    const { location, title = '', cancellable: isCancellable = false } = options
    const running = new vscode.CancellationTokenSource()
    if (typeof location === 'object') {
      this.viewProgress.push(location.viewId)
      return task({ report: () => {} }, running.token)
    }
    if (isCancellable) this.#running = running
    const ongoing: Ongoing = { text: title, isCancellable }
    this.ongoing.add(ongoing)
    this.progress.push(title)
    try {
      const report = ({ message = '' }) => {
        ongoing.text = title === '' ? message : `${title}: ${message}`
        if (!isCancellable) this.followed.push(ongoing.text)
      }
      return await task({ report }, running.token)
    } finally {
      this.ongoing.delete(ongoing)
      if (this.#running === running) this.#running = undefined
    }
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

/** The members of VS Code's API that show something in these dialogs. */
export function dialogMembers(dialogs: () => Dialogs) {
  const message =
    (severity: Message['severity']) =>
    (text: string, ...rest: unknown[]) =>
      dialogs().show(severity, text, rest)
  return {
    window: {
      showInformationMessage: message('info'),
      showWarningMessage: message('warning'),
      showErrorMessage: message('error'),
      createInputBox: () => dialogs().prompt(new FakeInputBox()),
      createQuickPick: () => dialogs().prompt(new FakeQuickPick()),
      showQuickPick: (items: vscode.QuickPickItem[], options?: vscode.QuickPickOptions) =>
        dialogs().pickSeveral(items, options),
      withProgress: (options: vscode.ProgressOptions, task: ProgressTask) =>
        dialogs().run(options, task),
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
