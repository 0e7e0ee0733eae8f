import type * as vscode from 'vscode'
import { newId } from './record.ts'

/** How long the list of windows counts as up to date, in milliseconds. */
const maxListAgeMs = 1_000
/** How long a window that begins to poll waits for those that begin at the same time, such as after sleep. */
const joiningMs = 1_000
const minSilenceMs = 30_000
const maxSilenceMs = 10 * 60_000
/** The share of a window that can’t know how many others there are, because the storage fails or is slow. */
const cautiousShare = 1 / 10

/** What a window announces of itself. The name of its file says it all, so no file needs to be read. */
interface Announcement {
  /** The ID of the window. */
  readonly id: string
  /** Increases with each announcement of the window. */
  readonly turn: number
  /** How long the window may be silent until it counts as closed, in milliseconds. */
  readonly silenceMs: number
  /** Higher than that of all windows that had the focus before; 0 for a window that never had it. */
  readonly focusTurn: number
}

/** The latest announcement of another window. */
interface HeardAnnouncement extends Announcement {
  /** When this window first listed it, in ms by a monotonic clock. */
  readonly heardAt: number
}

/** What {@link PollingWindows} needs. */
interface PollingWindowsOptions {
  readonly fs: Pick<vscode.FileSystem, 'readDirectory' | 'writeFile' | 'delete'>
  /** The folder that all windows share. */
  readonly folder: vscode.Uri
  /** Returns whether this window has the focus. */
  readonly isFocused: () => boolean
  readonly log: Pick<vscode.LogOutputChannel, 'warn'>
}

/**
 * The windows that poll pending deletions. Each polls by itself, so that none depends on another, but they share what
 * all may send: the window that had the focus last gets half, because somebody may be waiting there for the end of a
 * deletion. The others share the other half.
 *
 * Each window announces itself by a file, again and again while it polls. A window that is silent for longer than it
 * has announced counts as closed. The others measure that by their own monotonic clocks, from when they first list the
 * announcement, so no clock is compared with another.
 *
 * Browsers are different: a tab doesn’t list the files of tabs that were opened later.
 */
export class PollingWindows {
  readonly #options: PollingWindowsOptions
  /** The announcements of other windows, by their IDs. */
  readonly #heard = new Map<string, HeardAnnouncement>()
  /** The last announcement of this window. */
  #announced: Announcement = { id: newId(), turn: 0, silenceMs: minSilenceMs, focusTurn: 0 }
  /** When this window announced itself last, in ms by a monotonic clock. */
  #announcedAt = -Infinity
  /** When an update began last, in ms by a monotonic clock. */
  #updatedAt = -Infinity
  #updating: Promise<void> | undefined
  /** Whether the other windows are known. */
  #isListed = false

  constructor(options: PollingWindowsOptions) {
    this.#options = options
  }

  /** The part of the requests of all windows that this window may send; 1 if it is alone. */
  get share(): number {
    const { length } = this.#openWindows
    if (length === 0) return 1
    return this.#options.isFocused() || this.#hadFocusLast ? 1 / 2 : 1 / (2 * length)
  }

  /** The other windows that poll, as far as they count as open. */
  get #openWindows(): readonly HeardAnnouncement[] {
    const now = performance.now()
    return [...this.#heard.values()].filter((heard) => isOpen(heard, now))
  }

