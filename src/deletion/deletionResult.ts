import type { ApiError } from '../api/errors.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import type { ResponseEnd } from './responseProofs.ts'

/** Accepted by the service: `draining`, unless the service lists the pool no longer. */
interface Accepted {
  readonly kind: 'accepted'
  readonly stage: 'deleted' | 'draining'
}

/** Not accepted, for the reason in `error`. */
interface Failed {
  readonly kind: 'failed'
  readonly stage: Exclude<ResponseEnd, 'deleted'>
  readonly error: ApiError
}

/** Not sent, although it was confirmed. */
interface NotSent {
  readonly kind: 'notSent'
  readonly stage: 'notDeleted'
  /** Why, for people. */
  readonly reason: string
}

/** What is known of a deletion once its request has ended. */
export type RequestOutcome = Accepted | Failed

/** A result with the pool, and the ID of the record; undefined if none was begun. */
type WithPool<Outcome, RecordId> = Outcome & {
  readonly pool: MachinePoolRef
  readonly recordId: RecordId
}

/** A deletion that the service has accepted. */
export type AcceptedDeletion = WithPool<Accepted, string>

/** What came of a confirmed deletion. */
export type DeletionResult = AcceptedDeletion | WithPool<Failed | NotSent, string | undefined>
