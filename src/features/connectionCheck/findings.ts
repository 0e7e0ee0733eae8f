import type { ApiError } from '../../api/errors.ts'
import type { Lookups } from '../../api/lookups.ts'
import type { Connection } from '../../connections/connection.ts'
import type { KeyState } from '../../connections/apiKeys.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxySettings } from './proxy.ts'

/** The result of one check. */
export type CheckResult<T> = { readonly value: T } | { readonly error: ApiError }

/** The result of a lookup. */
type LookupResult<K extends keyof Lookups> = CheckResult<Awaited<ReturnType<Lookups[K]>>>

/** Everything that the check of a connection has found. */
export interface Findings {
  readonly connection: Connection
  readonly keyState: KeyState
  /** Undefined in browsers, which give no information about the network. */
  readonly proxy?: ProxySettings | undefined
  /** The host’s addresses; undefined if its name doesn’t resolve. */
  readonly addresses?: readonly string[] | undefined
  readonly certificate?: Certificate | undefined
  /** The results of the lookups. If “who am I” shows that the others would fail, too, they are undefined. */
  readonly lookups: {
    readonly whoAmI: LookupResult<'whoAmI'>
    readonly ownApiKeys?: LookupResult<'ownApiKeys'>
    readonly projects?: LookupResult<'projects'>
    readonly accounts?: CheckResult<unknown>
    readonly clusters?: CheckResult<unknown>
  }
}

/** Returns whether a lookup succeeded. If one did, the service and the key are fine. */
export function hasWorkingLookup(findings: Findings): boolean {
  return lookupResults(findings).some((result) => 'value' in result)
}

/** Returns the errors of all lookups that failed. */
export function lookupErrors(findings: Findings): readonly ApiError[] {
  return lookupResults(findings).flatMap((result) => ('error' in result ? [result.error] : []))
}

function lookupResults({ lookups }: Findings): readonly CheckResult<unknown>[] {
  return Object.values(lookups)
}
