import * as vscode from 'vscode'
import { SerialQueue } from '../api/serialQueue.ts'
import { settingIds } from '../contributions.ts'
import {
  currentOf,
  isSameService,
  parseConnections,
  withProject,
  type Connection,
  type ConnectionProblem,
  type DeletionMode,
} from './connection.ts'

const activeKey = 'activeConnections'
const projectsKey = 'selectedProjects'

/** How often a change of the setting is written while something else writes the setting, too. */
const maxWrites = 5

/** A project that a workspace has selected, for one service of a connection. */
interface SelectedProject {
  readonly connection: string
  readonly baseUrl: string
  /** The UID of the selected project. An empty UID means that the workspace has selected “all projects”. */
  readonly projectUid: string
}

/** An entry of the setting, as people write it. */
export type ConnectionEntry = Omit<Connection, 'origin' | 'deletion'> &
  Partial<Pick<Connection, 'deletion'>>

/**
 * The connections of the setting `poolkeeper.connections`, and what the workspace has selected: the active one,
 * and the project of each. The setting’s project is the default.
 */
export class Connections implements vscode.Disposable {
  readonly #workspaceState: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable
  #parsed!: ReturnType<typeof parseConnections>
  /** The names of all entries, also of invalid ones. */
  #names!: ReadonlySet<string | undefined>
  #all!: readonly Connection[]
  readonly #writes = new SerialQueue()

  /** Fires when the setting, the active connection, or a selected project changes. */
  readonly onDidChange = this.#changed.event

