import type { ApiError } from '../api/errors.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import type { ResponseEnd } from './responseProofs.ts'

/** The service has accepted the deletion. Its stage is `draining`, unless the service no longer lists the pool. */
interface Accepted {
  readonly kind: 'accepted'
  readonly stage: 'deleted' | 'draining'
}

/** The service hasn’t accepted the deletion, for the reason in `error`. */
interface Failed {
  readonly kind: 'failed'
  readonly stage: Exclude<ResponseEnd, 'deleted'>
  readonly error: ApiError
}

/** The deletion was confirmed, but no request was sent. */
interface NotSent {
  readonly kind: 'notSent'
  readonly stage: 'notDeleted'
  /** The reason why no request was sent, as a text for people. */
  readonly reason: string
}

/** What is known of a deletion when its request has ended. */
export type RequestOutcome = Accepted | Failed

/** An outcome with the pool, and with the ID of the deletion’s record; undefined if no record was written. */
type WithPool<Outcome, RecordId> = Outcome & {
  readonly pool: MachinePoolRef
  readonly recordId: RecordId
}

/** A deletion that the service has accepted. */
export type AcceptedDeletion = WithPool<Accepted, string>

/** The result of a confirmed deletion: accepted by the service, failed, or not sent. */
export type DeletionResult = AcceptedDeletion | WithPool<Failed | NotSent, string | undefined>
