import * as vscode from 'vscode'
import { settingIds } from '../contributions.ts'
import {
  parseConnections,
  type Connection,
  type ConnectionProblem,
  type ParsedConnections,
} from './connection.ts'

const activeKey = 'activeConnection'

/** An entry of the setting, as the user writes it. */
export interface ConnectionEntry {
  name: string
  baseUrl: string
  projectUid?: string
  consoleUrl?: string
  readOnly?: boolean
}

/** The connections of the setting `poolkeeper.connections`, and which one a workspace works with. */
export class Connections implements vscode.Disposable {
  readonly #workspaceState: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable
  #parsed: ParsedConnections

  /** Fires when the setting or the active connection changes. */
  readonly onDidChange = this.#changed.event

  constructor(workspaceState: vscode.Memento) {
    this.#workspaceState = workspaceState
    this.#parsed = parseConnections(this.#entries())
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(settingIds.connections)) return
      this.#parsed = parseConnections(this.#entries())
      this.#changed.fire()
    })
  }

  /** The connections that can be used, in the setting's order. */
  get all(): readonly Connection[] {
    return this.#parsed.connections
  }

  /** The entries of the setting that cannot be used. */
  get problems(): readonly ConnectionProblem[] {
    return this.#parsed.problems
  }

  /**
   * The connection that this workspace works with: the one chosen, else the first. None where the chosen
   * one is broken in the setting: another service would be taken for it.
   */
  get active(): Connection | undefined {
    const chosen = this.#workspaceState.get<string>(activeKey)
    return chosen && this.has(chosen) ? this.find(chosen) : this.all[0]
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => connection.name === name)
  }

  /** Makes a connection the active one of this workspace. */
  async activate(name: string): Promise<void> {
    await this.#workspaceState.update(activeKey, name)
    this.#changed.fire()
  }

  /** Adds an entry to the setting. */
  async add(entry: ConnectionEntry): Promise<void> {
    await this.#write([...this.#entries(), entry])
  }

  /** Sets the project of a connection, or takes it out, and touches nothing else. */
  async setProject(name: string, projectUid: string | undefined): Promise<void> {
    const entries = this.#entries()
    // The entry in use: one before it may have its name, too, and be broken.
    const index = entries.findIndex(
      (entry) => parseConnections([entry]).connections[0]?.name === name,
    )
    if (index < 0) throw new Error(`The setting has no connection “${name}”`)
    const { projectUid: _, ...others } = entries[index] as Record<string, unknown>
    const entry = projectUid === undefined ? others : { ...others, projectUid }
    await this.#write(entries.with(index, entry))
  }

  /** Takes the entries with this name out of the setting, and touches no other. */
  async remove(name: string): Promise<void> {
    await this.#write(this.#entries().filter((entry) => nameOf(entry) !== name))
  }

  /** Whether the setting has an entry with this name, be it broken. */
  has(name: string): boolean {
    return this.#entries().some((entry) => nameOf(entry) === name)
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  /** The user's own setting: its scope keeps a workspace from having a say, and so does this. */
  #entries(): unknown[] {
    const setting = vscode.workspace.getConfiguration().inspect(settingIds.connections)
    return Array.isArray(setting?.globalValue) ? setting.globalValue : []
  }

  async #write(entries: unknown[]): Promise<void> {
    await vscode.workspace
      .getConfiguration()
      .update(settingIds.connections, entries, vscode.ConfigurationTarget.Global)
  }
}

function nameOf(entry: unknown): string | undefined {
  const { name } = (entry ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name.trim() : undefined
}