  constructor(workspaceState: vscode.Memento) {
    this.#workspaceState = workspaceState
    this.#read()
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(settingIds.connections)) return
      this.#read()
      this.#changed.fire()
    })
  }

  /** The valid connections, in the setting’s order, with the projects of this workspace. */
  get all(): readonly Connection[] {
    return this.#all
  }

  /** The problems of the invalid entries, or of a setting that isn’t a list. */
  get problems(): readonly ConnectionProblem[] {
    return this.#parsed.problems
  }

  /**
   * The active connection: the connection that this workspace has selected last. If that was removed, as the sample
   * often is, the connection selected before it is active, or else the first of the setting. Undefined if the selected
   * connection is invalid, so that no other service takes its place.
   */
  get active(): Connection | undefined {
    const selected = this.#selected.find((name) => this.has(name))
    return selected === undefined ? this.all[0] : this.find(selected)
  }

  find(name: string): Connection | undefined {
    return this.all.find((connection) => connection.name === name)
  }

  /**
   * Returns a connection as it is in the settings now, in place of `ref`, an earlier copy of it. Throws
   * {@link ConnectionChangedError} if the connection was removed, or its name now belongs to another service. Called
   * after the last prompt of a command, and again by each request, because the settings may change meanwhile.
   */
  current(ref: Connection): Connection {
    return currentOf(ref, this.all)
  }

  /** Returns whether the settings still have a connection with the name and the service of `ref`. */
  isCurrent(ref: Connection): boolean {
    return this.all.some((connection) => isSameService(connection, ref))
  }

  async activate(name: string): Promise<void> {
    const names = new Set([name, this.active?.name ?? name, ...this.#selected])
    await this.#workspaceState.update(activeKey, [...names].slice(0, 2))
    this.#changed.fire()
  }

  /** Adds a connection. Leaves the setting as it is if something else has added one of that name meanwhile. */
  async add(entry: ConnectionEntry): Promise<void> {
    await this.#change((entries) =>
      entries.some((existing) => nameOf(existing) === entry.name) ? entries : [...entries, entry],
    )
    // This workspace may have selected a project for an earlier connection of that name.
    await this.selectProject(entry.name, entry.projectUid)
  }

  /** Selects the project of a connection for this workspace; undefined for all projects. */
  async selectProject(name: string, projectUid: string | undefined): Promise<void> {
    const connection = this.#parsed.connections.find((candidate) => candidate.name === name)
    if (!connection) throw new Error(`The setting has no connection “${name}”`)
    const selected = this.#selectedProjects.filter((entry) => entry.connection !== name)
    if (projectUid !== connection.projectUid) {
      const { baseUrl } = connection
      selected.push({ connection: name, baseUrl, projectUid: projectUid ?? '' })
    }
    await this.#workspaceState.update(projectsKey, selected)
    this.#read()
    this.#changed.fire()
  }

  /** Sets what a deletion over a connection requires, and changes nothing else. */
  async setDeletionMode(name: string, deletion: DeletionMode): Promise<void> {
    await this.#change((entries) => {
      const index = entries.findIndex((entry) => nameOf(entry) === name)
      if (index < 0) throw new Error(`The setting has no connection “${name}”`)
      const { deletion: _, ...withoutMode } = entries[index] as Record<string, unknown>
      const changed = deletion === 'confirm' ? withoutMode : { ...withoutMode, deletion }
      return entries.with(index, changed)
    })
  }

  /** Removes the entries with this name from the setting. */
  async remove(name: string): Promise<void> {
    await this.#change((entries) => entries.filter((entry) => nameOf(entry) !== name))
  }

  /** Returns whether the setting has an entry with this name, valid or not. */
  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Whether the setting is a list or not set. Anything else doesn’t show which connections it had. */
  get isReadable(): boolean {
    return !this.problems.some(({ problem }) => problem === 'list')
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  /**
   * Stores the connections of the setting, each with the project that this workspace has selected for it. Called only
   * when the setting or a selection has changed, because each reading of a setting takes VS Code a millisecond.
   */
  #read(): void {
    const setting = this.#setting()
    this.#names = new Set(Array.isArray(setting) ? setting.map(nameOf) : [])
    this.#parsed = parseConnections(setting)
    const selectedProjects = this.#selectedProjects
    this.#all = this.#parsed.connections.map((connection) => {
      const { name, baseUrl } = connection
      const selection = selectedProjects.find(
        (entry) => entry.connection === name && entry.baseUrl === baseUrl,
      )
      if (!selection) return connection
      const isForAllProjects = selection.projectUid === ''
      return withProject(connection, isForAllProjects ? undefined : selection.projectUid)
    })
  }

  /** The names of the connection that was selected last, and of the one before it. */
  get #selected(): readonly string[] {
    return this.#workspaceState.get<readonly string[]>(activeKey, [])
  }

  get #selectedProjects(): readonly SelectedProject[] {
    return this.#workspaceState.get<readonly SelectedProject[]>(projectsKey, [])
  }

  /** The value in the user settings. The scope of the setting already keeps workspaces from overriding it. */
  #setting(): unknown {
    return vscode.workspace.getConfiguration().inspect(settingIds.connections)?.globalValue
  }

  /**
   * Changes the entries of the setting, after all earlier changes. A write replaces the whole list, so what another
   * window or Settings Sync has written during a write is lost. The change is then repeated on what they have written.
   * Throws if the setting isn’t a list, because a write would replace what its author meant.
   */
  async #change(change: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    await this.#writes.run(async () => {
      const current = this.#setting()
      let setting: unknown = current === undefined ? [] : current
      for (let writes = 0; writes < maxWrites; writes++) {
        if (!Array.isArray(setting)) throw new Error(noListText())
        const entries = change(setting)
        if (isEqual(entries, setting)) return
        const otherWrite = await this.#write(entries)
        if (otherWrite === undefined) return
        setting = otherWrite.setting
      }
      throw new Error(vscode.l10n.t('The setting changed in the meantime. Try again.'))
    })
  }

  /** Writes the setting. Resolves to the setting that something else has written meanwhile. */
  async #write(entries: readonly unknown[]): Promise<{ readonly setting: unknown } | undefined> {
    let otherWrite: { readonly setting: unknown } | undefined
    const subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(settingIds.connections)) return
      const setting = this.#setting()
      if (!isEqual(setting, entries)) otherWrite = { setting }
    })
    try {
      await vscode.workspace
        .getConfiguration()
        .update(settingIds.connections, entries, vscode.ConfigurationTarget.Global)
      return otherWrite
    } finally {
      subscription.dispose()
    }
  }
}

/** Returns what is wrong if the setting isn’t a list, and what is right. */
export function noListText(): string {
  return vscode.l10n.t(
    'The setting must be a list. Put each connection in braces, and all of them in square brackets: [{…}, {…}].',
  )
}

/** Returns whether two values are the same in the settings file. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function nameOf(entry: unknown): string | undefined {
  const { name } = (entry ?? {}) as { name?: unknown }
  // An empty name counts as none, because the user is still typing it.
  return (typeof name === 'string' && name.trim()) || undefined
}
