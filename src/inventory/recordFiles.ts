import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'

const mostTries = 5
const retryMs = 20

/** A file of a record. */
export interface RecordFile {
  id: string
  file: string
  version: number
}

/** A record, and the file that it is in. */
export interface KnownRecord<T> extends RecordFile {
  record: T
}

/**
 * Records in a folder that all windows share, each in files of its own. No file is ever written twice:
 * a change is a new file with the next version, and then those before it are deleted. So a reader finds
 * a record whole or not at all, two windows overwrite nothing of each other, and what has been read
 * need not be read again. Memento can do none of this: see {@link GlobalState}.
 */
export class RecordFiles<T extends object> {
  readonly fs: vscode.FileSystem
  /** Tells the files that this window writes from those of others. */
  readonly window = Math.random().toString(36).slice(2, 8).padEnd(6, '0')
  readonly #folder: vscode.Uri
  readonly #read: (stored: unknown) => T | undefined
  /** The records by their ids, and where each was read. */
  readonly known = new Map<string, KnownRecord<T>>()
  /** Files that cannot be read, such as those of another version: they are waited for no more. */
  readonly #strange = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()
  #waiting: Promise<boolean> | undefined

  constructor(
    fs: vscode.FileSystem,
    folder: vscode.Uri,
    /** Undefined for what is no such record. */
    read: (stored: unknown) => T | undefined,
  ) {
    this.fs = fs
    this.#folder = folder
    this.#read = read
  }

  /** The records by their ids, as they were when they were last looked at. */
  get all(): ReadonlyMap<string, T> {
    return new Map([...this.known].map(([id, { record }]) => [id, record]))
  }

  /** Looks at what other windows have written. True where there is anything new. */
  async refresh(): Promise<boolean> {
    // One look that has not begun is enough for all who want one.
    this.#waiting ??= this.inTurn(() => {
      this.#waiting = undefined
      return this.look()
    })
    return this.#waiting
  }

  // What {@link changeRecord} works with.

  /** One after the other. */
  async inTurn<R>(run: () => Promise<R>): Promise<R> {
    const turn = this.#turn.then(run)
    this.#turn = turn.catch(() => {})
    return turn
  }

  /** Reads what is new; within a turn. True where anything is. */
  async look(): Promise<boolean> {
    let isNew = false
    for (let tries = 0; ; tries++) {
      const latest = new Map<string, RecordFile>()
      const all = await this.list()
      // What was half written for long may be whole by now.
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
      // Another window may be writing it, or has already written the next.
      if (tries < mostTries) await passed()
      else for (const { file } of unread) this.#strange.add(file)
    }
  }

  /** The files of all records, those of earlier versions, too. */
  async list(): Promise<RecordFile[]> {
    const entries = await this.fs.readDirectory(this.#folder).then(undefined, (error: unknown) => {
      if (isNotFound(error)) return []
      throw error
    })
    return entries.flatMap(([file]) => {
      const [, id, version] = /^(.+)\.(\d+)\.\w+\.json$/.exec(file) ?? []
      return id ? [{ id, file, version: Number(version) }] : []
    })
  }

  /** The record in a file; undefined where it cannot be read, or not yet. */
  async open({ file }: RecordFile): Promise<T | undefined> {
    try {
      const bytes = await this.fs.readFile(this.uri(file))
      return this.#read(JSON.parse(new TextDecoder().decode(bytes)))
    } catch {
      return undefined // half written, or deleted by now
    }
  }

  uri(file: string): vscode.Uri {
    return this.#folder.with({ path: `${this.#folder.path}/${file}` })
  }
}

/** The latest last. */
export function byAge(one: RecordFile, other: RecordFile): number {
  return one.version - other.version || (one.file < other.file ? -1 : 1)
}

async function passed(): Promise<void> {
  await new Promise<void>((resolve) => clock.after(retryMs, 'saving', resolve))
}

/** Whether an error says that there is no such file. */
export function isNotFound(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'FileNotFound'
}
