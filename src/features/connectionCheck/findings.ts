import type { ApiError } from '../../api/errors.ts'
import type { PingResult } from '../../api/ping.ts'
import type { OwnApiKey, Project, UserInfo } from '../../api/lookupSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxyUse } from './proxy.ts'
import type { FailDetail, PassDetail, SkipDetail, Verdict } from './report.ts'

/** The outcome of an operation. */
export type Outcome<T> = { readonly value: T } | { readonly error: ApiError }

/** All findings, for the verdicts. Skipped operations are undefined. */
export interface Findings {
  readonly connection: Connection
  readonly keyState: 'ready' | 'noKey' | 'addressChanged'
  readonly proxy?: ProxyUse | undefined
  readonly resolved?: Outcome<readonly string[]> | undefined
  readonly handshake?: Outcome<Certificate> | undefined
  readonly pingResult: Outcome<PingResult>
  readonly lookupResults?: LookupResults | undefined
}

/** The lookups’ outcomes. All but the first are undefined after a rejected key. */
export interface LookupResults {
  readonly whoAmI: Outcome<UserInfo>
  readonly ownApiKeys?: Outcome<OwnApiKey[]>
  readonly projects?: Outcome<Project[]>
  readonly accounts?: Outcome<unknown>
  readonly clusters?: Outcome<unknown>
}

/** Returns the errors of failed lookups. */
export function lookupErrors({ lookupResults }: Findings): ApiError[] {
  return attemptsOf(lookupResults).flatMap((one) => ('error' in one ? [one.error] : []))
}

/** Returns whether a lookup succeeded, so that the service and the key are fine. */
export function someLookupWorks({ lookupResults }: Findings): boolean {
  return attemptsOf(lookupResults).some((one) => 'value' in one)
}

function attemptsOf(lookupResults: LookupResults | undefined): Outcome<unknown>[] {
  return Object.values(lookupResults ?? {})
}

export function pass(found: PassDetail): Verdict {
  return { outcome: 'pass', found }
}

export function fail(found: FailDetail): Verdict {
  return { outcome: 'fail', found }
}

export function notTried(found: SkipDetail): Verdict {
  return { outcome: 'notTried', found }
}
