import * as vscode from 'vscode'
import { hasZones } from '../../api/providers.ts'
import { ApiError, type InputProblem } from '../../api/errors.ts'
import { encodeSegment, parseHeaderValue, encodeProvider } from '../../api/requests.ts'
import { visible } from '../../texts.ts'
import { inputProblemText } from '../problemTexts.ts'

/** Creates a validator from a function that throws `invalidInput`, so that the client’s rules apply. */
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

/** Validates a provider to list zones of. */
export function checkZoneProvider(provider: string): string | undefined {
  return hasZones(provider) ? checkProvider(provider) : noZonesText(provider)
}

export function noZonesText(provider: string): string {
  return vscode.l10n.t('Provider “{0}” has no availability zones.', visible(provider))
}

/** Validates a project UID, which is sent in a header. */
export const checkProject = validatorFrom((value) => parseHeaderValue('projectUid', value))

/** Validates a name or UID that becomes part of a path. */
export const checkSegment = validatorFrom((value) => encodeSegment('value', value))

/** Lets people enter a name or UID that becomes part of a path. */
export function typedSegment<T>(make: (text: string) => T) {
  return { validate: checkSegment, make }
}