  get #hadFocusLast(): boolean {
    const { focusTurn } = this.#announced
    return this.#openWindows.every(({ focusTurn: heardTurn }) => heardTurn < focusTurn)
  }

  /** Returns the {@link share} for a request that is sent now. Updates an outdated share for the next request. */
  shareForRequest(): number {
    void this.update()
    return this.#isListed ? this.share : Math.min(this.share, cautiousShare)
  }

  /** Announces that this window polls, and lists the others that do, unless that was done just now. Never rejects. */
  async update(): Promise<void> {
    if (!this.#updating && performance.now() - this.#updatedAt < maxListAgeMs) return
    this.#updating ??= this.#update().finally(() => (this.#updating = undefined))
    await this.#updating
  }

  async #update(): Promise<void> {
    const startedAt = performance.now()
    const intervalMs = startedAt - this.#updatedAt
    this.#updatedAt = startedAt
    const silentMs = startedAt - this.#announcedAt
    try {
      // The others may have counted this window as closed. It may not know those that have begun since then.
      const isJoining = silentMs > this.#announced.silenceMs
      if (isJoining) {
        this.#isListed = false
        await this.#announce(intervalMs)
        await new Promise((resolve) => setTimeout(resolve, joiningMs))
      }
      const listed = await this.#list()
      this.#hear(listed)
      this.#isListed = true
      const isMissing = !listed.some(({ id }) => id === this.#announced.id)
      const isOld = !isJoining && silentMs > this.#announced.silenceMs / 3
      const isNewlyFocused = this.#options.isFocused() && !this.#hadFocusLast
      if (isMissing || isOld || isNewlyFocused) await this.#announce(intervalMs)
      await this.#deleteClosed(listed)
    } catch (error) {
      if (this.#isListed) {
        this.#options.log.warn(`Windows can’t share their requests: ${String(error)}`)
      }
      this.#isListed = false
    }
  }

  /** Announces this window, which was silent for a while before. */
  async #announce(intervalMs: number): Promise<void> {
    const { fs, isFocused } = this.#options
    const earlier = this.#announced
    const { id, turn } = earlier
    let { focusTurn } = earlier
    if (isFocused() && (focusTurn === 0 || !this.#hadFocusLast)) {
      focusTurn = 1 + Math.max(0, ...this.#openWindows.map(({ focusTurn: heardTurn }) => heardTurn))
    }
    this.#announced = { id, turn: turn + 1, silenceMs: silenceAfter(intervalMs), focusTurn }
    await fs.writeFile(this.#uri(this.#announced), new Uint8Array())
    this.#announcedAt = performance.now()
    if (earlier.turn > 0) await fs.delete(this.#uri(earlier)).then(undefined, () => {})
  }

  async #list(): Promise<readonly Announcement[]> {
    const { fs, folder } = this.#options
    const entries = await fs.readDirectory(folder).then(undefined, (error: unknown) => {
      if ((error as { code?: unknown }).code === 'FileNotFound') return [] // somebody has deleted it
      throw error
    })
    return entries.flatMap(([name]) => parseFileName(name) ?? [])
  }

  #hear(listed: readonly Announcement[]): void {
    const heardAt = performance.now()
    for (const announcement of listed) {
      const { id, turn } = announcement
      const lastTurn = this.#heard.get(id)?.turn ?? 0
      if (id !== this.#announced.id && turn > lastTurn) {
        this.#heard.set(id, { ...announcement, heardAt })
      }
    }
  }

  /** Deletes the announcements of windows that count as closed. A window that sleeps will announce itself again. */
  async #deleteClosed(listed: readonly Announcement[]): Promise<void> {
    const now = performance.now()
    const closed = [...this.#heard.values()].filter((heard) => !isOpen(heard, now))
    for (const { id } of closed) {
      const announcements = listed.filter((announcement) => announcement.id === id)
      for (const announcement of announcements) {
        await this.#options.fs.delete(this.#uri(announcement)).then(undefined, () => {})
      }
      if (announcements.length === 0) this.#heard.delete(id)
    }
  }

  #uri({ id, turn, silenceMs, focusTurn }: Announcement): vscode.Uri {
    const { folder } = this.#options
    return folder.with({ path: `${folder.path}/${id}.${turn}.${silenceMs}.${focusTurn}` })
  }
}

/** Returns the announcement that the name of a file has; undefined if it is any other file. */
function parseFileName(name: string): Announcement | undefined {
  const pattern = /^([\w-]+)\.(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/
  const [, id, turn, silenceMs, focusTurn] = pattern.exec(name) ?? []
  if (id === undefined) return undefined
  return {
    id,
    turn: Number(turn),
    silenceMs: Math.min(Number(silenceMs), maxSilenceMs),
    focusTurn: Number(focusTurn),
  }
}

/** Returns whether the window of an announcement counts as open; `now` is in ms by a monotonic clock. */
function isOpen({ heardAt, silenceMs }: HeardAnnouncement, now: number): boolean {
  return now - heardAt <= silenceMs
}

/** Returns for how long a window may be silent that was silent for `intervalMs`: the next interval may be longer. */
function silenceAfter(intervalMs: number): number {
  const nextMs = Math.ceil(2 * intervalMs)
  // After a longer pause, nothing was polled in between.
  return nextMs > maxSilenceMs ? minSilenceMs : Math.max(minSilenceMs, nextMs)
}
