import { type Answer, json } from './answer.ts'

/**
 * What clients have stumbled over (docs/api.md, "Odd responses"). Some are always there: an empty list
 * is null, unset times are in the year 0001, and account states vary in case. These make every
 * answer to a lookup worse, most of them worse than the service's description allows:
 *
 * - `nullArrays`: every list is null, full ones too.
 * - `no …`: that field is left out everywhere.
 * - `bareArrays`: a list of items comes as an array, without anything around it.
 * - `loopingContinue`: a token for the next page never ends; from the second page on it repeats.
 */
export type Trap = 'nullArrays' | 'no specSummary' | 'no kind' | 'bareArrays' | 'loopingContinue'

/** The answer to a lookup, with the traps set. */
export function lookupAnswer(traps: readonly Trap[], value: object): Answer {
  const isBare = traps.includes('bareArrays') && 'items' in value
  const areNull = traps.includes('nullArrays')
  const body = JSON.stringify(isBare ? value.items : value, (field, part: unknown) => {
    if ((traps as readonly string[]).includes(`no ${field}`)) return undefined
    return Array.isArray(part) && (areNull || part.length === 0) ? null : part
  })
  return { ...json(200, undefined), body }
}

/** How a service writes a time that is not set. */
export const noTime = '0001-01-01T00:00:00.000Z'
