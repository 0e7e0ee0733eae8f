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

/** A window of a {@link FakeComputer}. It records what its Poolkeeper registers, logs, and shows. */
export class FakeWindow {
  readonly configurationChanges = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>()
  readonly secretChanges = new vscode.EventEmitter<{ key: string }>()
  readonly focusChanges = new vscode.EventEmitter<vscode.WindowState>()
  readonly globalState: FakeMemento
  readonly workspaceState: FakeMemento
  readonly files: vscode.FileSystem
  /** The messages and prompts outside of commands, such as the result of a deletion. */
  readonly dialogs = new Dialogs()
  readonly log: string[] = []
  readonly subscriptions: vscode.Disposable[] = []
  isClosed = false
  isFocused = false
  /** VS Code’s API for this window. */
  readonly api: ReturnType<typeof createApi>
  readonly #computer: FakeComputer
  readonly #commands = new Map<string, (...args: unknown[]) => unknown>()
  readonly #trees = new Map<string, FakeTree>()
  readonly #running = new Set<CommandRun>()
  /** Rejects the promises of {@link whileOpen}. */
  readonly #rejections = new Set<(reason: Error) => void>()

  constructor(machine: FakeComputer, globalState = '{}', workspaceState = '{}') {
    this.#computer = machine
    this.globalState = new FakeMemento(globalState, {
      onStored: (text) => machine.broadcastGlobalState(text, this),
    })
    this.files = machine.files.forWindow(this)
    this.workspaceState = new FakeMemento(workspaceState, { isGlobal: false })
    this.api = createApi(machine, this)
  }

  /** The dialogs of the command that the calling code belongs to, or of the window. */
  get activeDialogs(): Dialogs {
    const { run } = callContexts.getStore() ?? {}
    return run && !run.isOver ? run : this.dialogs
  }

  /** Runs some work. Rejects once the window is closed, since nothing reaches it then. */
  async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.isClosed) throw createClosedError()
    const { promise, reject } = Promise.withResolvers<never>()
    this.#rejections.add(reject)
    try {
      return await Promise.race([work(), promise])
    } finally {
      this.#rejections.delete(reject)
    }
  }

  /** The context that VS Code passes to `activate`. */
  get context(): vscode.ExtensionContext {
    const { subscriptions, globalState, workspaceState } = this
    return {
      subscriptions,
      globalState,
      workspaceState,
      secrets: this.#computer.secrets.forWindow(this),
      extension,
      extensionUri: extension.extensionUri,
      globalStorageUri: vscode.Uri.file('/storage/poolkeeper'),
    } as never
  }

  /** Activates Poolkeeper in this window. */
  activate(): void {
    const { loadMain } = this.#computer
    runInWindow(this, () =>
      loadMain ? activateAnywhere(this.context, loadMain) : activate(this.context),
    )
  }

  /** Starts a command as a user does; it has ended when {@link CommandRun.isOver} is set. */
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

  /** The nodes at the top of a view, or under a node. */
  async rows(view: 'machinePools', node?: unknown): Promise<MachinePoolsNode[]> {
    const provider = this.#trees.get(viewIds[view])?.provider
    const getNodes = async () => (await provider?.getChildren(node)) ?? []
    return runInWindow(this, getNodes) as Promise<MachinePoolsNode[]>
  }

  /** The tree item of a node. */
  async item(view: 'machinePools', node: unknown): Promise<vscode.TreeItem | undefined> {
    const provider = this.#trees.get(viewIds[view])?.provider
    return runInWindow(this, async () => provider?.getTreeItem(node))
  }

  /** All machine pools in the view. */
  async pools(): Promise<MachinePoolNode[]> {
    const getDescendants = async (node?: unknown): Promise<MachinePoolsNode[]> => {
      // While only a loading row is there, an event follows that updates the view.
      const isLoading = (candidate: MachinePoolsNode) =>
        'icon' in candidate && candidate.icon?.id === 'loading~spin'
      const nodes = await until('rows', async () => {
        const rows = await this.rows('machinePools', node)
        return (rows.length === 0 || !rows.every(isLoading)) && rows
      })
      return [...nodes, ...(await Promise.all(nodes.map(getDescendants))).flat()]
    }
    return (await getDescendants()).filter((node) => node.kind === 'machinePool')
  }

  /** Focuses this window instead of any other, and notifies its Poolkeeper. */
  gainFocus(): void {
    for (const window of this.#computer.windows) window.isFocused = window === this
    runInWindow(this, () => this.focusChanges.fire({ focused: true, active: true }))
  }

  /** Calls a listener when the extension updates a view. */
  onRedraw(view: 'machinePools', listener: () => void): void {
    this.#trees.get(viewIds[view])?.provider.onDidChangeTreeData?.(listener)
  }

  /** A watcher of a folder; it calls its listeners in the context of this window. */
  watch(folder: string): vscode.FileSystemWatcher {
    return this.#computer.files.watch(folder, (listener) => runInWindow(this, listener))
  }

  /** Closes the window at once: nothing is sent from it any more, and no response reaches it. */
  kill(): void {
    this.isClosed = true
    for (const subscription of this.subscriptions.splice(0).toReversed()) subscription.dispose()
    for (const state of [this.globalState, this.workspaceState]) state.dispose()
    for (const reject of this.#rejections) reject(createClosedError())
  }

  /** Closes the window with all messages and prompts, and waits until its commands have ended. */
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

  /** Closes the window, and opens another with its state. */
  reload(): FakeWindow {
    this.kill()
    this.#computer.secrets.reload()
    return this.#computer.open(this.globalState.text, this.workspaceState.text)
  }

  // VS Code’s API calls the rest.

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

  /** Hides the views, as when another view container is opened. */
  hideTrees(): void {
    for (const tree of this.#trees.values()) tree.visible = false
  }

  createLog = () => {
    const write = (level: string) => (text: string) => {
      if (this.isClosed) return // in a closed window, no code runs
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
