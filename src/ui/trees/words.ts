import type { agedTooltip } from '../ageTexts.ts'
import type { errorText, errorTitle } from '../errorTexts.ts'
import type { connectionProblemText } from '../problemTexts.ts'
import type { failureCommand } from './failureCommand.ts'
import type { unshownNote } from './unshownNote.ts'

/** The words for what went wrong, for what is left out, and for how old something is. */
export interface Words {
  agedTooltip: typeof agedTooltip
  errorText: typeof errorText
  errorTitle: typeof errorTitle
  connectionProblemText: typeof connectionProblemText
  failureCommand: typeof failureCommand
  unshownNote: typeof unshownNote
}

/** Loads the words when they are wanted: most looks at the views do without them. */
export type LoadWords = () => Promise<Words>
