import * as vscode from 'vscode'
import { hasZones } from '../../api/providers.ts'
import { ApiError, type InputProblem } from '../../api/errors.ts'
import { encodeSegment, parseHeaderValue, encodeProvider } from '../../api/requests.ts'
import { displayText } from '../../displayTexts.ts'
import { inputProblemText } from '../problemTexts.ts'

/**
 * Creates a validator of an input box from a function that throws `invalidInput` for invalid values. So the prompt and
 * the API client have the same rules.
 */
export function validatorFrom(
  parse: (value: string) => unknown,
): (value: string) => string | undefined {
  return (value) => {
    try {
      parse(value)
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return inputProblemText(error.code as InputProblem)
      throw error
    }
  }
}

export const checkProvider = validatorFrom(encodeProvider)

/** Validates the provider whose zones are to be listed. Returns the message about an invalid provider. */
export function checkZoneProvider(provider: string): string | undefined {
  return hasZones(provider) ? checkProvider(provider) : noZonesText(provider)
}

export function noZonesText(provider: string): string {
  return vscode.l10n.t('Provider “{0}” has no availability zones.', displayText(provider))
}

/** Validates the UID of a project. It is sent in a header, so it must be valid there. */
export const checkProject = validatorFrom((value) => parseHeaderValue('projectUid', value))

/** Validates a name or UID. It becomes part of a URL’s path, so it must be valid there. */
export const checkSegment = validatorFrom((value) => encodeSegment('value', value))

/** Options for a list in which the user can also type a name or UID that isn’t listed. */
export function typedSegment<T>(make: (text: string) => T) {
  return { validate: checkSegment, make }
}
