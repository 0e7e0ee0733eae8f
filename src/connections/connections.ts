import * as vscode from 'vscode'
import { settingIds } from '../contributions.ts'
import type { Renames } from './renames.ts'
import {
  parseConnections,
  type Connection,
  type ConnectionProblem,
  type ParsedConnections,
  type Protection,
} from './connection.ts'

const activeKey = 'activeConnection'

/** An entry of the setting, as people write it. */
export interface ConnectionEntry {
  name: string
  baseUrl: string
  projectUid?: string
  consoleUrl?: string
  protection?: Protection
  /** Earlier versions’ field for the protection `readOnly`. */
  readOnly?: boolean
}

/** The connections of the setting `poolkeeper.connections`, and the active one of the workspace. */
export class Connections implements vscode.Disposable {
  readonly #workspaceState: vscode.Memento
  readonly #renames: Renames
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable
  #parsed: ParsedConnections

  /** Fires when the setting or the active connection changes. */
  readonly onDidChange = this.#changed.event

  constructor(workspaceState: vscode.Memento, renames: Renames) {
    this.#workspaceState = workspaceState
    this.#renames = renames
    this.#parsed = parseConnections(this.#entries())
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(settingIds.connections)) return
      this.#parsed = parseConnections(this.#entries())
      this.#changed.fire()
    })
  }

  /** The valid connections, in the setting’s order. */
  get all(): readonly Connection[] {
    return this.#parsed.connections
  }

  /** The problems of the invalid entries. */
  get problems(): readonly ConnectionProblem[] {
    return this.#parsed.problems
  }

  /**
   * The active connection: the selected one, else the first. Undefined if the selected one is invalid, so
   * that no other service takes its place.
   */
  get active(): Connection | undefined {
    const chosen = this.currentName(this.#workspaceState.get<string>(activeKey) ?? '')
    return this.has(chosen) ? this.find(chosen) : this.all[0]
  }

  /** Returns the name that a connection has now, for one that a workspace has stored. */
  currentName(name: string): string {
    return this.#renames.currentName(name, (one) => this.has(one))
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => connection.name === name)
  }

  async activate(name: string): Promise<void> {
    await this.#workspaceState.update(activeKey, name)
    this.#changed.fire()
  }

  async add(entry: ConnectionEntry): Promise<void> {
    await this.#write([...this.#entries(), entry])
  }

  /** Sets or removes the project of a connection, and changes nothing else. */
  async setProject(name: string, projectUid: string | undefined): Promise<void> {
    await this.#replace(name, (entry) => ({
      ...without(entry, 'projectUid'),
      ...(projectUid !== undefined && { projectUid }),
    }))
  }

  /** Sets or removes the protection of a connection, and changes nothing else. */
  async setProtection(name: string, protection: Protection): Promise<void> {
    await this.#replace(name, (entry) => ({
      ...without(entry, 'protection', 'readOnly'),
      ...(protection !== 'none' && { protection }),
    }))
  }

  /** Replaces the known fields of a connection, possibly its name; this workspace stays with it. */
  async change(name: string, entry: ConnectionEntry): Promise<void> {
    const isChosen = this.#workspaceState.get(activeKey) === name
    await this.#replace(name, (before) => ({
      ...without(before, 'projectUid', 'consoleUrl', 'protection', 'readOnly'),
      ...entry,
    }))
    if (isChosen) await this.activate(entry.name)
  }

  /** Removes the entries with this name from the setting. */
  async remove(name: string): Promise<void> {
    await this.#write(this.#entries().filter((entry) => nameOf(entry) !== name))
  }

  /** Returns whether the setting has an entry with this name, valid or not. */
  has(name: string): boolean {
    return this.#entries().some((entry) => nameOf(entry) === name)
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  async #replace(name: string, change: (entry: Record<string, unknown>) => object): Promise<void> {
    const entries = this.#entries()
    // The entry in use: an invalid one before it may have the same name.
    const index = entries.findIndex(
      (entry) => parseConnections([entry]).connections[0]?.name === name,
    )
    if (index < 0) throw new Error(`The setting has no connection “${name}”`)
    await this.#write(entries.with(index, change(entries[index] as Record<string, unknown>)))
  }

  /** The user setting. Workspaces can’t override it: its scope prevents that, and so does this. */
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

function without(entry: Record<string, unknown>, ...fields: (keyof ConnectionEntry)[]): object {
  return Object.fromEntries(
    Object.entries(entry).filter(([field]) => fields.every((one) => one !== field)),
  )
}

function nameOf(entry: unknown): string | undefined {
  const { name } = (entry ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name.trim() : undefined
}
