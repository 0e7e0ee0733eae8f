import type * as vscode from 'vscode'
import { SerialQueue } from '../api/serialQueue.ts'
import { fileName, isPartName, PartFolder, type PartName, type StoredPart } from './partFolder.ts'

/**
 * The time after which a file that can’t be parsed is never read again, in milliseconds: no window takes so long to
 * write a record, and thousands of broken files would delay every listing.
 */
const maxUnreadableMs = 60_000

/**
 * The parts of records as files in a folder that all windows share. A file is written once, and then only deleted, so
 * windows can’t undo each other’s changes, and files needn’t be read again. VS Code’s file system has no exclusive
 * creation and no atomic replacement, but only one window succeeds in deleting a file. A file that can’t be parsed
 * isn’t there yet: another window may be writing it.
 *
 * What is written is valid in this window at once, however long storage takes for it.
 *
 * Browsers are different: each tab lists the files that were there when it was loaded, and its own.
 */
export class PartFiles {
  readonly #folder: PartFolder
  /** Called after parts have changed. */
  readonly #onChange: () => void
  readonly #parts = new Map<string, StoredPart>()
  #hasChanged = false
  /** The names of parts that couldn’t be written so far. They are valid in this window, and written later. */
  readonly #unsaved = new Set<string>()
  /** The names of parts that don’t count any more although their files may exist, with whether they were saved. */
  readonly #hidden = new Map<string, { readonly wasSaved: boolean }>()
  /**
   * The names of parts that were deleted before they were known to be written. Their files may still appear, or be
   * left: they are never read, but deleted as soon as that is possible.
   */
  readonly #withdrawn = new Set<string>()
  /** When files couldn’t be parsed first, by name, in ms by a monotonic clock. Another window may be writing them. */
  readonly #unreadableSince = new Map<string, number>()
  /** Runs one operation after the other, so that none works with a list from before another. */
  readonly #queue = new SerialQueue()
  #waitingRefresh: Promise<void> | undefined

  constructor(fs: vscode.FileSystem, folder: vscode.Uri, onChange: () => void) {
    this.#folder = new PartFolder(fs, folder)
    this.#onChange = onChange
  }

  /** All parts, as of the last {@link refresh}. */
  get all(): readonly StoredPart[] {
    const parts = [...this.#parts]
    return parts.filter(([name]) => !this.#hidden.has(name)).map(([, part]) => part)
  }

  /** Returns whether a part hasn’t been written so far. */
  isUnsaved(part: PartName): boolean {
    return this.#unsaved.has(fileName(part))
  }

  /** Returns whether the file of a hidden part still exists. */
  isLeft(part: PartName): boolean {
    return this.#hidden.get(fileName(part))?.wasSaved === true
  }

  /** Reads what other windows have written, and writes and deletes what couldn’t be written or deleted before. */
  async refresh(): Promise<void> {
    // Callers share a refresh that hasn’t started.
    this.#waitingRefresh ??= this.#enqueue(async () => {
      this.#waitingRefresh = undefined
      const isWritable = (name: string) => !this.#folder.isWriting(name)
      const saving = [...this.#unsaved].filter(isWritable).map((name) => this.#save(name))
      const deleting = [...this.#withdrawn].filter(isWritable).map((name) => this.#deleteFile(name))
      await Promise.allSettled([...saving, ...deleting])
      await this.#readNew()
    })
    return this.#waitingRefresh
  }

  /** Writes a part. Rejects if it can’t be written; then it is valid in this window, and written later. */
  async write(part: StoredPart): Promise<void> {
    const name = this.#add(part)
    await this.#enqueue(() => this.#save(name))
  }

  /**
   * Writes a part and then reads what all windows have written. Rejects if either fails: what can’t be read may be
   * about the same pool.
   */
  async writeAndRead(part: StoredPart): Promise<void> {
    const name = this.#add(part)
    await this.#enqueue(async () => {
      await this.#save(name)
      const failure = await this.#readNew()
      if (failure) throw failure.reason
    })
  }

