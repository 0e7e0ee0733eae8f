import * as v from 'valibot'
import type * as vscode from 'vscode'
import { partSchemas, type PartKind, type RecordPart } from './record.ts'
import { SerialQueue } from '../api/serialQueue.ts'

/** The name of a part of a record: its file is `{id}.{kind}.json` or `{id}.{kind}.{stamp}.json`. */
interface PartName {
  /** The ID of the record. */
  readonly id: string
  readonly kind: PartKind
  /** Distinguishes the parts of one kind if a record may have several, such as `seen`. */
  readonly stamp?: string | undefined
}

/** A part of a record, with its name. */
export interface StoredPart extends PartName {
  readonly value: RecordPart
}

/**
 * The parts of records as files in a folder that all windows share. A file is written once, and then only deleted, so
 * windows can’t undo each other’s changes, and files needn’t be read again. VS Code’s file system has no exclusive
 * creation and no atomic replacement, but only one window succeeds in deleting a file. A file that can’t be parsed isn’t
 * there yet: another window may be writing it.
 *
 * Browsers are different: each tab lists the files that were there when it was loaded, and its own.
 */
export class PartFiles {
  readonly #fs: vscode.FileSystem
  readonly #folder: vscode.Uri
  /** Called after parts have changed. */
  readonly #onChange: () => void
  readonly #parts = new Map<string, StoredPart>()
  #hasChanged = false
  /** The names of parts that couldn’t be written. They are valid in this window, and written later. */
  readonly #unsaved = new Set<string>()
  /** Runs one operation after the other, so that none works with a list from before another. */
  readonly #queue = new SerialQueue()
  #waitingRefresh: Promise<void> | undefined

  constructor(fs: vscode.FileSystem, folder: vscode.Uri, onChange: () => void) {
    this.#fs = fs
    this.#folder = folder
    this.#onChange = onChange
  }

  /** All parts, as of the last {@link refresh}. */
  get all(): readonly StoredPart[] {
    return [...this.#parts.values()]
  }

  /** Returns whether a part couldn’t be written so far. */
  isUnsaved(part: PartName): boolean {
    return this.#unsaved.has(fileName(part))
  }

  /** Reads what other windows have written, and writes what couldn’t be written before. */
  async refresh(): Promise<void> {
    // Callers share a refresh that hasn’t started.
    this.#waitingRefresh ??= this.#enqueue(async () => {
      this.#waitingRefresh = undefined
      for (const name of this.#unsaved) await this.#save(name).catch(() => {})
      await this.#readNew()
    })
    return this.#waitingRefresh
  }

  /** Writes a part. Rejects if it can’t be written; then it is valid in this window, and written later. */
  async write(part: StoredPart): Promise<void> {
    await this.#enqueue(() => this.#write(part))
  }

