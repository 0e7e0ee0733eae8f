import { setTimeout as sleep } from 'node:timers/promises'
import type { SecretStorage } from 'vscode'
import { ExtensionMemento } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostMemento'
import { EventEmitter } from './values.ts'
import type { FakeWindow } from './window.ts'

/**
 * VS Code’s memento, with its storage in another process. VS Code stores all values of an extension as one
 * text. The event after that replaces the whole object, so updates in between are lost, though their promises
 * resolve. VS Code reports only changes of the global state.
 */
export class FakeMemento extends ExtensionMemento {
  /** All stored values, as JSON. */
  text: string
  /** Called before the values are sent to the storage. If it throws, nothing is stored. */
  onSend = (): void => {}
  /** Called, and awaited if it returns a promise, before this window receives the report of the values that it has stored. */
  onReport = (): void | Promise<void> => {}
  /** The keys that Settings Sync transfers. */
  synced: readonly string[] = []
  readonly #changed: EventEmitter<{ shared: true; key: ''; value: object }>

  /** `onStored` is called with the values that are stored, before this window receives the report of them. */
  constructor(text: string, { isGlobal = true, onStored = (_text: string) => {} } = {}) {
    const changed = new EventEmitter<{ shared: true; key: ''; value: object }>()
    super('', true, {
      // Not a promise: VS Code activates an extension only after its storage is loaded.
      initializeExtensionStorage: () => ({
        then: (onLoaded: (value: object) => void) => onLoaded(JSON.parse(text) as object),
      }),
      onDidChangeStorage: changed.event,
      setValue: async (_shared: boolean, _id: string, value: object) => {
        this.onSend()
        const json = JSON.stringify(value)
        await sleep(1) // the way to the storage in another process
        if (json === this.text) return
        this.text = json
        await sleep(1) // the way back
        if (!isGlobal) return
        const waiting = this.onReport()
        if (waiting) await waiting
        onStored(json)
        this.#notify(json)
      },
    })
    this.text = text
    this.#changed = changed
  }

  /** Replaces all values by those that another window has stored. */
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

/** The secrets of a computer, the same for all windows. */
export class FakeSecrets {
  readonly #values = new Map<string, string>()
  readonly #onChange: (key: string) => void
  /** Called and awaited before a secret is read. If it throws, the reading rejects. */
  onGet = (): void | Promise<void> => {}
  /** Called before the keys are listed. If it throws, the listing rejects, as in hosts that can’t list. */
  onKeys = (): void => {}
  /** Called before a secret is deleted. If it throws, the deletion rejects. */
  onDelete = (): void => {}
  /** Whether a reload forgets all secrets, as on a VS Code server, which keeps them in memory only. */
  isForgottenAtReload = false

  constructor(onChange: (key: string) => void) {
    this.#onChange = onChange
  }

  /** Called when a window is reloaded. */
  reload(): void {
    if (this.isForgottenAtReload) this.#values.clear()
  }

  /** The storage for a window, which has its own `onDidChange`. */
  forWindow(window: FakeWindow): SecretStorage {
    return {
      onDidChange: window.secretChanges.event,
      keys: async () => {
        this.onKeys()
        return [...this.#values.keys()]
      },
      get: async (key) => {
        const waiting = this.onGet()
        if (waiting) await window.whileOpen(() => waiting)
        return this.#values.get(key)
      },
      store: async (key, value) => {
        this.#values.set(key, value)
        this.#onChange(key)
      },
      delete: async (key) => {
        this.onDelete()
        if (this.#values.delete(key)) this.#onChange(key)
      },
    }
  }
}
