import type { EventEmitter, Memento, SecretStorage } from 'vscode'

/** Global state as it is stored, by one text for all that the extension keeps; each window has a copy. */
export class FakeStorage {
  readonly #mementos = new Set<FakeMemento>()
  /** Whether what one window has stored reaches the others; in VS Code it takes 100 ms and more. */
  isShared = true

  /** The memento of a window; `text` is what was stored when the window was opened. */
  open(text?: string, isClosed = () => false): FakeMemento {
    const memento = new FakeMemento(text, (stored) => {
      if (!this.isShared || isClosed()) return
      const others = [...this.#mementos].filter((other) => other !== memento)
      void passed().then(() => others.forEach((other) => other.take(stored)))
    })
    this.#mementos.add(memento)
    return memento
  }
}

/**
 * A memento as VS Code has it (1.100 and 1.139, `ExtensionMemento`). What is updated is in the object
 * at once; the whole object is sent to where it is stored a moment later; the echo of what was stored
 * replaces the whole object, and whatever was updated in between is lost, though its promise resolves.
 */
export class FakeMemento implements Memento {
  #stored: string
  #value: Record<string, unknown>
  readonly #onStored: (text: string) => void
  #pending = new Map<string, PromiseWithResolvers<void>>()
  /** Called before the whole is sent; where it throws, nothing is stored. */
  onSend = (): void => {}
  /** Which keys Settings Sync carries along. */
  synced: readonly string[] = []

  constructor(text = '{}', onStored: (text: string) => void = () => {}) {
    this.#stored = text
    this.#value = JSON.parse(text) as Record<string, unknown>
    this.#onStored = onStored
  }

  /** All that is stored, as text. */
  get text(): string {
    return this.#stored
  }

  /** What another window has stored takes the place of all. */
  take(text: string): void {
    if (text === this.#stored) return
    this.#stored = text
    this.#value = JSON.parse(text) as Record<string, unknown>
  }

  keys(): readonly string[] {
    return Object.keys(this.#value).filter((key) => this.#value[key] !== undefined)
  }

  get<T>(key: string, otherwise?: T): T {
    return (this.#value[key] ?? otherwise) as T
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#value[key] =
      typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value
    const known = this.#pending.get(key)
    if (known) return known.promise
    const promised = Promise.withResolvers<void>()
    if (this.#pending.size === 0) setTimeout(() => void this.#send(), 0)
    this.#pending.set(key, promised)
    return promised.promise
  }

  setKeysForSync(keys: readonly string[]): void {
    this.synced = keys
  }

  async #send(): Promise<void> {
    const pending = this.#pending
    this.#pending = new Map()
    try {
      this.onSend()
      const text = JSON.stringify(this.#value)
      await passed() // on its way to the window's storage
      if (text !== this.#stored) {
        this.#stored = text
        this.#onStored(text)
        await passed() // and back
        this.#value = JSON.parse(text) as Record<string, unknown>
      }
      for (const { resolve } of pending.values()) resolve()
    } catch (error) {
      for (const { reject } of pending.values()) reject(error)
    }
  }
}

/** The time that a message takes to another process. */
function passed(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}

/** Secrets in memory, the same for all windows. */
export class FakeSecrets {
  readonly #kept = new Map<string, string>()
  readonly #tell: (key: string) => void
  /** Called before a secret is read; where it throws, that rejects. */
  onGet = (): void => {}

  constructor(tell: (key: string) => void) {
    this.#tell = tell
  }

  /** Whether something is kept. */
  has(key: string): boolean {
    return this.#kept.has(key)
  }

  /** The storage as one window has it; `onDidChange` is the window's own. */
  of(changed: EventEmitter<{ key: string }>): SecretStorage {
    return {
      onDidChange: changed.event,
      keys: async () => [...this.#kept.keys()],
      get: async (key) => {
        this.onGet()
        return this.#kept.get(key)
      },
      store: async (key, value) => {
        this.#kept.set(key, value)
        this.#tell(key)
      },
      delete: async (key) => {
        if (this.#kept.delete(key)) this.#tell(key)
      },
    }
  }
}
