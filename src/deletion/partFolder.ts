import * as v from 'valibot'
import type * as vscode from 'vscode'
import { partSchemas, type PartKind, type RecordPart } from './record.ts'
import { withinLimit } from './storageWait.ts'

/** The name of a part of a record: its file is `{id}.{kind}.json` or `{id}.{kind}.{stamp}.json`. */
export interface PartName {
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
 * The maximum time of a call of the file system, in milliseconds. Some calls never end, for example on a network drive
 * that has gone: they count as failed.
 */
const maxCallMs = 10_000
/** The maximum size of a file in bytes. Records are capped to less (pendingDeletion.ts), so a larger file is none. */
const maxFileBytes = 4_000_000
/** The bit of a folder in `vscode.FileType`, which links may have, too. */
const folderBit = 2

/** What a file has: a part, nothing that can be parsed, or no file. */
type FileContent = StoredPart | 'unreadable' | 'missing'

/** The folder of the files of {@link PartFiles}, without any state but the calls that haven’t ended. */
export class PartFolder {
  readonly #fs: vscode.FileSystem
  readonly #folder: vscode.Uri
  /** The writes that haven’t ended, by file name. */
  readonly #writes = new Map<string, Promise<void>>()

  constructor(fs: vscode.FileSystem, folder: vscode.Uri) {
    this.#fs = fs
    this.#folder = folder
  }

  /** Returns whether a write of a part hasn’t ended. */
  isWriting(name: string): boolean {
    return this.#writes.has(name)
  }

  /** Lists the names of the files. Resolves to undefined if there is no folder. */
  async list(): Promise<ReadonlySet<string> | undefined> {
    const entries = await unlessMissing(callWithLimit(this.#fs.readDirectory(this.#folder)))
    if (!entries) return undefined
    const files = entries.filter(([, type]) => (type & folderBit) === 0)
    return new Set(files.map(([name]) => name))
  }

  /** Reads a file. One with another name than that of a part is unreadable. */
  async read(name: string): Promise<FileContent> {
    const part = parseName(name)
    if (!part) return 'unreadable'
    const uri = this.#uri(name)
    const stat = await unlessMissing(callWithLimit(this.#fs.stat(uri)))
    if (!stat) return 'missing'
    if (stat.size > maxFileBytes) return 'unreadable'
    const bytes = await unlessMissing(callWithLimit(this.#fs.readFile(uri)))
    if (!bytes) return 'missing'
    const value = parseValue(part.kind, new TextDecoder().decode(bytes))
    return value ? { ...part, value } : 'unreadable'
  }

  /**
   * Writes a part. A write can’t be stopped: if it ends too late, it is rejected first, and then `onLateWrite` is
   * called. A file is written with the same content each time, so a write that hasn’t ended is waited for instead of
   * another one. Rejects if the part is too large to be read again.
   */
  async write(part: StoredPart, onLateWrite: () => void): Promise<void> {
    const name = fileName(part)
    const write = this.#writes.get(name) ?? this.#startWrite(name, part.value)
    this.#writes.set(name, write)
    let isLate = false
    const conclude = (isWritten: boolean) => {
      this.#writes.delete(name)
      if (isWritten && isLate) onLateWrite()
    }
    write.then(
      () => conclude(true),
      () => conclude(false),
    )
    try {
      await callWithLimit(write)
    } catch (error) {
      isLate = this.#writes.has(name)
      throw error
    }
  }

  /** Deletes a file. Resolves to false if there is none. */
  async delete(name: string): Promise<boolean> {
    const deleting = Promise.resolve(this.#fs.delete(this.#uri(name))).then(() => true)
    return (await unlessMissing(callWithLimit(deleting))) ?? false
  }

  async #startWrite(name: string, value: RecordPart): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(value))
    if (bytes.byteLength > maxFileBytes) throw new Error('The record is too large')
    await this.#fs.writeFile(this.#uri(name), bytes)
  }

  #uri(name: string): vscode.Uri {
    return this.#folder.with({ path: `${this.#folder.path}/${name}` })
  }
}

/** Returns the name of the file of a part. */
export function fileName({ id, kind, stamp }: PartName): string {
  return `${[id, kind, stamp].filter(Boolean).join('.')}.json`
}

/** Returns whether a file may be a part, by its name. */
export function isPartName(name: string): boolean {
  return parseName(name) !== undefined
}

function parseName(name: string): PartName | undefined {
  const [, id, kind, stamp] = /^([^.]+)\.([a-z]+)(?:\.([\w-]+))?\.json$/.exec(name) ?? []
  return id === undefined || !isKind(kind) ? undefined : { id, kind, stamp }
}

function isKind(kind: string | undefined): kind is PartKind {
  return kind !== undefined && Object.hasOwn(partSchemas, kind)
}

/** Returns the part in a file; undefined if it is invalid. */
function parseValue(kind: PartKind, text: string): RecordPart | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), partSchemas[kind]), text)
  return read.success ? read.output : undefined
}

async function callWithLimit<T>(call: Thenable<T>): Promise<T> {
  return withinLimit(maxCallMs, Promise.resolve(call))
}

/** Resolves to undefined for a missing file, of which VS Code’s file systems mark the error by its code. */
async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'FileNotFound') return undefined
    throw error
  })
}
