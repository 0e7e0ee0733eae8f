import type { ApiError } from '../../api/errors.ts'
import type { OwnApiKey, Project, UserInfo } from '../../api/lookupEndpoints.ts'
import type { PingResult } from '../../api/ping.ts'
import type { Connection } from '../../connections/connection.ts'
import type { KeyState } from '../../connections/apiKeys.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxySettings } from './proxy.ts'

/** The outcome of an operation. */
export type Outcome<T> = { readonly value: T } | { readonly error: ApiError }

/** All that a check has found. */
export interface Findings {
  readonly connection: Connection
  readonly keyState: KeyState
  /** Undefined in browsers, which know nothing of the network. */
  readonly proxy?: ProxySettings | undefined
  /** The host’s addresses; undefined if its name doesn’t resolve. */
  readonly addresses?: readonly string[] | undefined
  readonly certificate?: Certificate | undefined
  readonly pingResult: Outcome<PingResult>
  /** Undefined if something prevents them. */
  readonly lookups?: LookupResults | undefined
}

/** The lookups’ outcomes. All but the first are undefined after a rejected key. */
export interface LookupResults {
  readonly whoAmI: Outcome<UserInfo>
  readonly ownApiKeys?: Outcome<OwnApiKey[]>
  readonly projects?: Outcome<Project[]>
  readonly accounts?: Outcome<unknown>
  readonly clusters?: Outcome<unknown>
}

/** Returns the errors of the service’s responses. */
export function responseErrors(findings: Findings): ApiError[] {
  const first = 'value' in findings.pingResult ? findings.pingResult.value.error : undefined
  const failed = attemptsOf(findings).flatMap((one) => ('error' in one ? one.error : []))
  return first ? [first, ...failed] : failed
}

/** Returns whether a lookup succeeded, so that the service and the key are fine. */
export function someLookupWorks(findings: Findings): boolean {
  return attemptsOf(findings).some((one) => 'value' in one)
}

function attemptsOf({ lookups }: Findings): Outcome<unknown>[] {
  return Object.values(lookups ?? {})
}
