import { setTimeout as sleep } from 'node:timers/promises'
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

/** A request that a window is about to send. */
export interface OutgoingRequest extends CallContext {
  method: string
  url: string
}

/** An entry of the setting `poolkeeper.connections`. */
export type ConnectionEntry = Pick<Connection, 'name' | 'baseUrl'> &
  Partial<Record<keyof Connection, unknown>>

/**
 * A computer with VS Code windows, in each of which the real `activate` has activated Poolkeeper. Tests open,
 * close, and reload the windows. Requests to services go over real sockets.
 */
export class FakeComputer {
  readonly secrets = new FakeSecrets((key) =>
    this.#notifyWindows((window) => window.secretChanges.fire({ key })),
  )
  readonly files = new FakeFiles()
  readonly windows: FakeWindow[] = []
  /** Replaces how the windows load `main.ts`. */
  loadMain?: LoadMain
  /** Called and awaited before a request is sent. */
  onRequest: (departure: OutgoingRequest) => Promise<void> | void = () => {}
  /** After how many milliseconds a setting that an extension updates can be read. */
  settingDelay = 1
  #settings: Record<string, unknown> = {}
  /** The requests in progress, each with the controller that aborts it. */
  readonly #pendingRequests = new Map<Promise<unknown>, AbortController>()
  readonly #restore: (() => void)[] = []

  /** Until {@link end}, shortens the waits of the windows, and intercepts their requests. */
  begin(): void {
    const { fetch } = globalThis
    this.#restore.push(
      replace(globalThis, 'fetch', (url, init) => {
        const context = callContexts.getStore()
        if (!context || !this.windows.includes(context.window)) return fetch(url, init)
        return context.window.whileOpen(() => this.#sendRequest(context, url as string, init))
      }),
      testClock.shorten('retry', 20),
      testClock.shorten('following', 30),
      testClock.shorten('quick', 20),
      testClock.shorten('redraw', 5),
      () => testClock.reset(),
    )
  }

  /**
   * Opens another window, and loads the main module of its Poolkeeper by a command, unless the test replaces
   * the loading. Without mementos, Poolkeeper has never run before.
   */
  open(globalState?: string, workspaceState?: string): FakeWindow {
    const window = new FakeWindow(this, globalState, workspaceState)
    this.windows.push(window)
    window.activate()
    if (!this.loadMain) window.run('showLog').catch(() => {})
    return window
  }

  /** Sends the global state that a window has stored to the other windows. */
  broadcastGlobalState(text: string, from: FakeWindow): void {
    if (from.isClosed) return
    for (const window of this.windows) if (window !== from) window.globalState.receive(text)
  }

  get connections(): readonly ConnectionEntry[] {
    return (this.#settings[settingIds.connections] ?? []) as readonly ConnectionEntry[]
  }

  /** Writes a user setting, and notifies all windows. */
  writeSetting(id: string, value: unknown): void {
    this.#settings = { ...this.#settings, [id]: value }
    const affectsConfiguration = (section: string) => id === section || id.startsWith(`${section}.`)
    this.#notifyWindows((window) => window.configurationChanges.fire({ affectsConfiguration }))
  }

  getConfiguration = (section?: string): vscode.WorkspaceConfiguration => {
    const getId = (key: string) => (section === undefined ? key : `${section}.${key}`)
    const getValue = (id: string) => structuredClone(this.#settings[id])
    return {
      get: (key: string, defaultValue?: unknown) =>
        getValue(getId(key)) ?? getDefault(getId(key)) ?? defaultValue,
      inspect: (key: string) => ({ key: getId(key), globalValue: getValue(getId(key)) }),
      update: async (key: string, value: unknown) => {
        await sleep(this.settingDelay)
        this.writeSetting(getId(key), value)
      },
    } as never
  }

  /** Ends all windows with their commands, and restores the clock and `fetch`. */
  async end(): Promise<void> {
    for (const window of this.windows) await window.end()
    await this.waitForResponses()
    for (const controller of this.#pendingRequests.values()) controller.abort()
    for (const restore of this.#restore.splice(0)) restore()
  }

  /** Waits for the responses to all requests, for 300 ms at most, since a service may stall. */
  async waitForResponses(): Promise<void> {
    const settled = Promise.allSettled(this.#pendingRequests.keys())
    const timeout = new Promise((resolve) => setTimeout(resolve, 300))
    await Promise.race([settled, timeout])
  }

  /** Calls a function for each open window, in the context of the window. */
  #notifyWindows(notify: (window: FakeWindow) => void): void {
    for (const window of this.windows) {
      if (!window.isClosed) runInWindow(window, () => notify(window))
    }
  }

  /** Sends a request. If its window is closed meanwhile, the request arrives all the same. */
  async #sendRequest(context: CallContext, url: string, init: RequestInit = {}): Promise<Response> {
    const { window } = context
    await this.onRequest({ ...context, method: init.method ?? 'GET', url })
    const controller = new AbortController()
    const abortWhileOpen = () => {
      if (!window.isClosed) controller.abort()
    }
    init.signal?.addEventListener('abort', abortWhileOpen, { once: true })
    const { signal } = controller
    const response = callContexts.exit(() => fetch(url, { ...init, signal }))
    this.#pendingRequests.set(response, controller)
    response.finally(() => this.#pendingRequests.delete(response)).catch(() => {})
    return response
  }
}
