import type { EventEmitter, SecretStorage } from 'vscode'
import { ExtensionMemento } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostMemento'
import { EventEmitter as Emitter } from './values.ts'

/** What is stored of a memento, and the news of it. */
interface Stored {
  text: string
  changed: Emitter<{ shared: true; key: ''; value: object }>
}

/**
 * VS Code's memento, and where it is stored by one text for all that the extension keeps: the echo of what was stored replaces the whole object, and whatever was
 * updated in between is lost, though its promise resolves.
 */
export class FakeMemento extends ExtensionMemento {
  readonly #stored: Stored
  /** Called before the whole is sent; where it throws, nothing is stored. */
  onSend = (): void => {}
  /** Which keys Settings Sync carries along. */
  synced: readonly string[] = []

  constructor(text: string, onStored: (text: string) => void = () => {}) {
    const stored: Stored = { text, changed: new Emitter() }
    super('', true, {
      // An extension activates once it is there.
      initializeExtensionStorage: () => ({
        then: (take: (value: object) => void) => take(JSON.parse(text) as object),
      }),
      onDidChangeStorage: stored.changed.event,
      setValue: async (_shared: boolean, _id: string, value: object) => {
        this.onSend()
        const sent = JSON.stringify(value)
        await passed() // on its way to the window's storage
        if (sent === this.text) return
        this.#stored.text = sent
        await passed() // and back
        onStored(sent)
        this.#tell(sent)
      },
    })
    this.#stored = stored
  }

  /** All that is stored, as text. */
  get text(): string {
    return this.#stored.text
  }

  /** What another window has stored takes the place of all. */
  take(text: string): void {
    if (text !== this.text) this.#tell((this.#stored.text = text))
  }

  setKeysForSync(keys: readonly string[]): void {
    this.synced = keys
  }

  #tell(text: string): void {
    this.#stored.changed.fire({ shared: true, key: '', value: JSON.parse(text) as object })
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
