import * as vscode from 'vscode'
import { FakeInputBox, FakeQuickPick } from './quickInputs.ts'
import { replace } from './replace.ts'
import { until } from './until.ts'

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
  choose: (labels: string[] | undefined) => void
}

/** Stands between the extension and the user for one test, who then is the test. */
export class Dialogs {
  /** Every message and modal dialog, in order. */
  readonly messages: Message[] = []
  /** What the status bar said for a while. */
  readonly statusMessages: string[] = []
  /** The titles of the progress notifications. */
  readonly progress: string[] = []
  /** What stood under those titles, in order. */
  readonly progressMessages: string[] = []
  /** What was copied last. */
  clipboard: string | undefined

  readonly #prompts: (FakeInputBox | FakeQuickPick)[] = []
  readonly #lists: List[] = []
  readonly #taken = new Set<unknown>()
  readonly #restore: (() => void)[] = []
  #running: vscode.CancellationTokenSource | undefined

  constructor() {
    const { window, env } = vscode
    const message = (severity: Message['severity']) =>
      ((text: string, ...rest: unknown[]) => this.#show(severity, text, rest)) as never
    const prompt = (make: () => FakeInputBox | FakeQuickPick) =>
      (() => {
        const made = make()
        this.#prompts.push(made)
        return made
      }) as never
    this.#restore.push(
      replace(window, 'showInformationMessage', message('info')),
      replace(window, 'showWarningMessage', message('warning')),
      replace(window, 'showErrorMessage', message('error')),
      replace(
        window,
        'createInputBox',
        prompt(() => new FakeInputBox()),
      ),
      replace(
        window,
        'createQuickPick',
        prompt(() => new FakeQuickPick()),
      ),
      replace(window, 'showQuickPick', ((items: vscode.QuickPickItem[]) =>
        this.#list(items)) as never),
      replace(window, 'withProgress', ((options: vscode.ProgressOptions, task: ProgressTask) =>
        this.#run(options, task)) as never),
      replace(window, 'setStatusBarMessage', ((text: string) => {
        this.statusMessages.push(text)
        return { dispose: () => {} }
      }) as never),
      replace(env, 'clipboard', {
        readText: async () => this.clipboard ?? '',
        writeText: async (text) => {
          this.clipboard = text
        },
      }),
    )
  }

  /** The next modal dialog. */
  async modal(): Promise<Message> {
    return this.#next('a modal dialog', this.messages, ({ isModal }) => isModal)
  }

  /** The next message that is no modal dialog. */
  async message(): Promise<Message> {
    return this.#next('a message', this.messages, ({ isModal }) => !isModal)
  }

  /** The next input box. */
  async box(): Promise<FakeInputBox> {
    const isBox = (prompt: unknown) => prompt instanceof FakeInputBox && prompt.isShown
    return this.#next('an input box', this.#prompts, isBox) as Promise<FakeInputBox>
  }

  /** The next quick pick that steps lead through. */
  async pick(): Promise<FakeQuickPick> {
    const isPick = (prompt: unknown) => prompt instanceof FakeQuickPick && prompt.isShown
    return this.#next('a quick pick', this.#prompts, isPick) as Promise<FakeQuickPick>
  }

  /** The next list that one chooses several of. */
  async list(): Promise<List> {
    return this.#next('a list', this.#lists, () => true)
  }

  /** Presses Cancel under the progress notification. */
  cancel(): void {
    if (!this.#running) throw new Error('Nothing runs that could be cancelled')
    this.#running.cancel()
  }

  /** The messages that nobody has looked at, modal dialogs included. */
  get unseen(): string[] {
    return this.messages.filter((message) => !this.#taken.has(message)).map(({ text }) => text)
  }

  /** Every prompt, in order, as it is now. */
  get prompts(): readonly (FakeInputBox | FakeQuickPick)[] {
    return this.#prompts
  }

  /** Every list that one chooses several of, in order. */
  get lists(): readonly List[] {
    return this.#lists
  }

  /** Whether nothing was shown at all. */
  get isSilent(): boolean {
    return this.messages.length === 0 && this.#prompts.length === 0 && this.#lists.length === 0
  }

  /** Closes what is open, and what comes next is new. */
  closeAll(): void {
    for (const message of this.messages) {
      this.#taken.add(message)
      message.press()
    }
    for (const prompt of this.#prompts) prompt.hide()
    for (const list of this.#lists) list.choose(undefined)
  }

  dispose(): void {
    this.closeAll()
    for (const restore of this.#restore) restore()
  }

  async #next<T>(what: string, all: readonly T[], fits: (one: T) => boolean): Promise<T> {
    const next = await until(what, () => all.find((one) => !this.#taken.has(one) && fits(one)))
    this.#taken.add(next)
    return next
  }

  #show(severity: Message['severity'], text: string, rest: unknown[]): Promise<string | undefined> {
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

  #list(items: readonly vscode.QuickPickItem[]): Promise<vscode.QuickPickItem[] | undefined> {
    return new Promise((resolve) => {
      this.#lists.push({
        items,
        choose: (labels) => resolve(labels && items.filter(({ label }) => labels.includes(label))),
      })
    })
  }

  async #run({ title }: vscode.ProgressOptions, task: ProgressTask): Promise<unknown> {
    const running = new vscode.CancellationTokenSource()
    this.#running = running
    this.progress.push(title ?? '')
    try {
      const report = ({ message = '' }) => void this.progressMessages.push(message)
      return await task({ report }, running.token)
    } finally {
      if (this.#running === running) this.#running = undefined
    }
  }
}

type ProgressTask = (
  progress: vscode.Progress<{ message?: string }>,
  token: vscode.CancellationToken,
) => Thenable<unknown>
