// The classes and enums of VS Code’s API are VS Code’s own: @codingame/monaco-vscode-api has its sources as modules.
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

/** The same in all windows, since the extension’s modules create texts while they are loaded. */
export const l10n = {
  t: (text: string, ...args: unknown[]): string => {
    const [firstArgument] = args
    return format2(
      text,
      typeof firstArgument === 'object' && firstArgument !== null ? firstArgument : args,
    )
  },
}

export class EventEmitter<T> extends Emitter<T> {
  /** The number of listeners to all events. */
  static listenerCount = 0

  constructor() {
    super({
      onDidAddListener: () => void EventEmitter.listenerCount++,
      onWillRemoveListener: () => void (EventEmitter.listenerCount -= this._size > 0 ? 1 : 0),
      // An error of a listener is an unhandled rejection, which fails the test.
      onListenerError: (error) => void Promise.reject(error),
    })
  }

  override dispose(): void {
    EventEmitter.listenerCount -= this._size
    super.dispose()
  }
}
