import type { CloudAccount } from '../api/accountSchemas.ts'
import { underlyingProvider } from '../api/providers.ts'
import type { AccountRef } from '../model/refs.ts'
import { firstByKey } from '../pins/presence.ts'

/** A listed cloud account whose provider is known. Requests about an account need the provider. */
export type ListedAccount = CloudAccount & { readonly provider: string }

/**
 * The names in lists of cloud accounts. Each list is read once, because copies and comparisons show the name of the
 * account of each of thousands of zones.
 */
export class AccountNames {
  readonly #accountsByList = new WeakMap<
    readonly ListedAccount[],
    ReadonlyMap<string, ListedAccount>
  >()

  /** Returns the name of an account in a list; undefined if the list lacks the account, or its name. */
  find(
    list: readonly ListedAccount[],
    account: Omit<AccountRef, 'connection'>,
  ): string | undefined {
    const accounts =
      this.#accountsByList.get(list) ??
      firstByKey(list, ({ provider, uid }) => keyOf(provider, uid))
    this.#accountsByList.set(list, accounts)
    const { provider, cloudAccountUid } = account
    return accounts.get(keyOf(underlyingProvider(provider), cloudAccountUid))?.name
  }
}

function keyOf(provider: string, uid: string): string {
  return JSON.stringify([provider, uid])
}
