import type { errorText, errorTitle } from '../errorTexts.ts'
import type { connectionProblemText } from '../problemTexts.ts'
import type { failureCommand } from './failureCommand.ts'

/** The words for what went wrong. */
export interface Words {
  errorText: typeof errorText
  errorTitle: typeof errorTitle
  connectionProblemText: typeof connectionProblemText
  failureCommand: typeof failureCommand
}

/** Loads the words when something has gone wrong: most looks at the views do without them. */
export type LoadWords = () => Promise<Words>
