import type { errorText, errorTitle } from '../errorTexts.ts'
import type { connectionProblemText } from '../problemTexts.ts'
import type { failureCommand } from './failureCommand.ts'
import type { unshownNote } from './unshownNote.ts'

/** The words for what went wrong, and for what is left out. */
export interface Words {
  errorText: typeof errorText
  errorTitle: typeof errorTitle
  connectionProblemText: typeof connectionProblemText
  failureCommand: typeof failureCommand
  unshownNote: typeof unshownNote
}

/** Loads the words when something has gone wrong: most looks at the views do without them. */
export type LoadWords = () => Promise<Words>
