import { fateOf, whyText, type Deletion } from '../deletion/deletionReport.ts'
import { fates, fateText } from '../deletion/deletionTexts.ts'
import { modelErrorText, recoveryAdvice } from './modelErrors.ts'
import { modelJson } from './modelJson.ts'

/**
 * Returns the outcome of a deletion in the words for people. Its cluster is named by the UID that the model has, and
 * what others may have written is quoted.
 */
export function deletionMessage(deletion: Deletion): string {
  const { pool, outcome } = deletion
  const fate = fateOf(outcome)
  const pools = [{ ...pool, configLabel: undefined }]
  switch (outcome.kind) {
    case 'done':
      return fate === 'deleted' ? fateText(fate, pools) : fates[fate].title
    case 'notSent':
      return fateText(fate, pools, `Poolkeeper reported: ${modelJson(outcome.why)}.`)
    case 'unknown':
      return fateText(fate, pools, whyText(deletion, modelErrorText))
    case 'refused': {
      const why = whyText(deletion, modelErrorText)
      const advice = fate === 'unknown' ? '' : ` ${recoveryAdvice(outcome.error)}`
      return fateText(fate, pools, `${why}${advice}`)
    }
  }
}

/** The advice for an unknown outcome. */
export const unknownAdvice =
  'The outcome is unknown. Don’t delete the pool again. Check later with poolkeeper_list_machine_pools, and tell the user.'