  /**
   * Writes a part and then reads what all windows have written. Rejects if either fails: what can’t be read may be about
   * the same pool.
   */
  async writeAndRead(part: StoredPart): Promise<void> {
    await this.#enqueue(async () => {
      await this.#write(part)
      const failure = await this.#readNew()
      if (failure) throw failure.reason
    })
  }

  /** Deletes a part. Resolves to false if another window has done so. Rejects if it can’t be deleted. */
  async delete(part: PartName): Promise<boolean> {
    return this.#enqueue(async () => {
      const name = fileName(part)
      const wasUnsaved = this.#unsaved.delete(name) // then no other window has known it
      const wasThere = await this.#fs.delete(this.#uri(name)).then(
        () => true,
        (error: unknown) => {
          if (!wasUnsaved && !isNotFound(error)) throw error
          return wasUnsaved
        },
      )
      this.#drop(name)
      return wasThere
    })
  }

  /** Runs an operation after those before, and then calls {@link #onChange} if it has changed parts. */
  async #enqueue<R>(operation: () => Promise<R>): Promise<R> {
    return this.#queue.run(async () => {
      try {
        return await operation()
      } finally {
        if (this.#hasChanged) this.#onChange()
        this.#hasChanged = false
      }
    })
  }

  async #write(part: StoredPart): Promise<void> {
    const name = fileName(part)
    this.#set(name, part)
    this.#unsaved.add(name)
    await this.#save(name)
  }

  async #save(name: string): Promise<void> {
    const part = this.#parts.get(name)
    if (!part) return
    const bytes = new TextEncoder().encode(JSON.stringify(part.value))
    await this.#fs.writeFile(this.#uri(name), bytes)
    this.#unsaved.delete(name)
  }

  /**
   * Lists the files, and reads the new ones. Resolves to the first failure. Another window may replace a file meanwhile: if
   * a file is gone, they are listed again, or neither the old nor the new one would be known.
   */
  async #readNew(isSecondTry = false): Promise<PromiseRejectedResult | undefined> {
    const listed = await this.#listFiles()
    if (!listed) return this.#keepAll()
    const names = new Set(listed.map(([name]) => name))
    const isGone = (name: string) => !names.has(name) && !this.#unsaved.has(name)
    const gone = [...this.#parts.keys()].filter(isGone)
    if (!isSecondTry && gone.length > 0) return this.#readNew(true)
    for (const name of gone) this.#drop(name)
    const unknown = [...names].filter((name) => !this.#parts.has(name))
    const readings = await Promise.allSettled(unknown.map((name) => this.#read(name)))
    const isAnyMissing = readings.some(
      (reading) => reading.status === 'fulfilled' && reading.value === 'missing',
    )
    if (!isSecondTry && isAnyMissing) return this.#readNew(true)
    return readings.find((reading) => reading.status === 'rejected')
  }

  /** Lists the files in the folder. Resolves to undefined if there is no folder. */
  async #listFiles(): Promise<readonly [name: string, type: vscode.FileType][] | undefined> {
    return this.#fs.readDirectory(this.#folder).then(undefined, (error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
  }

  /**
   * Keeps all parts, and writes them later. Windows only delete files, so if the folder is gone, somebody has deleted the
   * storage: a deletion that was sent must not be forgotten.
   */
  #keepAll(): undefined {
    for (const name of this.#parts.keys()) this.#unsaved.add(name)
  }

  /** Reads a file. Resolves to `missing` if there is none. */
  async #read(name: string): Promise<'missing' | undefined> {
    const [, id, kind, stamp] = /^([^.]+)\.([a-z]+)(?:\.([\w-]+))?\.json$/.exec(name) ?? []
    if (id === undefined || !isKind(kind)) return undefined
    const bytes = await this.#fs.readFile(this.#uri(name)).then(undefined, (error: unknown) => {
      if (isNotFound(error)) return undefined // deleted meanwhile
      throw error
    })
    if (!bytes) return 'missing'
    const value = parsePart(kind, new TextDecoder().decode(bytes))
    if (value) this.#set(name, { id, kind, stamp, value })
    return undefined
  }

  #set(name: string, part: StoredPart): void {
    this.#parts.set(name, part)
    this.#hasChanged = true
  }

  #drop(name: string): void {
    this.#hasChanged = this.#parts.delete(name) || this.#hasChanged
  }

  #uri(name: string): vscode.Uri {
    return this.#folder.with({ path: `${this.#folder.path}/${name}` })
  }
}

function fileName({ id, kind, stamp }: PartName): string {
  return `${[id, kind, stamp].filter(Boolean).join('.')}.json`
}

function isKind(kind: string | undefined): kind is PartKind {
  return kind !== undefined && Object.hasOwn(partSchemas, kind)
}

/** Returns the part in a file; undefined if it is invalid. */
function parsePart(kind: PartKind, text: string): RecordPart | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), partSchemas[kind]), text)
  return read.success ? read.output : undefined
}

/** VS Code’s file systems mark the error for a missing file by its code. */
function isNotFound(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'FileNotFound'
}
