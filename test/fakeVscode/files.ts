import { setImmediate as turn } from 'node:timers/promises' // the way to the disk
import type { FileSystem, FileSystemWatcher, Uri } from 'vscode'
import { EventEmitter, FileSystemError } from './values.ts'
import type { FakeWindow } from './window.ts'

type Event = 'created' | 'changed' | 'deleted'

/**
 * The files that an extension keeps, the same for all windows of a machine, as VS Code's
 * `workspace.fs` has them: a file is emptied before it is written, so a reader may come in between,
 * and a watcher hears of it only a moment later.
 */
export class FakeFiles {
  readonly #files = new Map<string, Uint8Array>()
  readonly #watchers = new Set<{ folder: string; notify: (event: Event) => void }>()
  /** Whether there is news at all: not every file system has watchers. */
  isWatched = true
  /** How many files have been read. */
  reads = 0
  /** Called and awaited with the name of each call of the file system. */
  onCall = (_name: string): void | Promise<void> => {}
  /** Called and awaited before a file is written or deleted; where it throws, nothing is. */
  onWrite = (_path: string): void | Promise<void> => {}
  /** Called once a file that is to be written is empty; where it throws, it stays so. */
  onEmptied = (_path: string): void => {}

  readonly #fs = {
    readDirectory: async ({ path }: Uri) => {
      await turn()
      const names = [...this.#files.keys()].flatMap((file) => findNameIn(path, file))
      if (names.length === 0) throw FileSystemError.FileNotFound(path)
      return names.map((name) => [name, 1])
    },
    readFile: async ({ path }: Uri) => {
      await turn()
      this.reads++
      const content = this.#files.get(path)
      if (!content) throw FileSystemError.FileNotFound(path)
      return content
    },
    writeFile: async ({ path }: Uri, content: Uint8Array) => {
      await turn()
      await this.onWrite(path)
      const event = this.#files.has(path) ? 'changed' : 'created'
      this.#files.set(path, new Uint8Array())
      await turn()
      this.onEmptied(path)
      this.#files.set(path, content)
      this.#notify(path, event)
    },
    delete: async ({ path }: Uri) => {
      await turn()
      await this.onWrite(path)
      if (!this.#files.delete(path)) throw FileSystemError.FileNotFound(path)
      this.#notify(path, 'deleted')
    },
    createDirectory: () => turn(),
  }

  /** The files as one window has them. */
  forWindow(window: Pick<FakeWindow, 'whileOpen'>): FileSystem {
    const calls = Object.entries(this.#fs).map(([name, call]) => [
      name,
      (uri: Uri, content: Uint8Array) =>
        window.whileOpen<unknown>(async () => {
          await this.onCall(name)
          return call(uri, content)
        }),
    ])
    const isWritableFileSystem = (scheme: string) => scheme === 'file' || undefined
    return { ...Object.fromEntries(calls), isWritableFileSystem } as FileSystem
  }

  /** The paths of all files. */
  get paths(): readonly string[] {
    return [...this.#files.keys()]
  }

  /** Puts a file there as nobody but another program would: at once, and without news. */
  writeSilently(path: string, text: string): void {
    this.#files.set(path, new TextEncoder().encode(text))
  }

  /** Takes a file away, without news. */
  deleteSilently(path: string): void {
    this.#files.delete(path)
  }

  /** A watcher of one window; it runs what hears of it as that window. */
  watch(folder: string, as: (run: () => void) => void): FileSystemWatcher {
    const news = new EventEmitter<Event>()
    const watcher = { folder, notify: (event: Event) => as(() => news.fire(event)) }
    this.#watchers.add(watcher)
    const on = (hears: Event) => (listener: () => void) =>
      news.event((event) => hears === event && listener())
    return {
      onDidCreate: on('created'),
      onDidChange: on('changed'),
      onDidDelete: on('deleted'),
      dispose: () => this.#watchers.delete(watcher),
    } as unknown as FileSystemWatcher
  }

  #notify(path: string, event: Event): void {
    if (!this.isWatched) return
    const watchers = [...this.#watchers].filter(({ folder }) => findNameIn(folder, path).length > 0)
    setTimeout(() => {
      for (const watcher of watchers) if (this.#watchers.has(watcher)) watcher.notify(event)
    }, watcherDelayMs)
  }
}

/** How long news of a file takes to another process; VS Code's takes 75 ms and more. */
const watcherDelayMs = 5

/** The name of a file in a folder, or of the folder in it that it is under. */
function findNameIn(folder: string, file: string): string[] {
  if (!file.startsWith(`${folder}/`)) return []
  return [file.slice(folder.length + 1).split('/')[0] ?? '']
}
