import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileSystem, FileSystemWatcher, Uri } from 'vscode'
import { EventEmitter, FileSystemError } from './values.ts'
import type { FakeWindow } from './window.ts'

type Event = 'created' | 'changed' | 'deleted'

/**
 * The files of an extension, which all windows of a computer share. As with VS Code’s `workspace.fs`, a file
 * is emptied before it is written, so that a reader may find it empty, and watchers are notified later.
 */
export class FakeFiles {
  readonly #files = new Map<string, Uint8Array>()
  /** The folders of files that were written; a folder stays when its last file is deleted. */
  readonly #folders = new Set<string>()
  readonly #watchers = new Set<{ folder: string; notify: (event: Event) => void }>()
  /** Whether watchers are notified; not every file system does that. */
  isWatched = true
  /** The number of calls of `readFile`. */
  reads = 0
  /** Called and awaited with the name and path of each call of the file system. */
  onCall = (_name: string, _path: string): void | Promise<void> => {}
  /** Called and awaited before a file is written or deleted. If it throws, the file stays as it is. */
  onWrite = (_path: string): void | Promise<void> => {}
  /** Called when a file has been emptied before it is written. If it throws, the file stays empty. */
  onEmptied = (_path: string): void => {}

  readonly #fs = {
    readDirectory: async ({ path }: Uri) => {
      await nextTurn()
      const names = [...this.#files.keys()]
        .map((file) => findEntryName(path, file))
        .filter((name) => name !== undefined)
      if (names.length === 0 && !this.#folders.has(path)) throw FileSystemError.FileNotFound(path)
      return names.map((name) => [name, this.#files.has(`${path}/${name}`) ? 1 : 2])
    },
    stat: async ({ path }: Uri) => {
      await nextTurn()
      const content = this.#files.get(path)
      if (!content) throw FileSystemError.FileNotFound(path)
      return { type: 1, ctime: 0, mtime: 0, size: content.byteLength }
    },
    readFile: async ({ path }: Uri) => {
      await nextTurn()
      this.reads++
      const content = this.#files.get(path)
      if (!content) throw FileSystemError.FileNotFound(path)
      return content
    },
    writeFile: async ({ path }: Uri, content: Uint8Array) => {
      await nextTurn()
      await this.onWrite(path)
      const event = this.#files.has(path) ? 'changed' : 'created'
      this.#folders.add(path.slice(0, path.lastIndexOf('/')))
      this.#files.set(path, new Uint8Array())
      await nextTurn()
      this.onEmptied(path)
      this.#files.set(path, content)
      this.#notify(path, event)
    },
    delete: async ({ path }: Uri) => {
      await nextTurn()
      await this.onWrite(path)
      if (!this.#files.delete(path)) throw FileSystemError.FileNotFound(path)
      this.#notify(path, 'deleted')
    },
    createDirectory: () => nextTurn(),
  }

  /** The file system for a window; its calls reject once the window is closed. */
  forWindow(window: Pick<FakeWindow, 'whileOpen'>): FileSystem {
    const calls = Object.entries(this.#fs).map(([name, call]) => [
      name,
      (uri: Uri, content: Uint8Array) =>
        window.whileOpen<unknown>(async () => {
          await this.onCall(name, uri.path)
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

  /** Writes a file at once, without a notification, as another program may. */
  writeSilently(path: string, text: string): void {
    this.#files.set(path, new TextEncoder().encode(text))
  }

  /** Deletes a file without a notification. */
  deleteSilently(path: string): void {
    this.#files.delete(path)
  }

  /** Deletes all files and folders without a notification, as people may clean up. */
  deleteAllSilently(): void {
    this.#files.clear()
    this.#folders.clear()
  }

  /** A watcher of a folder; it calls its listeners by `call`. */
  watch(folder: string, call: (listener: () => void) => void): FileSystemWatcher {
    const events = new EventEmitter<Event>()
    const watcher = { folder, notify: (event: Event) => call(() => events.fire(event)) }
    this.#watchers.add(watcher)
    const on = (kind: Event) => (listener: () => void) =>
      events.event((event) => kind === event && listener())
    return {
      onDidCreate: on('created'),
      onDidChange: on('changed'),
      onDidDelete: on('deleted'),
      dispose: () => this.#watchers.delete(watcher),
    } as unknown as FileSystemWatcher
  }

  #notify(path: string, event: Event): void {
    if (!this.isWatched) return
    const watchers = [...this.#watchers].filter(
      ({ folder }) => findEntryName(folder, path) !== undefined,
    )
    setTimeout(() => {
      for (const watcher of watchers) if (this.#watchers.has(watcher)) watcher.notify(event)
    }, watcherDelayMs)
  }
}

/** After how many milliseconds watchers are notified; VS Code takes 75 ms and more. */
const watcherDelayMs = 5

/** The name of a folder’s entry that is a file, or contains it; undefined if the folder does not. */
function findEntryName(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined
  return file.slice(folder.length + 1).split('/')[0]
}
