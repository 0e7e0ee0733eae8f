import type { ApiError } from '../../api/errors.ts'
import { zoneProvider } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { accountsOf } from '../../inventory/accounts.ts'
import type { AccountList, Clouds } from '../../inventory/clouds.ts'
import { findNamed } from '../../inventory/names.ts'
import type { AccountRef } from '../../inventory/refs.ts'
import { valueOf } from '../../inventory/results.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { modelErrorText, toModelError, formatNames } from './modelErrors.ts'
import { modelJson } from './modelJson.ts'

/** A cloud account with its display name. */
interface NamedAccount extends AccountRef {
  readonly name: string
  /** Why the model’s value was used as a UID. */
  readonly whyUid?: string
}

/**
 * Finds a cloud account by name or UID. A cached list without it is loaded again. An unknown name is used as a UID if
 * the list is missing or incomplete, as it is without a project: accounts of projects are listed only in theirs
 * (docs/api.md, “Projects”). Else throws with the known names.
 */
export async function findAccount(
  connection: Connection,
  provider: string,
  wanted: string,
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<NamedAccount> {
  const search = (list: AccountList | undefined) => {
    const all = accountsOf(connection, tracked, clouds, list)
    const own = all.filter((one) => zoneProvider(one.provider) === zoneProvider(provider))
    return { all, own, found: findNamed(own, (one) => one.cloudAccountUid, wanted) }
  }
  const isCached = valueOf(clouds.accounts.peek(connection)) !== undefined
  let result = await clouds.accounts.getOrRetry(connection)
  let { all, own, found } = search(valueOf(result))
  if (found.length === 0 && isCached) {
    result = await clouds.accounts.refetch(connection) // the account may be newer than the list
    ;({ all, own, found } = search(valueOf(result)))
  }
  const [only, ...others] = found
  if (only && others.length > 0) {
    const uids = found.map(({ cloudAccountUid }) => ({ name: cloudAccountUid }))
    throw new Error(
      `Several cloud accounts have that name. Specify one by its UID: ${formatNames(uids)}.`,
    )
  }
  if (only) return { ...only, provider }
  const asUid = { connection, provider, cloudAccountUid: wanted, name: wanted }
  if ('error' in result) {
    const why = modelErrorText(result.error, connection)
    return { ...asUid, whyUid: `the cloud accounts couldn’t be listed: ${why}` }
  }
  const list = result.value
  if (!list || list.isCut || list.unreadable > 0) return asUid
  const providers = [...new Set(all.map((one) => one.provider))].map((name) => ({ name }))
  const known =
    own.length > 0
      ? `Available accounts: ${formatNames(own)}.`
      : `Providers with accounts: ${formatNames(providers)}.`
  if (connection.projectUid === undefined) {
    const why =
      'no project is set, and accounts of projects are listed only with theirs. If the account belongs to a project, ask the user to run “Poolkeeper: Select Project…”.'
    return { ...asUid, whyUid: `${why} ${known}` }
  }
  throw new Error(
    `Connection ${modelJson(connection.name)} has no cloud account with that name or UID for provider ${modelJson(provider)}. ${known}`,
  )
}

/** Returns the Google Cloud project that a model names; undefined for other clouds, which have none. */
export function projectFor(provider: string, named: string | undefined): string | undefined {
  return zoneProvider(provider) === 'gcp' && named !== '' ? named : undefined
}

/** Returns the error for an account whose zones couldn’t be listed. */
export function zonesFailure(error: ApiError, { connection, whyUid }: NamedAccount): Error {
  const failure = toModelError(error, connection) as Error
  if (whyUid === undefined) return failure
  return new Error(`${failure.message} The cloud account was used as a UID because ${whyUid}`)
}
