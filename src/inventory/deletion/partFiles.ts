import type * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { parts, readPart, type Kind, type Part } from './record.ts'

/** Where a part of a record is. */
interface PartName {
  /** The ID of the record. */
  readonly id: string
  readonly kind: Kind
  /** Distinguishes parts of a kind that may come again. */
  readonly stamp?: string | undefined
}

/** A part of a record, and where it is. */
export interface StoredPart extends PartName {
  readonly value: Part
}

/**
 * The parts of records as files in a folder that all windows share. A file is written once, and then only deleted, so
 * windows can’t undo each other’s changes, and files needn’t be read again. VS Code’s file system has no exclusive
 * creation and no atomic replacement, but only one window succeeds in deleting a file. A file that can’t be read isn’t
 * there yet: another window may be writing it.
 *
 * Browsers are different: each tab lists the files that were there when it was loaded, and its own.
 */
export class PartFiles {
  readonly #fs: vscode.FileSystem
  readonly #folder: vscode.Uri
  readonly #parts = new Map<string, StoredPart>()
  /** Changes whenever a part does. */
  version = 0
  /** The names of parts that couldn’t be written. They are valid in this window, and written later. */
  readonly #unsaved = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()
  #waiting: Promise<void> | undefined

  constructor(fs: vscode.FileSystem, folder: vscode.Uri) {
    this.#fs = fs
    this.#folder = folder
  }

  /** All parts, as of the last {@link refresh}. */
  get all(): Iterable<StoredPart> {
    return this.#parts.values()
  }

  /** Reads what other windows have written, and writes what couldn’t be written before. */
  async refresh(): Promise<void> {
    // Callers share one that hasn’t started.
    this.#waiting ??= this.#inTurn(async () => {
      this.#waiting = undefined
      for (const name of this.#unsaved) await this.#save(name).catch(() => {})
      await this.#readNew()
    })
    return this.#waiting
  }

  /** Writes parts and then reads what other windows have written. Rejects without leaving any if either fails. */
  async create(all: readonly StoredPart[]): Promise<void> {
    await this.#inTurn(async () => {
      for (const one of all) this.#set(nameOf(one), one)
      const written = await Promise.allSettled(all.map((one) => this.#save(nameOf(one))))
      const read = await Promise.allSettled([this.#readNew({ isStrict: true })])
      const failed = [...written, ...read].find(({ status }) => status === 'rejected')
      if (!failed) return
      // On a full disk, a file may exist and be empty.
      for (const one of all) await this.#delete(nameOf(one)).catch(() => {})
      throw (failed as PromiseRejectedResult).reason
    })
  }

  /** Writes a part. Rejects if it can’t be written; then it is valid in this window, and written later. */
  async write(one: StoredPart): Promise<void> {
    const name = nameOf(one)
    this.#set(name, one)
    this.#unsaved.add(name)
    await this.#inTurn(() => this.#save(name))
  }

  /** Deletes a part. Resolves to false if another window has done so. Rejects if it can’t be deleted. */
  async delete(one: PartName): Promise<boolean> {
    return this.#inTurn(() => this.#delete(nameOf(one)))
  }

  /** Runs operations one after the other, so that none works with a list from before another. */
  async #inTurn<R>(run: () => Promise<R>): Promise<R> {
    const turn = this.#turn.then(run)
    this.#turn = turn.catch(() => {})
    return turn
  }

  /** Reads new files. If strict, rejects if one can’t be read: it may be about the same pool. */
  async #readNew({ isStrict = false } = {}): Promise<void> {
    const listed = await this.#fs.readDirectory(this.#folder).then(undefined, (error: unknown) => {
      if (isNotFound(error)) return []
      throw error
    })
    const names = new Set(listed.map(([name]) => name))
    for (const name of this.#parts.keys()) {
      if (!names.has(name) && !this.#unsaved.has(name)) this.#drop(name)
    }
    const fresh = [...names].filter((name) => !this.#parts.has(name))
    const read = await Promise.allSettled(fresh.map((name) => this.#read(name)))
    const failed = read.find(({ status }) => status === 'rejected')
    if (isStrict && failed) throw (failed as PromiseRejectedResult).reason
  }

  async #read(name: string): Promise<void> {
    const [, id, kind, stamp] = /^([^.]+)\.([a-z]+)(?:\.([\w-]+))?\.json$/.exec(name) ?? []
    if (id === undefined || !isKind(kind)) return
    const bytes = await this.#fs.readFile(this.#uri(name)).then(undefined, (error: unknown) => {
      if (isNotFound(error)) return undefined // deleted meanwhile
      throw error
    })
    if (!bytes) return
    try {
      const value = readPart(kind, JSON.parse(new TextDecoder().decode(bytes)), clock.now())
      if (value) this.#set(name, { id, kind, stamp, value })
    } catch {
      // It is partially written.
    }
  }

  async #save(name: string): Promise<void> {
    const part = this.#parts.get(name)
    if (!part) return
    const bytes = new TextEncoder().encode(JSON.stringify(part.value))
    await this.#fs.writeFile(this.#uri(name), bytes)
    this.#unsaved.delete(name)
  }

  async #delete(name: string): Promise<boolean> {
    const wasUnsaved = this.#unsaved.delete(name)
    try {
      await this.#fs.delete(this.#uri(name))
      return true
    } catch (error) {
      if (isNotFound(error)) return wasUnsaved // no other window has known it
      throw error
    } finally {
      this.#drop(name)
    }
  }

  #set(name: string, part: StoredPart): void {
    this.#parts.set(name, part)
    this.version++
  }

  #drop(name: string): void {
    if (this.#parts.delete(name)) this.version++
  }

  #uri(name: string): vscode.Uri {
    return this.#folder.with({ path: `${this.#folder.path}/${name}` })
  }
}

function nameOf({ id, kind, stamp }: PartName): string {
  return `${[id, kind, stamp].filter(Boolean).join('.')}.json`
}

function isKind(kind: string | undefined): kind is Kind {
  return kind !== undefined && Object.hasOwn(parts, kind)
}

/** Returns whether an error means that a file doesn’t exist. */
function isNotFound(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'FileNotFound'
}
