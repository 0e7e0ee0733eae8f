import * as vscode from 'vscode'
import { replace } from '../replace.ts'

/** Who listens to events, as far as they are asked for on behalf of a window of our own. */
export interface Listeners {
  /** How many listen now. */
  count: () => number
  /** Counts no more. */
  end: () => void
}

/** Counts listeners from now on. The property is that of VS Code's own class, which we share. */
export function countListeners(isOurs: () => boolean): Listeners {
  const { prototype } = vscode.EventEmitter
  const original = Object.getOwnPropertyDescriptor(prototype, 'event')
  if (!original?.get) throw new Error('Events are made in another way than they were')
  const open = new Set<object>()
  const end = replace(prototype, 'event', undefined as never)
  Object.defineProperty(prototype, 'event', {
    configurable: true,
    get(this: vscode.EventEmitter<unknown>) {
      const event = original.get?.call(this) as vscode.Event<unknown>
      return isOurs() ? counted(event) : event
    },
  })
  return { count: () => open.size, end }

  function counted(event: vscode.Event<unknown>): vscode.Event<unknown> {
    return (...args) => {
      const subscription = event(...args)
      open.add(subscription)
      return new vscode.Disposable(() => {
        open.delete(subscription)
        subscription.dispose()
      })
    }
  }
}