  /**
   * Lets parts not count any more in this window, before {@link delete} has deleted their files. If that fails, they
   * count again.
   */
  hide(parts: readonly PartName[]): void {
    for (const name of parts.map(fileName)) {
      if (!this.#parts.has(name)) continue
      this.#hasChanged ||= !this.#hidden.has(name)
      this.#hidden.set(name, { wasSaved: !this.#unsaved.has(name) })
    }
    this.#notifyChange()
  }

  /** Deletes a part. Resolves to false if another window has done so. Rejects if it can’t be deleted. */
  async delete(part: PartName): Promise<boolean> {
    return this.#enqueue(() => this.#delete(fileName(part)))
  }

  /** Deletes parts, as far as possible. */
  async deleteAll(parts: readonly PartName[]): Promise<void> {
    if (parts.length === 0) return
    await this.#enqueue(async () => {
      // Several callers may have found the same parts: those that are gone by now are skipped.
      const names = parts.map(fileName).filter((name) => this.#parts.has(name))
      await Promise.allSettled(names.map((name) => this.#delete(name)))
    })
  }

  /** Runs an operation after those before, and then calls {@link #onChange} if it has changed parts. */
  async #enqueue<R>(operation: () => Promise<R>): Promise<R> {
    return this.#queue.run(async () => {
      try {
        return await operation()
      } finally {
        this.#notifyChange()
      }
    })
  }

  #notifyChange(): void {
    if (this.#hasChanged) this.#onChange()
    this.#hasChanged = false
  }

  #add(part: StoredPart): string {
    const name = fileName(part)
    this.#set(name, part)
    this.#unsaved.add(name)
    this.#notifyChange()
    return name
  }

  /** Writes a part, unless it doesn’t count any more. */
  async #save(name: string): Promise<void> {
    const part = this.#parts.get(name)
    if (!part || this.#hidden.has(name)) return
    await this.#folder.write(part, () => void this.#concludeLateWrite(name))
    this.#unsaved.delete(name)
  }

  /** A part may have been deleted before its write ended: other windows must not take it for one that is valid. */
  async #concludeLateWrite(name: string): Promise<void> {
    await this.#enqueue(async () => {
      if (this.#withdrawn.has(name)) await this.#deleteFile(name).catch(() => {})
      else this.#unsaved.delete(name)
    })
  }

  async #delete(name: string): Promise<boolean> {
    const wasUnsaved = this.#unsaved.delete(name) // then no other window has known it
    if (wasUnsaved) this.#withdrawn.add(name)
    try {
      const wasThere = await this.#deleteFile(name)
      this.#drop(name)
      return wasThere || wasUnsaved
    } catch (error) {
      if (!wasUnsaved) throw error
      this.#drop(name)
      return true
    } finally {
      // A part that couldn’t be deleted counts again.
      const wasHidden = this.#hidden.delete(name)
      this.#hasChanged ||= wasHidden && this.#parts.has(name)
    }
  }

  /** Deletes a file. Resolves to false if there is none. A write that hasn’t ended may create it again. */
  async #deleteFile(name: string): Promise<boolean> {
    const wasWriting = this.#folder.isWriting(name)
    const wasThere = await this.#folder.delete(name)
    if (!wasWriting) this.#withdrawn.delete(name)
    return wasThere
  }

  /**
   * Lists the files, and reads the new ones. Resolves to the first failure. Another window may replace a file
   * meanwhile: if a file is gone, they are listed again, or neither the old nor the new one would be known.
   */
  async #readNew({ isSecondTry = false } = {}): Promise<PromiseRejectedResult | undefined> {
    const names = await this.#folder.list()
    if (!names) return this.#keepAll()
    const isGone = (name: string) => !names.has(name) && !this.#unsaved.has(name)
    const gone = [...this.#parts.keys()].filter(isGone)
    if (!isSecondTry && gone.length > 0) return this.#readNew({ isSecondTry: true })
    for (const name of gone) this.#drop(name)
    const isKnown = (name: string) => this.#parts.has(name) || this.#withdrawn.has(name)
    const unknown = [...names].filter(
      (name) => isPartName(name) && !isKnown(name) && !this.#isGivenUp(name),
    )
    const readings = await Promise.allSettled(unknown.map((name) => this.#read(name)))
    for (const name of this.#unreadableSince.keys()) {
      if (!names.has(name) || this.#parts.has(name)) this.#unreadableSince.delete(name)
    }
    const isAnyMissing = readings.some(
      (reading) => reading.status === 'fulfilled' && reading.value === 'missing',
    )
    if (!isSecondTry && isAnyMissing) return this.#readNew({ isSecondTry: true })
    return readings.find((reading) => reading.status === 'rejected')
  }

  /**
   * Keeps all parts, and writes them later. Windows only delete files, so if the folder is gone, somebody has deleted
   * the storage: a deletion that was sent must not be forgotten.
   */
  #keepAll(): undefined {
    for (const name of this.#parts.keys()) this.#unsaved.add(name)
  }

  /** Reads a file. Resolves to `missing` if there is none. */
  async #read(name: string): Promise<'missing' | undefined> {
    const content = await this.#folder.read(name)
    if (content === 'missing') return content // deleted meanwhile
    if (content !== 'unreadable') this.#set(name, content)
    else if (!this.#unreadableSince.has(name)) this.#unreadableSince.set(name, performance.now())
    return undefined
  }

  #isGivenUp(name: string): boolean {
    const since = this.#unreadableSince.get(name)
    return since !== undefined && performance.now() - since > maxUnreadableMs
  }

  #set(name: string, part: StoredPart): void {
    this.#parts.set(name, part)
    this.#hasChanged = true
  }

  /** Removes a part. A hidden one hasn’t counted any more. */
  #drop(name: string): void {
    const wasThere = this.#parts.delete(name)
    this.#hasChanged ||= wasThere && !this.#hidden.has(name)
  }
}
