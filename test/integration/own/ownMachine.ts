import { AsyncLocalStorage } from 'node:async_hooks'
import * as vscode from 'vscode'
import { settingIds } from '../../../src/contributions.ts'
import type { Entry } from '../helpers.ts'
import { setClock } from '../../../src/api/clock.ts'
import { testClock } from '../../clock.ts'
import { FakeInputBox, FakeQuickPick } from '../quickInputs.ts'
import { like, replace } from '../replace.ts'
import { OwnSecrets } from './ownState.ts'
import { OwnWindow } from './ownWindow.ts'
import type { Run } from './run.ts'

/** On whose behalf code runs, however many awaits later. */
export interface Owner {
  window: OwnWindow
  /** The command that it belongs to. */
  run?: Run
}

/** Something that leaves for a service. */
export interface Departure extends Owner {
  method: string
  url: string
}

/**
 * A machine with windows of its own, each with a Poolkeeper made by the real `activate`: what VS Code
 * gives to an extension is stood in for, so that windows can be opened, closed and reloaded at will,
 * while the real one beside them takes no part. What they ask of services goes over real sockets.
 */
export class OwnMachine {
  readonly owner = new AsyncLocalStorage<Owner>()
  readonly secrets = new OwnSecrets((key) => this.#each((window) => window.secret.fire({ key })))
  readonly windows: OwnWindow[] = []
  /** Everything that was logged or shown, in all windows. */
  readonly traces: string[] = []
  /** Called before a request leaves; it waits for what is returned. */
  onDeparture: (departure: Departure) => Promise<void> | void = () => {}
  /** Whether what one window keeps reaches the others at once; in VS Code it takes a moment. */
  isShared = true
  #settings: Record<string, unknown> = {}
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #restore: (() => void)[] = []

  /** Stands in for VS Code, until {@link end}. */
  begin(): void {
    const { window, workspace, commands } = vscode
    setClock(testClock)
    const own = <T extends object, K extends keyof T>(
      target: T,
      key: K,
      make: (owner: Owner) => T[K],
    ): void => {
      const original = target[key] as (...args: unknown[]) => unknown
      const chosen = (...args: unknown[]) => {
        const owner = this.owner.getStore()
        return owner
          ? (make(owner) as typeof original)(...args)
          : Reflect.apply(original, target, args)
      }
      this.#restore.push(replace(target, key, chosen as T[K]))
    }
    own(workspace, 'getConfiguration', () => () => this.#configuration())
    own(workspace, 'onDidChangeConfiguration', (owner) => owner.window.settings.event as never)
    own(
      commands,
      'registerCommand',
      ({ window: to }) =>
        (id, run) =>
          to.register(id, run),
    )
    own(
      commands,
      'executeCommand',
      ({ window: to }) =>
        (async (id: string, args: unknown) =>
          id === 'setContext' ? undefined : to.call(id, args)) as never,
    )
    own(
      window,
      'createTreeView',
      ({ window: to }) =>
        ((id: string, { treeDataProvider }: never) => to.createTree(id, treeDataProvider)) as never,
    )
    own(window, 'registerWebviewPanelSerializer', () => () => stub())
    own(workspace, 'registerFileSystemProvider', () => () => stub())
    own(vscode.languages, 'registerDocumentDropEditProvider', () => () => stub())
    own(vscode.lm, 'registerTool', () => () => stub())
    own(window, 'createStatusBarItem', () => (() => stub()) as never)
    own(window, 'createOutputChannel', (owner) => (() => owner.window.createLog()) as never)
    own(window, 'setStatusBarMessage', () => (() => stub()) as never)
    own(
      window,
      'withProgress',
      (owner) => ((_: unknown, task: never) => owner.window.progress(owner.run, task)) as never,
    )
    own(
      window,
      'createInputBox',
      (owner) => (() => owner.window.prompt(owner.run, new FakeInputBox())) as never,
    )
    own(
      window,
      'createQuickPick',
      (owner) => (() => owner.window.prompt(owner.run, new FakeQuickPick())) as never,
    )
    for (const [key, severity] of severities) {
      own(
        window,
        key,
        (owner) =>
          (text: string, ...rest: unknown[]) =>
            owner.window.message(owner.run, severity, text, rest),
      )
    }
    own(globalThis, 'fetch', (owner) => (input, init) => this.#fetch(owner, input as string, init))
    this.#restore.push(
      testClock.shorten('retry', 20),
      testClock.shorten('following', 30),
      testClock.shorten('quick', 20),
      () => testClock.reset(),
    )
  }

  /** Opens another window; without mementos, one of a person who never had one. */
  open(globalState?: string, workspaceState?: string): OwnWindow {
    const window = new OwnWindow(this, globalState, workspaceState)
    this.windows.push(window)
    window.globalState.onUpdate = (text) => {
      if (!this.isShared || window.isClosed) return
      for (const other of this.windows) other.globalState.take(text)
    }
    return window
  }

  get connections(): readonly Entry[] {
    return (this.#settings[settingIds.connections] ?? []) as readonly Entry[]
  }

  /** Writes a user setting; every window hears of it. */
  set(id: string, value: unknown): void {
    this.#settings = { ...this.#settings, [id]: value }
    this.#each((window) => window.settings.fire({ affectsConfiguration: (other) => other === id }))
  }

  /** Ends all windows, and leaves VS Code as it was, once what has left for a service has ended. */
  async end(): Promise<void> {
    for (const window of this.windows) window.kill()
    await Promise.allSettled(this.#underWay)
    for (const restore of this.#restore.splice(0)) restore()
  }

  #configuration() {
    const get = (id: string, otherwise?: unknown) => this.#settings[id] ?? otherwise
    return like({} as vscode.WorkspaceConfiguration, {
      get,
      inspect: ((id: string) => ({ key: id, globalValue: get(id) })) as never,
      update: async (id, value) => this.set(id, value),
    })
  }

  /** Each window hears of it on its own behalf. */
  #each(tell: (window: OwnWindow) => void): void {
    for (const window of this.windows) {
      if (!window.isClosed) this.owner.run({ window }, () => tell(window))
    }
  }

  async #fetch(owner: Owner, url: string, init?: RequestInit): Promise<Response> {
    const { window } = owner
    // Nothing comes from a window that is gone, nor to it.
    if (window.isClosed) return never
    await this.onDeparture({ ...owner, method: init?.method ?? 'GET', url })
    const asking = this.owner.exit(() => fetch(url, init))
    this.#underWay.add(asking)
    const answer = await asking.finally(() => this.#underWay.delete(asking))
    return window.isClosed ? never : answer
  }
}

const never = new Promise<never>(() => {})

const severities = [
  ['showInformationMessage', 'info'],
  ['showWarningMessage', 'warning'],
  ['showErrorMessage', 'error'],
] as const

function stub() {
  return { show: () => {}, hide: () => {}, dispose: () => {} }
}
