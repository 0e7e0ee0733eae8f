import { setTimeout as passed } from 'node:timers/promises'
import type { EventEmitter, SecretStorage } from 'vscode'
import { ExtensionMemento } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostMemento'
import { EventEmitter as Emitter } from './values.ts'

/**
 * VS Code's memento, and where it is stored by one text for all that the extension keeps: the echo of what
 * was stored replaces the whole object, and whatever was updated in between is lost, though its promise resolves.
 */
export class FakeMemento extends ExtensionMemento {
  /** All that is stored. */
  text: string
  /** Called before the whole is sent; where it throws, nothing is stored. */
  onSend = (): void => {}
  /** Which keys Settings Sync carries along. */
  synced: readonly string[] = []
  readonly #changed: Emitter<{ shared: true; key: ''; value: object }>

  constructor(text: string, onStored: (text: string) => void = () => {}) {
    const changed = new Emitter<{ shared: true; key: ''; value: object }>()
    super('', true, {
      // An extension activates once it is there.
      initializeExtensionStorage: () => ({
        then: (receive: (value: object) => void) => receive(JSON.parse(text) as object),
      }),
      onDidChangeStorage: changed.event,
      setValue: async (_shared: boolean, _id: string, value: object) => {
        this.onSend()
        const sent = JSON.stringify(value)
        await passed(1) // on its way to the window's storage, in another process
        if (sent === this.text) return
        this.text = sent
        await passed(1) // and back
        onStored(sent)
        this.#notify(sent)
      },
    })
    this.text = text
    this.#changed = changed
  }

  /** What another window has stored takes the place of all. */
  receive(text: string): void {
    if (text !== this.text) this.#notify((this.text = text))
  }

  setKeysForSync(keys: readonly string[]): void {
    this.synced = keys
  }

  #notify(text: string): void {
    this.#changed.fire({ shared: true, key: '', value: JSON.parse(text) as object })
  }
}

/** Secrets in memory, the same for all windows. */
export class FakeSecrets {
  readonly #values = new Map<string, string>()
  readonly #onChange: (key: string) => void
  /** Called before a secret is read; where it throws, that rejects. */
  onGet = (): void => {}

  constructor(tell: (key: string) => void) {
    this.#onChange = tell
  }

  /** The storage as one window has it; `onDidChange` is the window's own. */
  forWindow(changed: EventEmitter<{ key: string }>): SecretStorage {
    return {
      onDidChange: changed.event,
      keys: async () => [...this.#values.keys()],
      get: async (key) => {
        this.onGet()
        return this.#values.get(key)
      },
      store: async (key, value) => {
        this.#values.set(key, value)
        this.#onChange(key)
      },
      delete: async (key) => {
        if (this.#values.delete(key)) this.#onChange(key)
      },
    }
  }
}
