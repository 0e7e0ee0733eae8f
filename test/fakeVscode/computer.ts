import type * as vscode from 'vscode'
import type { Connection } from '../../src/connections/connection.ts'
import { settingIds } from '../../src/contributions.ts'
import { testClock } from '../clock.ts'
import { replace } from '../replace.ts'
import { getDefault } from './manifest.ts'
import type { LoadMain } from '../../src/extension.ts'
import { FakeFiles } from './files.ts'
import { runInWindow, type CallContext, callContexts } from './callContext.ts'
import { FakeSecrets } from './state.ts'
import { FakeWindow } from './window.ts'

/** Something that leaves for a service. */
export interface OutgoingRequest extends CallContext {
  method: string
  url: string
}

/** An entry of the setting `poolkeeper.connections`. */
export type ConnectionEntry = Pick<Connection, 'name' | 'baseUrl'> &
  Partial<Record<keyof Connection, unknown>>

/**
 * A machine with windows, each with a Poolkeeper made by the real `activate`, which can be opened, closed
 * and reloaded at will. What they ask of services goes over real sockets.
 */
export class FakeComputer {
  readonly secrets = new FakeSecrets((key) =>
    this.#notifyWindows((window) => window.secretChanges.fire({ key })),
  )
  /** What they keep in files. */
  readonly files = new FakeFiles()
  readonly windows: FakeWindow[] = []
  /** How the windows load `main.ts`, where it is not as usual. */
  loadMain?: LoadMain
  /** Called before a request leaves; it waits for what is returned. */
  onRequest: (departure: OutgoingRequest) => Promise<void> | void = () => {}
  #settings: Record<string, unknown> = {}
  /** The requests that are under way, each with what hangs up on it. */
  readonly #pendingRequests = new Map<Promise<unknown>, AbortController>()
  readonly #restore: (() => void)[] = []

  /** Lets what its windows do take no longer than it must, and watches what leaves them, until {@link end}. */
  begin(): void {
    const { fetch } = globalThis
    this.#restore.push(
      replace(globalThis, 'fetch', (url, init) => {
        const owner = callContexts.getStore()
        const isOurs = owner && this.windows.includes(owner.window)
        if (!isOurs) return fetch(url, init)
        return owner.window.whileOpen(() => this.#sendRequest(owner, url as string, init))
      }),
      testClock.shorten('retry', 20),
      testClock.shorten('following', 30),
      testClock.shorten('quick', 20),
      testClock.shorten('redraw', 5),
      () => testClock.reset(),
    )
  }

  /**
   * Opens another window, whose Poolkeeper is in use unless its loading is what a test is about; without
   * mementos, one of a person who never had one.
   */
  open(globalState?: string, workspaceState?: string): FakeWindow {
    const window = new FakeWindow(this, globalState, workspaceState)
    this.windows.push(window)
    window.activate()
    if (!this.loadMain) window.run('showLog').catch(() => {})
    return window
  }

  /** What a window has stored in global state reaches the others. */
  broadcastGlobalState(text: string, from: FakeWindow): void {
    if (from.isClosed) return
    for (const window of this.windows) if (window !== from) window.globalState.receive(text)
  }

  get connections(): readonly ConnectionEntry[] {
    return (this.#settings[settingIds.connections] ?? []) as readonly ConnectionEntry[]
  }

  /** Writes a user setting; every window hears of it. */
  writeSetting(id: string, value: unknown): void {
    this.#settings = { ...this.#settings, [id]: value }
    const affectsConfiguration = (other: string) => id === other || id.startsWith(`${other}.`)
    this.#notifyWindows((window) => window.configurationChanges.fire({ affectsConfiguration }))
  }

  getConfiguration = (section?: string): vscode.WorkspaceConfiguration => {
    const idOf = (key: string) => (section === undefined ? key : `${section}.${key}`)
    const valueOf = (id: string) => structuredClone(this.#settings[id])
    return {
      get: (key: string, otherwise?: unknown) =>
        valueOf(idOf(key)) ?? getDefault(idOf(key)) ?? otherwise,
      inspect: (key: string) => ({ key: idOf(key), globalValue: valueOf(idOf(key)) }),
      update: async (key: string, value: unknown) => this.writeSetting(idOf(key), value),
    } as never
  }

  /** Ends all windows with what runs in them, and leaves VS Code as it was. */
  async end(): Promise<void> {
    for (const window of this.windows) await window.end()
    await this.waitForResponses()
    for (const one of this.#pendingRequests.values()) one.abort()
    for (const restore of this.#restore.splice(0)) restore()
  }

  /** Waits until what has left is answered; a service that stalls is not waited for long. */
  async waitForResponses(): Promise<void> {
    const answered = Promise.allSettled(this.#pendingRequests.keys())
    const stalled = new Promise((resolve) => setTimeout(resolve, 300))
    await Promise.race([answered, stalled])
  }

  /** Each window hears of it on its own behalf. */
  #notifyWindows(tell: (window: FakeWindow) => void): void {
    for (const window of this.windows) {
      if (!window.isClosed) runInWindow(window, () => tell(window))
    }
  }

  /** What has left arrives all the same, also if it is canceled before: it may have left just then. */
  async #sendRequest(owner: CallContext, url: string, init: RequestInit = {}): Promise<Response> {
    const { window } = owner
    await this.onRequest({ ...owner, method: init.method ?? 'GET', url })
    const hangUp = new AbortController()
    init.signal?.addEventListener('abort', () => window.isClosed || hangUp.abort(), { once: true })
    const { signal } = hangUp
    const asking = callContexts.exit(() => fetch(url, { ...init, signal }))
    this.#pendingRequests.set(asking, hangUp)
    asking.finally(() => this.#pendingRequests.delete(asking)).catch(() => {})
    return asking
  }
}
