import type { ApiError } from '../../api/errors.ts'
import { zoneProvider } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { accountsOf } from '../../inventory/accounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import { findNamed } from '../../inventory/names.ts'
import type { AccountRef } from '../../inventory/refs.ts'
import { valueOf } from '../../inventory/results.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { modelErrorText, toModelError, formatNames } from './modelErrors.ts'
import { modelJson } from './modelJson.ts'

/** A cloud account with its display name. */
export interface NamedAccount extends AccountRef {
  readonly name: string
  /** Why the model’s value was used as a UID. */
  readonly whyUid?: string
}

/**
 * Finds a cloud account by name or UID. A cached list without it is loaded again. If the list is missing or
 * incomplete, an unknown name is used as a UID; so it is without a project, because accounts of projects are listed
 * only in their project (lookups.md, “Scope”). Else throws with the known names.
 */
export async function findAccount(
  connection: Connection,
  provider: string,
  wanted: string,
  tracked: TrackedItems,
  clouds: Clouds,
  isFresh = false,
): Promise<NamedAccount> {
  const isCached = !isFresh && valueOf(clouds.accounts.peek(connection)) !== undefined
  const result = await clouds.accounts.getOrRetry(connection)
  const all = accountsOf(connection, tracked, clouds, valueOf(result))
  const accounts = all
    .filter((one) => zoneProvider(one.provider) === zoneProvider(provider))
    .map((one) => ({ ...one, provider }))
  const [only, ...others] = findNamed(accounts, ({ cloudAccountUid }) => cloudAccountUid, wanted)
  if (only && others.length > 0) {
    const uids = [only, ...others].map(({ cloudAccountUid }) => ({ name: cloudAccountUid }))
    throw new Error(
      `Several cloud accounts have that name. Specify one by its UID: ${formatNames(uids)}.`,
    )
  }
  if (only) return only
  const asUid = { connection, provider, cloudAccountUid: wanted, name: wanted }
  const notListed = (error: ApiError) =>
    `the cloud accounts couldn’t be listed: ${modelErrorText(error, connection)}`
  if ('error' in result) return { ...asUid, whyUid: notListed(result.error) }
  const list = result.value
  if (!list || list.isCut || list.unreadable > 0) return asUid
  if (isCached) {
    // The account may be newer than the list.
    const fresh = await clouds.accounts.refetch(connection)
    if ('error' in fresh) return { ...asUid, whyUid: notListed(fresh.error) }
    return findAccount(connection, provider, wanted, tracked, clouds, true)
  }
  const providers = [...new Set(all.map((one) => one.provider))].map((name) => ({ name }))
  const known =
    accounts.length > 0
      ? `Available accounts: ${formatNames(accounts)}.`
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
