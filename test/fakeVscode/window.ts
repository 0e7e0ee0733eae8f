import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../src/contributions.ts'
import { activate as activateAnywhere } from '../../src/extension.ts'
import { activate } from '../../src/node/nodeExtension.ts'
import type { MachinePoolNode, MachinePoolsNode } from '../../src/ui/trees/nodes.ts'
import { apiOf } from './api.ts'
import { Dialogs, Run } from './dialogs.ts'
import type { FakeMachine } from './machine.ts'
import { until } from '../until.ts'
import { extension } from './manifest.ts'
import { onBehalfOf, owners } from './owner.ts'
import { FakeMemento } from './state.ts'
import { FakeTree } from './tree.ts'

/** A window of a {@link FakeMachine}: it keeps what its Poolkeeper registers, logs and shows. */
export class FakeWindow {
  readonly settings = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>()
  readonly secret = new vscode.EventEmitter<{ key: string }>()
  /** What the window hears of its own focus. */
  readonly focus = new vscode.EventEmitter<vscode.WindowState>()
  readonly globalState: FakeMemento
  readonly workspaceState: FakeMemento
  readonly files: vscode.FileSystem
  /** What no command shows, such as how a deletion that was followed has ended. */
  readonly dialogs = new Dialogs()
  readonly log: string[] = []
  readonly subscriptions: vscode.Disposable[] = []
  isClosed = false
  /** VS Code's API as this window has it. */
  readonly api: ReturnType<typeof apiOf>
  readonly #machine: FakeMachine
  readonly #commands = new Map<string, (...args: unknown[]) => unknown>()
  readonly #trees = new Map<string, FakeTree>()
  readonly #running = new Set<Run>()
  /** What rejects those who wait for something of this window. */
  readonly #waiting = new Set<(reason: Error) => void>()

  constructor(machine: FakeMachine, globalState = '{}', workspaceState = '{}') {
    this.#machine = machine
    this.globalState = new FakeMemento(globalState, (text) => machine.share(text, this))
    this.files = machine.files.of(this)
    this.workspaceState = new FakeMemento(workspaceState)
    this.api = apiOf(machine, this)
  }

  /** What shows what the code that calls has to show: its command, while that runs. */
  get dialogsNow(): Dialogs {
    const { run } = owners.getStore() ?? {}
    return run && !run.isOver ? run : this.dialogs
  }

  /** What comes of some work; rejects once the window is closed: nothing comes from it then, nor to it. */
  async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.isClosed) throw closed()
    const { promise, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    try {
      return await Promise.race([work(), promise])
    } finally {
      this.#waiting.delete(reject)
    }
  }

  /** The context that VS Code hands to an extension. */
  get context(): vscode.ExtensionContext {
    const { subscriptions, globalState, workspaceState } = this
    return {
      subscriptions,
      globalState,
      workspaceState,
      secrets: this.#machine.secrets.of(this.secret),
      extension,
      extensionUri: extension.extensionUri,
      globalStorageUri: vscode.Uri.file('/storage/poolkeeper'),
    } as never
  }

  /** Activates its Poolkeeper. */
  activate(): void {
    const { load } = this.#machine
    onBehalfOf(this, () => (load ? activateAnywhere(this.context, load) : activate(this.context)))
  }

  /** Begins a command as its user does; it is over when {@link Run.isOver}. */
  start(command: keyof typeof commandIds, ...args: unknown[]): Run {
    const run = new Run()
    this.#running.add(run)
    run.end = onBehalfOf(this, async () => this.call(commandIds[command], ...args), run)
      .then(() => void (run.isOver = !this.isClosed))
      .finally(() => this.#running.delete(run))
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
    const provider = this.#trees.get(viewIds[view])?.provider
    const read = async () => (await provider?.getChildren(node)) ?? []
    return onBehalfOf(this, read) as Promise<MachinePoolsNode[]>
  }

  /** A row of a view, as it is shown. */
  async item(view: 'machinePools', node: unknown): Promise<vscode.TreeItem | undefined> {
    const provider = this.#trees.get(viewIds[view])?.provider
    return onBehalfOf(this, async () => provider?.getTreeItem(node))
  }

  /** The machine pools in the view, all branches unfolded. */
  async pools(): Promise<MachinePoolNode[]> {
    const under = async (node?: unknown): Promise<MachinePoolsNode[]> => {
      // Where it is loading, and nothing else is there, VS Code is soon told to look again.
      const isLoading = (one: MachinePoolsNode) => 'icon' in one && one.icon?.id === 'loading~spin'
      const nodes = await until('rows', async () => {
        const rows = await this.rows('machinePools', node)
        return (rows.length === 0 || !rows.every(isLoading)) && rows
      })
      return [...nodes, ...(await Promise.all(nodes.map(under))).flat()]
    }
    return (await under()).filter((node) => node.kind === 'machinePool')
  }

  /** The person comes to this window. */
  gainFocus(): void {
    onBehalfOf(this, () => this.focus.fire({ focused: true, active: true }))
  }

  /** Calls back when a view is to be drawn anew. */
  onRedraw(view: 'machinePools', call: () => void): void {
    this.#trees.get(viewIds[view])?.provider.onDidChangeTreeData?.(call)
  }

  /** A watcher of a folder; it tells its news on behalf of this window. */
  watch(folder: string): vscode.FileSystemWatcher {
    return this.#machine.files.watch(folder, (tell) => onBehalfOf(this, tell))
  }

  /** Ends the window: nothing leaves it any more, and nothing comes back to it. */
  kill(): void {
    this.isClosed = true
    for (const one of this.subscriptions.splice(0).toReversed()) one.dispose()
    for (const state of [this.globalState, this.workspaceState]) state.dispose()
    for (const reject of this.#waiting) reject(closed())
  }

  /** Closes what its commands still show, and waits until they are over. */
  async end(): Promise<void> {
    this.kill()
    await until('the commands to be over', () => {
      for (const run of this.#running) {
        if (run.isCancellable) run.cancel()
        run.closeAll()
      }
      this.dialogs.closeAll()
      return this.#running.size === 0
    })
  }

  /** Opens it again, with what it kept. */
  reload(): FakeWindow {
    this.kill()
    return this.#machine.open(this.globalState.text, this.workspaceState.text)
  }

  // What VS Code's API does for the window.

  register = (id: string, run: (...args: unknown[]) => unknown): vscode.Disposable => {
    this.#commands.set(id, run)
    return new vscode.Disposable(() => this.#commands.delete(id))
  }

  async call(id: string, ...args: unknown[]): Promise<unknown> {
    const command = this.#commands.get(id)
    if (!command) throw new Error(`command '${id}' not found`)
    return command(...args)
  }

  createTree = (id: string, options: vscode.TreeViewOptions<unknown>): FakeTree => {
    const tree = new FakeTree(options)
    this.#trees.set(id, tree)
    return tree
  }

  /** Another view container is opened. */
  hideTrees(): void {
    for (const tree of this.#trees.values()) tree.visible = false
  }

  createLog = () => {
    const write = (level: string) => (text: string) => {
      if (this.isClosed) return // in a window that is gone, no code runs
      this.log.push(`${level} ${text}`)
      owners.getStore()?.run?.log.push(`${level} ${text}`)
    }
    const levels = ['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, write(level)])
    return { ...Object.fromEntries(levels), show: () => {}, dispose: () => {} } as unknown
  }
}

function closed(): Error {
  return new Error('The window is closed')
}
