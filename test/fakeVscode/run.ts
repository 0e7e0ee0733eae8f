import { Dialogs } from './dialogs.ts'

/** One command that runs, and what a person saw of it. */
export class Run extends Dialogs {
  readonly log: string[] = []
  isOver = false
  /** Ends with the command. */
  end: Promise<void> = Promise.resolve()
}
