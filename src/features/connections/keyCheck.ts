import { withTimeout } from '../../api/deadline.ts'
import { ApiError, isUnsupported, needsProject } from '../../api/errors.ts'
import { withProject, type Connection } from '../../connections/connection.ts'
import type { ServiceFor } from '../../connections/services.ts'
import { errorText } from '../../ui/errorTexts.ts'

/** The timeout of the check, in milliseconds. */
const checkTimeoutMs = 10_000

/** The outcome of checking a key before it is stored; without a problem, it was accepted or can’t be checked. */
export interface KeyCheck {
  readonly isAccepted: boolean
  readonly organization?: string | undefined
  readonly problem?: string
}

/** Checks a key that isn’t stored yet, by asking the service for its owner. */
export async function checkKey(
  serviceFor: ServiceFor,
  connection: Connection,
  newKey: string,
  signal: AbortSignal,
): Promise<KeyCheck> {
  // Without the project, because access to a project can be denied with a valid key.
  const tenantWide = withProject(connection, undefined)
  try {
    const { organization } = await withTimeout(checkTimeoutMs, signal, async (ends) => {
      const service = await serviceFor(tenantWide, { newKey, isDirect: true })
      return service.whoAmI(ends)
    })
    return { isAccepted: true, organization }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isUnknown = isUnsupported(error) || needsProject(error) || error.kind === 'forbidden'
    const isFailed = !isUnknown || error.kind === 'invalidResponse'
    return { isAccepted: false, ...(isFailed && { problem: errorText(error, connection) }) }
  }
}
