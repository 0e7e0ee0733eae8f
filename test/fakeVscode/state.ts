import { EventEmitter, type Memento, type SecretStorage } from 'vscode'

/** A memento as VS Code has it: each window works on a copy of its own of the whole. */
export class FakeMemento implements Memento {
  #text: string
  /** Called after each update, with the whole. */
  onUpdate = (_text: string): void => {}

  constructor(text = '{}') {
    this.#text = text
  }

  /** All that is kept, as text. */
  get text(): string {
    return this.#text
  }

  /** What another window has written takes the place of all. */
  take(text: string): void {
    this.#text = text
  }

  keys(): readonly string[] {
    return Object.keys(this.#all())
  }

  get<T>(key: string, otherwise?: T): T {
    return (this.#all()[key] ?? otherwise) as T
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#text = JSON.stringify({ ...this.#all(), [key]: value })
    this.onUpdate(this.#text)
  }

  setKeysForSync(): void {}

  #all(): Record<string, unknown> {
    return JSON.parse(this.#text) as Record<string, unknown>
  }
}

/** Secrets in memory, the same for all windows. */
export class FakeSecrets {
  readonly #kept = new Map<string, string>()
  readonly #tell: (key: string) => void

  constructor(tell: (key: string) => void) {
    this.#tell = tell
  }

  /** The storage as one window has it; `onDidChange` is the window's own. */
  of(changed: EventEmitter<{ key: string }>): SecretStorage {
    return {
      onDidChange: changed.event,
      get: async (key) => this.#kept.get(key),
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
