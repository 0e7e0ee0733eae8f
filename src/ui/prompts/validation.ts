import { providerPath, encodeSegment } from '../../api/endpoints.ts'
import { ApiError, type InputProblem } from '../../api/errors.ts'
import { parseHeaderValue } from '../../api/headerValue.ts'
import { inputProblemText } from '../problemTexts.ts'

/** Makes the check of a box from a function that throws `invalidInput`: the client's own rules. */
export function checkedBy(
  check: (value: string) => unknown,
): (value: string) => string | undefined {
  return (value) => {
    try {
      check(value)
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return inputProblemText(error.code as InputProblem)
      throw error
    }
  }
}

/** The check of a provider. */
export const checkProvider = checkedBy(providerPath)

/** The check of a project's uid, which travels as a header. */
export const checkProject = checkedBy((value) => parseHeaderValue('projectUid', value))

/** The check of a name or uid that becomes part of a path. */
export const checkSegment = checkedBy((value) => encodeSegment('value', value))
