import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'

const maxAttempts = 5
const retryMs = 20

export interface RecordFile {
  id: string
  file: string
  version: number
}

/** A record and its file. */
export interface KnownRecord<T> extends RecordFile {
  record: T
}

/**
 * Records in a folder that all windows share, as versioned files. No file is written twice: a change is a new
 * file with the next version, and then the earlier ones are deleted. So readers never see partial records,
 * windows don’t overwrite each other’s changes, and unchanged files needn’t be read again. A Memento can’t do
 * this; see {@link GlobalState}.
 */
export class RecordFiles<T extends object> {
  readonly #fs: vscode.FileSystem
  /** Distinguishes the files of this window. */
  readonly window = Math.random().toString(36).slice(2, 8).padEnd(6, '0')
  readonly #folder: vscode.Uri
  readonly #read: (stored: unknown) => T | undefined
  /** The records by ID, with their files. */
  readonly known = new Map<string, KnownRecord<T>>()
  /** Unreadable files, such as those of another version, which aren’t waited for. */
  readonly #strange = new Set<string>()
  #written = 0
  #turn: Promise<unknown> = Promise.resolve()
  #waiting: Promise<boolean> | undefined

  constructor(
    fs: vscode.FileSystem,
    folder: vscode.Uri,
    /** Returns undefined for an invalid record. */
    read: (stored: unknown) => T | undefined,
  ) {
    this.#fs = fs
    this.#folder = folder
    this.#read = read
  }

  /** The records by ID, as of the last {@link refresh}. */
  get all(): ReadonlyMap<string, T> {
    return new Map([...this.known].map(([id, { record }]) => [id, record]))
  }

  /** Reads what other windows have written. Resolves to true if anything is new. */
  async refresh(): Promise<boolean> {
    // Callers share one refresh that hasn’t started.
    this.#waiting ??= this.inTurn(() => {
      this.#waiting = undefined
      return this.readNew()
    })
    return this.#waiting
  }

  // Used by {@link changeRecord}.

  /** Runs operations in sequence. */
  async inTurn<R>(run: () => Promise<R>): Promise<R> {
    const turn = this.#turn.then(run)
    this.#turn = turn.catch(() => {})
    return turn
  }

  /**
   * Reads new files, within {@link inTurn}, from a list that was made now, if given. Resolves to true if there
   * are any.
   */
  async readNew(listed?: readonly RecordFile[]): Promise<boolean> {
    let isNew = false
    for (let tries = 0; ; tries++) {
      const latest = new Map<string, RecordFile>()
      const all = (tries === 0 && listed) || (await this.list())
      // Partial files may be complete by now.
      const strange = tries > 0 ? [] : all.filter(({ file }) => this.#strange.has(file))
      for (const one of strange) if (await this.open(one)) this.#strange.delete(one.file)
      for (const one of all) {
        const other = latest.get(one.id)
        if (!this.#strange.has(one.file) && (!other || byAge(one, other) > 0))
          latest.set(one.id, one)
      }
      for (const id of this.known.keys()) {
        if (!latest.has(id)) isNew = this.known.delete(id) || isNew
      }
      const due = [...latest.values()].filter(({ id, file }) => this.known.get(id)?.file !== file)
      const read = await Promise.all(
        due.map(async (one) => ({ one, record: await this.open(one) })),
      )
      const unread: RecordFile[] = []
      for (const { one, record } of read) {
        if (record) this.known.set(one.id, { ...one, record })
        else unread.push(one)
        isNew ||= record !== undefined
      }
      if (unread.length === 0) return isNew
      // Another window may be writing it, or have written the next version.
      if (tries < maxAttempts) await passed()
      else for (const { file } of unread) this.#strange.add(file)
    }
  }

  /** Lists all files, also of earlier versions of a record. */
  async list(): Promise<RecordFile[]> {
    const entries = await this.#fs.readDirectory(this.#folder).then(undefined, (error: unknown) => {
      if (isNotFound(error)) return []
      throw error
    })
    return entries.flatMap(([file]) => {
      const [, id, version] = /^(.+)\.(\d+)\.\w+\.json$/.exec(file) ?? []
      return id ? [{ id, file, version: Number(version) }] : []
    })
  }

  /** Reads a record; undefined if it can’t be read yet. */
  async open(one: RecordFile): Promise<T | undefined> {
    try {
      const bytes = await this.#fs.readFile(this.#uri(one))
      return this.#read(JSON.parse(new TextDecoder().decode(bytes)))
    } catch {
      return undefined // partially written or deleted
    }
  }

  /** Writes a version of a record. It needn’t be read again to be known here. */
  async write({ id, version, record }: Omit<KnownRecord<T>, 'file'>): Promise<RecordFile> {
    // A unique name, because a partially written file stays and must not be met again.
    const file = `${id}.${version}.${this.window}${(this.#written++).toString(36)}.json`
    const own = { id, file, version }
    try {
      await this.#fs.writeFile(this.#uri(own), new TextEncoder().encode(JSON.stringify(record)))
    } catch (error) {
      // On a full disk, the file may exist and be empty.
      await this.remove(own).catch(() => {})
      throw error
    }
    this.known.set(id, { ...own, record })
    return own
  }

  async remove(one: RecordFile): Promise<void> {
    await this.#fs.delete(this.#uri(one)).then(undefined, (error: unknown) => {
      if (!isNotFound(error)) throw error
    })
  }

  #uri({ file }: RecordFile): vscode.Uri {
    return this.#folder.with({ path: `${this.#folder.path}/${file}` })
  }
}

/** Compares files by age, the latest last. */
export function byAge(one: RecordFile, other: RecordFile): number {
  return one.version - other.version || (one.file < other.file ? -1 : 1)
}

async function passed(): Promise<void> {
  await new Promise<void>((resolve) => clock.after(retryMs, 'saving', resolve))
}

/** Returns whether an error means that a file doesn’t exist. */
function isNotFound(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'FileNotFound'
}
