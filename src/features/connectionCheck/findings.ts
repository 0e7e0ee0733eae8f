import type { ApiError } from '../../api/errors.ts'
import type { Lookups } from '../../api/lookups.ts'
import type { Connection } from '../../connections/connection.ts'
import type { KeyState } from '../../connections/apiKeys.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxySettings } from './proxy.ts'

/** The outcome of an operation. */
export type CheckResult<T> = { readonly value: T } | { readonly error: ApiError }

/** The outcome of a lookup. */
type LookupResult<K extends keyof Lookups> = CheckResult<Awaited<ReturnType<Lookups[K]>>>

/** All that a check has found. */
export interface Findings {
  readonly connection: Connection
  readonly keyState: KeyState
  /** Undefined in browsers, which know nothing of the network. */
  readonly proxy?: ProxySettings | undefined
  /** The host’s addresses; undefined if its name doesn’t resolve. */
  readonly addresses?: readonly string[] | undefined
  readonly certificate?: Certificate | undefined
  /** The lookups’ outcomes. All but the first are undefined if that one shows that they’d fail, too. */
  readonly lookups: {
    readonly whoAmI: LookupResult<'whoAmI'>
    readonly ownApiKeys?: LookupResult<'ownApiKeys'>
    readonly projects?: LookupResult<'projects'>
    readonly accounts?: CheckResult<unknown>
    readonly clusters?: CheckResult<unknown>
  }
}

/** Returns whether a lookup succeeded, so that the service and the key are fine. */
export function hasWorkingLookup({ lookups }: Findings): boolean {
  const attempts: CheckResult<unknown>[] = Object.values(lookups)
  return attempts.some((one) => 'value' in one)
}
