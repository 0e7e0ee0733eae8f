import type { Connection } from '../connections/connection.ts'
import { valueOf } from '../cache/results.ts'
import { toNames, type Names } from '../model/names.ts'
import { accountKey, withZoneProvider, type AccountRef, type RegionRef } from '../model/refs.ts'
import type { PinnedItem, Pins } from '../pins/pins.ts'
import { firstByKey, unionOfKeys, type PinnedOrListed, type Presence } from '../pins/presence.ts'
import type { AccountList, Clouds } from './clouds.ts'

/** A cloud account that is listed, pinned, or both. */
export interface KnownAccount extends AccountRef, Names, PinnedOrListed {
  /** The state that the service reports: any text, for display only. */
  readonly state?: string | undefined
}

type ListedAccount = AccountList['accounts'][number]

/**
 * Returns the pinned accounts of a connection, the last used first, and then the other cached accounts, in the
 * service’s order. An account that two providers share, as `aws` and `eks` do, is returned once.
 */
export function collectAccounts(
  connection: Connection,
  pins: Pins,
  clouds: Clouds,
  /**
   * The list of accounts. A caller that has just loaded it passes it, because the cache may be invalidated at any time.
   */
  list = valueOf(clouds.accounts.peek(connection)),
): KnownAccount[] {
  const refOf = ({ provider, uid }: PinnedItem | ListedAccount): AccountRef => {
    return { connection, provider, cloudAccountUid: uid }
  }
  const keyOf = (item: PinnedItem | ListedAccount) => accountKey(withZoneProvider(refOf(item)))
  const pinnedByKey = firstByKey(pins.accounts(connection.name), keyOf)
  const listedByKey = firstByKey(list?.accounts ?? [], keyOf)
  return unionOfKeys(pinnedByKey, listedByKey).flatMap((key): KnownAccount | [] => {
    const pinned = pinnedByKey.get(key)
    const listed = listedByKey.get(key)
    const item = pinned ?? listed
    if (!item) return []
    const ref = refOf(item)
    return {
      ...ref,
      ...toNames(listed?.name ?? pinned?.name, ref.cloudAccountUid),
      state: listed?.state,
      isPinned: pinned !== undefined,
      presence: presenceOf(ref, listed, list, clouds),
    }
  })
}

function presenceOf(
  account: AccountRef,
  listed: ListedAccount | undefined,
  list: AccountList | undefined,
  clouds: Clouds,
): Presence {
  if (listed) return 'listed'
  if (!list || list.isTruncated || list.unreadable > 0) return 'unknown'
  return clouds.hasLoaded(account) ? 'unknown' : 'unlisted'
}

/** Returns the display name of a cloud account: its name in the service, else its name in the pins, else its UID. */
export function accountTitle(pins: Pins, clouds: Clouds, account: AccountRef): string {
  return clouds.accountName(account) ?? pins.account(account)?.name ?? account.cloudAccountUid
}

/** Returns the display name of a region, or of its account if the provider has no regions. */
export function regionTitle(pins: Pins, clouds: Clouds, ref: RegionRef): string {
  return ref.region || accountTitle(pins, clouds, ref)
}
