import type { ApiError } from '../../api/errors.ts'
import type { PingResult } from '../../api/ping.ts'
import type { Project, UserInfo } from '../../api/lookupSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxyUse } from './proxy.ts'
import type { Fault, Fine, Reason, Verdict } from './report.ts'

/** The outcome of an operation. */
export type Attempt<T> = { readonly value: T } | { readonly error: ApiError }

/** All findings, for the verdicts. Skipped operations are undefined. */
export interface Findings {
  readonly connection: Connection
  readonly keyState: 'ready' | 'noKey' | 'addressChanged'
  readonly proxy?: ProxyUse | undefined
  readonly resolved?: Attempt<readonly string[]> | undefined
  readonly handshake?: Attempt<Certificate> | undefined
  readonly pingResult: Attempt<PingResult>
  readonly asked?: Asked | undefined
}

/** The lookups’ outcomes. All but the first are undefined after a rejected key. */
export interface Asked {
  readonly whoAmI: Attempt<UserInfo>
  readonly projects?: Attempt<Project[]>
  readonly accounts?: Attempt<unknown>
  readonly clusters?: Attempt<unknown>
}

/** Returns the errors of failed lookups. */
export function lookupErrors({ asked }: Findings): ApiError[] {
  return attemptsOf(asked).flatMap((one) => ('error' in one ? [one.error] : []))
}

/** Returns whether a lookup succeeded, so that the service and the key are fine. */
export function someLookupWorks({ asked }: Findings): boolean {
  return attemptsOf(asked).some((one) => 'value' in one)
}

function attemptsOf(asked: Asked | undefined): Attempt<unknown>[] {
  if (!asked) return []
  const { whoAmI, projects, accounts, clusters } = asked
  return [whoAmI, projects, accounts, clusters].filter((one) => one !== undefined)
}

export function pass(found: Fine): Verdict {
  return { outcome: 'pass', found }
}

export function fail(found: Fault): Verdict {
  return { outcome: 'fail', found }
}

export function notTried(found: Reason): Verdict {
  return { outcome: 'notTried', found }
}
