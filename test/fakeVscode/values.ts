// The values of VS Code's API, which are its own: @codingame/monaco-vscode-api has VS Code's sources as modules.
import { Emitter } from '@codingame/monaco-vscode-api/vscode/vs/base/common/event'
import { format2 } from '@codingame/monaco-vscode-api/vscode/vs/base/common/strings'

export { CancellationTokenSource } from '@codingame/monaco-vscode-api/vscode/vs/base/common/cancellation'
export { CancellationError } from '@codingame/monaco-vscode-api/vscode/vs/base/common/errors'
export { URI as Uri } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri'
export { FileType } from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files'
export * from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostTypes'
export {
  CustomEditorTabInput as TabInputCustom,
  TextTabInput as TabInputText,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostTypes'

export const version = '1.139.1'

/** Here, as texts are made where the extension's modules are loaded. */
export const l10n = {
  /** As VS Code does it, in English. */
  t: (text: string, ...args: unknown[]): string => {
    const [first] = args
    return format2(text, typeof first === 'object' && first !== null ? first : args)
  },
}

export class EventEmitter<T> extends Emitter<T> {
  /** How many listen to any event now. */
  static listening = 0

  constructor() {
    super({
      onDidAddListener: () => void EventEmitter.listening++,
      onWillRemoveListener: () => void (EventEmitter.listening -= this._size > 0 ? 1 : 0),
      // Whatever a listener throws is nobody's but its own; the tests notice it.
      onListenerError: (error) => void Promise.reject(error),
    })
  }

  override dispose(): void {
    EventEmitter.listening -= this._size
    super.dispose()
  }
}
