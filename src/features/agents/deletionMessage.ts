import type { Deletion } from '../deletion/deletionReport.ts'
import { fateOf } from '../deletion/deletionReport.ts'
import { englishText } from './englishErrors.ts'
import { recoveryAdvice } from './modelErrors.ts'
import { modelJson } from './modelJson.ts'

/** Returns the outcome of a deletion for a model, always in English. */
export function deletionMessage({ pool, outcome }: Deletion): string {
  const { machinePoolName, configLabel, configUid, connection } = pool
  const name = `Machine pool ${modelJson(machinePoolName)} in ${modelJson(configLabel ?? configUid)}`
  const why = () =>
    'error' in outcome
      ? `${englishText(outcome.error, connection)}${outcome.kind === 'refused' ? ` ${recoveryAdvice(outcome.error)}` : ''}`
      : ''
  switch (fateOf(outcome)) {
    case 'deleted':
      return `${name} was deleted.`
    case 'accepted':
      return `The service accepted the deletion. ${name} is being deleted; its progress couldn’t be checked.`
    case 'draining':
      return `The service accepted the deletion. ${name} is being deleted; its machines are drained first.`
    case 'gone':
      return `${name} was not deleted because the service doesn’t list it.`
    case 'notFound':
      return `${name} was not found. The machine pool may already have been deleted. ${why()}`
    case 'stillListed':
      return `${name} was not deleted. The service still lists it. ${why()}`
    case 'unknown':
      return `${name} may have been deleted. ${why()}`
    case 'notDeleted':
    case 'notTaken': // only for monitored deletions
    case 'overdue':
      return outcome.kind === 'notSent'
        ? `${name} was not deleted, and no request was sent. Poolkeeper reported, in the user’s language: ${modelJson(outcome.why)}.`
        : `${name} was not deleted. ${why()}`
  }
}

/** The advice for an unknown outcome. */
export const unknownAdvice =
  'The outcome is unknown. Don’t delete the pool again. Check later with poolkeeper_list_machine_pools, and tell the user.'
