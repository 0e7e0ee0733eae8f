import type { ApiError } from '../api/errors.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import type { ResponseEnd } from './responseProofs.ts'

/** The service has accepted the deletion. The stage is `draining` until the pool and its machines are gone. */
interface Accepted {
  readonly kind: 'accepted'
  readonly stage: 'deleted' | 'draining'
}

/** The service has refused the deletion, or nothing definite is known of it; `error` has the reason. */
interface Failed {
  readonly kind: 'failed'
  readonly stage: Exclude<ResponseEnd, 'deleted'>
  readonly error: ApiError
}

/** The deletion was confirmed, but its request was never sent. */
interface NotSent {
  readonly kind: 'notSent'
  readonly stage: 'notDeleted'
  /** Why it wasn’t sent, as a sentence that is shown. */
  readonly reason: string
}

/** What is known of a deletion once its request has ended. */
export type RequestOutcome = Accepted | Failed

/** An outcome with its pool, and with the ID of the deletion’s record, which is undefined if no record was begun. */
type WithPool<Outcome, RecordId> = Outcome & {
  readonly pool: MachinePoolRef
  readonly recordId: RecordId
}

/** A deletion that the service has accepted. */
export type AcceptedDeletion = WithPool<Accepted, string>

/** What came of a confirmed deletion. */
export type DeletionResult = AcceptedDeletion | WithPool<Failed | NotSent, string | undefined>
