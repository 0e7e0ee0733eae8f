import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../src/contributions.ts'
import { activate as activateAnywhere } from '../../src/extension.ts'
import { activate } from '../../src/node/nodeExtension.ts'
import type { MachinePoolNode, MachinePoolsNode } from '../../src/ui/trees/nodes.ts'
import { createApi } from './api.ts'
import { Dialogs, CommandRun } from './dialogs.ts'
import type { FakeComputer } from './computer.ts'
import { until } from '../until.ts'
import { extension } from './manifest.ts'
import { runInWindow, callContexts } from './callContext.ts'
import { FakeMemento } from './state.ts'
import { FakeTree } from './tree.ts'

/** A window of a {@link FakeComputer}: it keeps what its Poolkeeper registers, logs and shows. */
export class FakeWindow {
  readonly configurationChanges = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>()
  readonly secretChanges = new vscode.EventEmitter<{ key: string }>()
  /** What the window hears of its own focus. */
  readonly focusChanges = new vscode.EventEmitter<vscode.WindowState>()
  readonly globalState: FakeMemento
  readonly workspaceState: FakeMemento
  readonly files: vscode.FileSystem
  /** What no command shows, such as how a deletion that was followed has ended. */
  readonly dialogs = new Dialogs()
  readonly log: string[] = []
  readonly subscriptions: vscode.Disposable[] = []
  isClosed = false
  /** VS Code's API as this window has it. */
  readonly api: ReturnType<typeof createApi>
  readonly #computer: FakeComputer
  readonly #commands = new Map<string, (...args: unknown[]) => unknown>()
  readonly #trees = new Map<string, FakeTree>()
  readonly #running = new Set<CommandRun>()
  /** What rejects those who wait for something of this window. */
  readonly #waiting = new Set<(reason: Error) => void>()

  constructor(machine: FakeComputer, globalState = '{}', workspaceState = '{}') {
    this.#computer = machine
    this.globalState = new FakeMemento(globalState, (text) =>
      machine.broadcastGlobalState(text, this),
    )
    this.files = machine.files.forWindow(this)
    this.workspaceState = new FakeMemento(workspaceState)
    this.api = createApi(machine, this)
  }

  /** What shows what the code that calls has to show: its command, while that runs. */
  get activeDialogs(): Dialogs {
    const { run } = callContexts.getStore() ?? {}
    return run && !run.isOver ? run : this.dialogs
  }

  /** What comes of some work; rejects once the window is closed: nothing comes from it then, nor to it. */
  async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.isClosed) throw createClosedError()
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
      secrets: this.#computer.secrets.forWindow(this.secretChanges),
      extension,
      extensionUri: extension.extensionUri,
      globalStorageUri: vscode.Uri.file('/storage/poolkeeper'),
    } as never
  }

  /** Activates its Poolkeeper. */
  activate(): void {
    const { loadMain } = this.#computer
    runInWindow(this, () =>
      loadMain ? activateAnywhere(this.context, loadMain) : activate(this.context),
    )
  }

  /** Begins a command as its user does; it is over when {@link CommandRun.isOver}. */
  startCommand(command: keyof typeof commandIds, ...args: unknown[]): CommandRun {
    const run = new CommandRun()
    this.#running.add(run)
    run.end = runInWindow(this, async () => this.executeCommand(commandIds[command], ...args), run)
      .then(() => void (run.isOver = !this.isClosed))
      .finally(() => this.#running.delete(run))
    return run
  }

  /** Runs a command to its end. */
  async run(command: keyof typeof commandIds, ...args: unknown[]): Promise<CommandRun> {
    const run = this.startCommand(command, ...args)
    await run.end
    return run
  }

  /** The nodes at the top of a view, or under one of them. */
  async rows(view: 'machinePools', node?: unknown): Promise<MachinePoolsNode[]> {
    const provider = this.#trees.get(viewIds[view])?.provider
    const read = async () => (await provider?.getChildren(node)) ?? []
    return runInWindow(this, read) as Promise<MachinePoolsNode[]>
  }

  /** A row of a view, as it is shown. */
  async item(view: 'machinePools', node: unknown): Promise<vscode.TreeItem | undefined> {
    const provider = this.#trees.get(viewIds[view])?.provider
    return runInWindow(this, async () => provider?.getTreeItem(node))
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
    runInWindow(this, () => this.focusChanges.fire({ focused: true, active: true }))
  }

  /** Calls back when a view is to be drawn anew. */
  onRedraw(view: 'machinePools', listener: () => void): void {
    this.#trees.get(viewIds[view])?.provider.onDidChangeTreeData?.(listener)
  }

  /** A watcher of a folder; it tells its news on behalf of this window. */
  watch(folder: string): vscode.FileSystemWatcher {
    return this.#computer.files.watch(folder, (tell) => runInWindow(this, tell))
  }

  /** Ends the window: nothing leaves it any more, and nothing comes back to it. */
  kill(): void {
    this.isClosed = true
    for (const one of this.subscriptions.splice(0).toReversed()) one.dispose()
    for (const state of [this.globalState, this.workspaceState]) state.dispose()
    for (const reject of this.#waiting) reject(createClosedError())
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
    return this.#computer.open(this.globalState.text, this.workspaceState.text)
  }

  // What VS Code's API does for the window.

  registerCommand = (id: string, run: (...args: unknown[]) => unknown): vscode.Disposable => {
    this.#commands.set(id, run)
    return new vscode.Disposable(() => this.#commands.delete(id))
  }

  async executeCommand(id: string, ...args: unknown[]): Promise<unknown> {
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
      callContexts.getStore()?.run?.log.push(`${level} ${text}`)
    }
    const levels = ['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, write(level)])
    return { ...Object.fromEntries(levels), show: () => {}, dispose: () => {} } as unknown
  }
}

function createClosedError(): Error {
  return new Error('The window is closed')
}
