import type { Connection } from '../connections/connection.ts'
import type { AccountList, Clouds } from './clouds.ts'
import { merge, type Names, namesOf, type PinState } from '../pins/merge.ts'
import { ofZoneProvider, type AccountRef, type RegionRef, accountKey } from '../model/refs.ts'
import { valueOf } from '../cache/results.ts'
import type { TrackedItem, TrackedItems } from '../pins/trackedItems.ts'

/** A cloud account that is listed, pinned, or both. */
export interface KnownAccount extends AccountRef, Names {
  /** Free text of the service. */
  readonly state?: string | undefined
  readonly isPinned: boolean
  readonly mark?: PinState
}

/**
 * Returns the cached cloud accounts of a connection: pinned ones in the order of use, then the others in the
 * service’s order. An account that two providers share counts once.
 */
export function accountsOf(
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
  /** As loaded just now: by the next use of the cache, it may have been invalidated. */
  list = valueOf(clouds.accounts.peek(connection)),
): KnownAccount[] {
  const isComplete = list !== undefined && !list.isCut && list.unreadable === 0
  const refOf = ({ provider, uid }: { provider: string; uid: string }): AccountRef => {
    return { connection, provider, cloudAccountUid: uid }
  }
  const known = merge<AccountRef, TrackedItem, AccountList['accounts'][number]>(
    (ref) => accountKey(ofZoneProvider(ref)),
    [
      ...tracked.accounts(connection.name).map((pinned) => ({ ...refOf(pinned), pinned })),
      ...(list?.accounts ?? []).map((listed) => ({ ...refOf(listed), listed })),
    ],
    (ref) => (isComplete && !clouds.hasRead(ref) ? 'unlisted' : undefined),
  )
  return known.map(({ pinned, listed, ...account }) => {
    const names = namesOf(listed?.name ?? pinned?.name, account.cloudAccountUid)
    return { ...account, ...names, state: listed?.state }
  })
}

/** Returns the display name of a cloud account: the service’s name, else the stored one, else its UID. */
export function accountTitle(tracked: TrackedItems, clouds: Clouds, account: AccountRef): string {
  return clouds.accountName(account) ?? tracked.account(account)?.name ?? account.cloudAccountUid
}

/** Returns the display name of a region, or of its account if the provider has no regions. */
export function regionTitle(tracked: TrackedItems, clouds: Clouds, ref: RegionRef): string {
  return ref.region || accountTitle(tracked, clouds, ref)
}
