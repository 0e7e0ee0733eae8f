import { fateOf, type Deletion } from '../deletion/deletionReport.ts'
import type { Fate } from '../deletion/deletionTexts.ts'
import { englishText } from './englishErrors.ts'
import { recoveryAdvice } from './modelErrors.ts'
import { modelJson } from './modelJson.ts'

/** Returns the outcome of a deletion for a model, always in English. */
export function deletionMessage({ pool, outcome }: Deletion): string {
  const { machinePoolName, configLabel, configUid, connection } = pool
  const name = `Machine pool ${modelJson(machinePoolName)} in ${modelJson(configLabel ?? configUid)}`
  const fate = fateOf(outcome)
  const isRefused = outcome.kind === 'refused' && fate !== 'unknown'
  const advice = isRefused ? ` ${recoveryAdvice(outcome.error)}` : ''
  const why = 'error' in outcome ? `${englishText(outcome.error, connection)}${advice}` : ''
  const notDeleted =
    outcome.kind === 'notSent'
      ? `${name} was not deleted, and no request was sent. Poolkeeper reported, in the user’s language: ${modelJson(outcome.why)}.`
      : `${name} was not deleted. ${why}`
  const messages: Record<Fate, string> = {
    deleted: `${name} was deleted.`,
    accepted: `The service accepted the deletion. ${name} is being deleted; its progress couldn’t be checked.`,
    draining: `The service accepted the deletion. ${name} is being deleted; its machines are drained first.`,
    gone: `${name} was not deleted because the service doesn’t list it.`,
    notFound: `${name} was not found. The machine pool may already have been deleted. ${why}`,
    stillListed: `${name} was not deleted. The service still lists it. ${why}`,
    unknown: `${name} may have been deleted. ${why}`,
    notDeleted,
    overdue: notDeleted, // only for monitored deletions
  }
  return messages[fate]
}

/** The advice for an unknown outcome. */
export const unknownAdvice =
  'The outcome is unknown. Don’t delete the pool again. Check later with poolkeeper_list_machine_pools, and tell the user.'
