import { titleOf } from '../texts.ts'
import type { AccountRef, Clouds } from './clouds.ts'
import type { Tracked } from './tracked.ts'

/** What to call a cloud account: its user's own label, else the service's name, else its uid. */
export function accountTitle(tracked: Tracked, clouds: Clouds, account: AccountRef): string {
  const { connection, provider, cloudAccountUid: uid } = account
  const own = tracked.account(connection.name, { provider, uid })
  return titleOf(own, clouds.accountName(account)) ?? uid
}
