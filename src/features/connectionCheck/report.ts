import type { ApiError } from '../../api/errors.ts'
import type { KeyExpiry } from './keyExpiry.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxyUse } from './proxy.ts'

/** The checks, in the order of the report. */
export type CheckId =
  | 'address'
  | 'tls'
  | 'proxy'
  | 'answers'
  | 'key'
  | 'keyExpiry'
  | 'project'
  | 'whoAmI'
  | 'projects'
  | 'accounts'
  | 'clusters'
  | 'regions'
  | 'clock'

/** A check whose failure prevents others. */
export type Blocker = 'address' | 'tls' | 'answers' | 'key'

/** The result of a check. */
export type CheckLine = { readonly id: CheckId } & Verdict

/** An outcome with its details, which other files convert to text. */
export type Verdict =
  | { readonly outcome: 'pass'; readonly found: PassDetail }
  | { readonly outcome: 'fail'; readonly found: FailDetail }
  | { readonly outcome: 'notTried'; readonly found: SkipDetail }

/** The details of a passed check. */
export type PassDetail =
  | { readonly kind: 'resolves'; readonly addresses: readonly string[] }
  /** Not resolved on this computer; but the service responds, so a proxy resolves it. */
  | { readonly kind: 'resolvedByProxy' }
  | { readonly kind: 'trusted'; readonly certificate?: Certificate | undefined }
  | { readonly kind: 'proxy'; readonly use: ProxyUse }
  | { readonly kind: 'answers'; readonly status: number }
  | { readonly kind: 'accepted'; readonly organization?: string | undefined }
  | { readonly kind: 'keyExpiry'; readonly expiry: KeyExpiry }
  | { readonly kind: 'project'; readonly name: string }
  | { readonly kind: 'offered' }
  /** Normal; with the service’s response. */
  | { readonly kind: 'notOffered'; readonly error: ApiError }
  | { readonly kind: 'inStep'; readonly clockSkewSeconds: number }

/** The details of a failed check. */
export type FailDetail =
  | { readonly kind: 'unresolved'; readonly error: ApiError }
  | {
      readonly kind: 'untrusted'
      readonly error: ApiError
      readonly certificate?: Certificate | undefined
    }
  | { readonly kind: 'proxyUnreadable'; readonly use: ProxyUse }
  /** HTML instead of the API. */
  | { readonly kind: 'page'; readonly status: number }
  | { readonly kind: 'failure'; readonly error: ApiError }
  | { readonly kind: 'noKey' }
  | { readonly kind: 'addressChanged' }
  /** All responses were 403: a wrong key, no permissions, or the wrong project. */
  | { readonly kind: 'keyForbidden'; readonly error: ApiError; readonly hasProject: boolean }
  | { readonly kind: 'projectMissing'; readonly projectUid: string }
  | { readonly kind: 'skewed'; readonly clockSkewSeconds: number }

/** The details of a skipped or inconclusive check. */
export type SkipDetail =
  | { readonly kind: 'blocked'; readonly by: Blocker }
  | { readonly kind: 'noProbe' }
  | { readonly kind: 'sample' }
  /** With a proxy, the name needn’t resolve here. */
  | { readonly kind: 'proxyResolves' }
  | { readonly kind: 'plainHttp' }
  /** No lookup that would show it is supported. If all are 404, the path may be wrong. */
  | { readonly kind: 'noLookup'; readonly isAllNotFound: boolean }
  /** The lookups that would show it failed. */
  | { readonly kind: 'noAnswer' }
  /** The list that would show it has entries that couldn’t be read. */
  | { readonly kind: 'incompleteList' }
  /** The list of the user’s keys has no active one. */
  | { readonly kind: 'noListedKey' }
  | { readonly kind: 'noProject' }
  /** Requested for an account when needed. */
  | { readonly kind: 'whenNeeded' }
  | { readonly kind: 'noDate' }

/** The report of a connection check. */
export interface CheckReport {
  readonly connection: Connection
  /** When it was completed, in epoch ms. */
  readonly at: number
  readonly lines: readonly CheckLine[]
}

/** Returns the number of checks with an outcome. */
export function countOf({ lines }: CheckReport, outcome: CheckLine['outcome']): number {
  return lines.filter((line) => line.outcome === outcome).length
}
