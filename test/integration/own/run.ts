import type { CancellationTokenSource } from 'vscode'
import type { Message } from '../dialogs.ts'
import type { FakeInputBox, FakeQuickPick } from '../quickInputs.ts'

/** One command that runs, and what a person saw of it. */
export interface Run {
  /** Modal dialogs and messages. */
  messages: Message[]
  prompts: (FakeInputBox | FakeQuickPick)[]
  log: string[]
  /** What Cancel under the progress notification ends. */
  running: CancellationTokenSource | undefined
  isOver: boolean
  /** Ends with the command. */
  end: Promise<void>
}

/** The modal dialogs of a command. */
export function modalsOf({ messages }: Run): Message[] {
  return messages.filter(({ isModal }) => isModal)
}

/** The messages that it left. */
export function reportsOf({ messages }: Run): Message[] {
  return messages.filter(({ isModal }) => !isModal)
}
