import { type SandboxResponse, jsonResponse } from './response.ts'

/**
 * Deviations on which clients have failed (docs/responses.md, "Odd responses"). Some are always on: an empty
 * list is null, zeros and false are left out, unset times are in the year 0001, and account states vary in case. A trap applies to the
 * responses of all lookups; most traps violate the service’s description:
 *
 * - `nullArrays`: every list is null, even if it has items.
 * - `no …`: this field is absent everywhere.
 * - `bareArrays`: a list of items is the body itself, not in an object.
 * - `loopingContinue`: there is always a token for the next page; from the second page on, it is the same.
 */
export type Trap = 'nullArrays' | 'no specSummary' | 'no kind' | 'bareArrays' | 'loopingContinue'

/** The response of a lookup, with the traps applied. Fields that are required are sent even if they’re zero or false. */
export function lookupResponse(
  traps: readonly Trap[],
  value: object,
  required: readonly string[] = [],
): SandboxResponse {
  const isBare = traps.includes('bareArrays') && 'items' in value
  const areNull = traps.includes('nullArrays')
  const body = JSON.stringify(isBare ? value.items : value, (field, part: unknown) => {
    if ((traps as readonly string[]).includes(`no ${field}`)) return undefined
    if ((part === 0 || part === false) && !required.includes(field)) return undefined
    return Array.isArray(part) && (areNull || part.length === 0) ? null : part
  })
  return { ...jsonResponse(200, undefined), body }
}

/** What services send for a time that is not set. */
export const unsetTime = '0001-01-01T00:00:00.000Z'
