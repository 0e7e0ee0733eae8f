import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../../src/contributions.ts'
import { activate } from '../../../src/extension.ts'
import type { MachinePoolNode, MachinePoolsNode } from '../../../src/views/nodes.ts'
import type { Message } from '../dialogs.ts'
import type { FakeInputBox, FakeQuickPick } from '../quickInputs.ts'
import type { OwnMachine } from './ownMachine.ts'
import { OwnMemento } from './ownState.ts'
import type { Run } from './run.ts'

type Task = (progress: unknown, token: vscode.CancellationToken) => Promise<unknown>

/** A window of an {@link OwnMachine}: it keeps what its Poolkeeper registers, logs and shows. */
export class OwnWindow {
  readonly settings = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>()
  readonly secret = new vscode.EventEmitter<{ key: string }>()
  readonly globalState: OwnMemento
  readonly workspaceState: OwnMemento
  /** What no command shows, such as how a deletion that was followed has ended. */
  readonly messages: Message[] = []
  readonly log: string[] = []
  readonly subscriptions: vscode.Disposable[] = []
  isClosed = false
  readonly #machine: OwnMachine
  readonly #commands = new Map<string, (...args: unknown[]) => unknown>()
  readonly #trees = new Map<string, vscode.TreeDataProvider<unknown>>()

  constructor(machine: OwnMachine, globalState = '{}', workspaceState = '{}') {
    this.#machine = machine
    this.globalState = new OwnMemento(globalState)
    this.workspaceState = new OwnMemento(workspaceState)
    const { subscriptions } = this
    const context = {
      subscriptions,
      globalState: this.globalState,
      workspaceState: this.workspaceState,
      secrets: machine.secrets.of(this.secret),
      extension: { id: 'poolkeeper.poolkeeper' },
    }
    machine.owner.run({ window: this }, () =>
      activate(context as never, () => import('../../../src/later.ts')),
    )
  }

  /** Begins a command as its user does; it is over when {@link Run.isOver}. */
  start(command: keyof typeof commandIds, ...args: unknown[]): Run {
    const run: Run = {
      messages: [],
      prompts: [],
      log: [],
      running: undefined,
      isOver: false,
      end: Promise.resolve(),
    }
    run.end = this.#machine.owner
      .run({ window: this, run }, async () => this.call(commandIds[command], ...args))
      .then(() => void (run.isOver = true))
    return run
  }

  /** Runs a command to its end. */
  async run(command: keyof typeof commandIds, ...args: unknown[]): Promise<Run> {
    const run = this.start(command, ...args)
    await run.end
    return run
  }

  /** The nodes at the top of a view, or under one of them. */
  async rows(view: 'machinePools', node?: unknown): Promise<MachinePoolsNode[]> {
    const provider = this.#trees.get(viewIds[view])
    const read = async () => (await provider?.getChildren(node)) ?? []
    return this.#machine.owner.run({ window: this }, read) as Promise<MachinePoolsNode[]>
  }

  /** The machine pools in the view, all branches unfolded. */
  async pools(): Promise<MachinePoolNode[]> {
    const under = async (node?: unknown): Promise<MachinePoolsNode[]> => {
      const nodes = await this.rows('machinePools', node)
      return [...nodes, ...(await Promise.all(nodes.map(under))).flat()]
    }
    return (await under()).filter((node) => node.kind === 'machinePool')
  }

  /** What VS Code does as it closes a window, as far as an extension notices. */
  deactivate(): void {
    for (const one of this.subscriptions.splice(0).toReversed()) one.dispose()
  }

  /** Ends the window: nothing leaves it any more, and nothing comes back to it. */
  kill(): void {
    this.isClosed = true
    this.deactivate()
  }

  /** Opens it again, with what it kept. */
  reload(): OwnWindow {
    this.kill()
    return this.#machine.open(this.globalState.text, this.workspaceState.text)
  }

  // What the machine calls for the window.

  register(id: string, run: (...args: unknown[]) => unknown): vscode.Disposable {
    this.#commands.set(id, run)
    return new vscode.Disposable(() => this.#commands.delete(id))
  }

  async call(id: string, ...args: unknown[]): Promise<unknown> {
    const command = this.#commands.get(id)
    if (!command) throw new Error(`The window has no command ${id}`)
    return command(...args)
  }

  createTree(id: string, provider: vscode.TreeDataProvider<unknown>) {
    this.#trees.set(id, provider)
    const hearNothing = () => ({ dispose: () => {} })
    return {
      selection: [],
      visible: true,
      onDidExpandElement: hearNothing,
      onDidChangeSelection: hearNothing,
      dispose: () => {},
    }
  }

  createLog() {
    const write = (level: string) => (text: string) => {
      this.#machine.traces.push(text)
      this.log.push(`${level} ${text}`)
      this.#machine.owner.getStore()?.run?.log.push(`${level} ${text}`)
    }
    const levels = ['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, write(level)])
    return { ...Object.fromEntries(levels), show: () => {}, dispose: () => {} } as unknown
  }

  prompt<T extends FakeInputBox | FakeQuickPick>(run: Run | undefined, prompt: T): T {
    run?.prompts.push(prompt)
    return prompt
  }

  message(
    run: Run | undefined,
    severity: Message['severity'],
    text: string,
    rest: unknown[],
  ): Promise<string | undefined> {
    const options = rest.find((one) => typeof one === 'object') as vscode.MessageOptions | undefined
    return new Promise((resolve) => {
      const message: Message = {
        severity,
        text,
        isModal: options?.modal ?? false,
        detail: options?.detail ?? '',
        buttons: rest.filter((one) => typeof one === 'string'),
        press: (button) => resolve(button),
      }
      this.#machine.traces.push(text, message.detail)
      const isOfCommand = run && !run.isOver
      ;(isOfCommand ? run.messages : this.messages).push(message)
    })
  }

  async progress(run: Run | undefined, task: Task): Promise<unknown> {
    const running = new vscode.CancellationTokenSource()
    if (run) run.running = running
    try {
      return await task({ report: () => {} }, running.token)
    } finally {
      if (run) run.running = undefined
      running.dispose()
    }
  }
}
