import { Dialogs, type Message } from './dialogs.ts'

/** One command that runs, and what a person saw of it. */
export class Run {
  readonly dialogs = new Dialogs()
  readonly log: string[] = []
  isOver = false
  /** Ends with the command. */
  end: Promise<void> = Promise.resolve()

  /** Modal dialogs and messages. */
  get messages(): readonly Message[] {
    return this.dialogs.messages
  }

  get prompts(): Dialogs['prompts'] {
    return this.dialogs.prompts
  }
}

/** The modal dialogs of a command. */
export function modalsOf({ messages }: Run): Message[] {
  return messages.filter(({ isModal }) => isModal)
}

/** The messages that it left. */
export function reportsOf({ messages }: Run): Message[] {
  return messages.filter(({ isModal }) => !isModal)
}
