import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxyUse } from './proxy.ts'

/** What is checked, in the order of the report. */
export type CheckId =
  | 'address'
  | 'tls'
  | 'proxy'
  | 'answers'
  | 'key'
  | 'project'
  | 'whoAmI'
  | 'projects'
  | 'accounts'
  | 'clusters'
  | 'regions'
  | 'clock'

/** A check that keeps others from being tried. */
export type Blocker = 'address' | 'tls' | 'answers' | 'key'

/** What came of one check. */
export type CheckLine = { readonly id: CheckId } & Verdict

/** An outcome with what it is founded on; words are made of it elsewhere. */
export type Verdict =
  | { readonly outcome: 'pass'; readonly found: Fine }
  | { readonly outcome: 'fail'; readonly found: Fault }
  | { readonly outcome: 'notTried'; readonly found: Reason }

/** What there is to say of a check that passed. */
export type Fine =
  | { readonly kind: 'resolves'; readonly addresses: readonly string[] }
  /** Not on this machine; but the service answers, so a proxy does it. */
  | { readonly kind: 'resolvedByProxy' }
  | { readonly kind: 'trusted'; readonly certificate?: Certificate | undefined }
  | { readonly kind: 'proxy'; readonly use: ProxyUse }
  | { readonly kind: 'answers'; readonly status: number }
  | { readonly kind: 'accepted'; readonly organization?: string | undefined }
  | { readonly kind: 'project'; readonly name: string }
  | { readonly kind: 'offered' }
  /** Which is normal; with what the service answered. */
  | { readonly kind: 'notOffered'; readonly error: ApiError }
  | { readonly kind: 'inStep'; readonly clockSkewSeconds: number }

/** Why a check failed. */
export type Fault =
  | { readonly kind: 'unresolved'; readonly error: ApiError }
  | {
      readonly kind: 'untrusted'
      readonly error: ApiError
      readonly certificate?: Certificate | undefined
    }
  | { readonly kind: 'proxyUnreadable'; readonly use: ProxyUse }
  /** A page for people, where the API should be. */
  | { readonly kind: 'page'; readonly status: number }
  | { readonly kind: 'failure'; readonly error: ApiError }
  | { readonly kind: 'noKey' }
  | { readonly kind: 'addressChanged' }
  /** All that was asked is 403: a wrong key, one without permissions, or the wrong project. */
  | { readonly kind: 'keyForbidden'; readonly error: ApiError; readonly hasProject: boolean }
  | { readonly kind: 'projectMissing'; readonly projectUid: string }
  | { readonly kind: 'skewed'; readonly clockSkewSeconds: number }

/** Why a check was not tried, or came to nothing. */
export type Reason =
  | { readonly kind: 'blocked'; readonly by: Blocker }
  /** There is no {@link NetworkProbe}. */
  | { readonly kind: 'noProbe' }
  /** The name need not resolve here where a proxy is in use. */
  | { readonly kind: 'proxyResolves' }
  | { readonly kind: 'plainHttp' }
  /** No lookup that would show it is offered; where all are 404, the path may be wrong. */
  | { readonly kind: 'noLookup'; readonly isAllNotFound: boolean }
  /** The lookups that would show it failed. */
  | { readonly kind: 'noAnswer' }
  | { readonly kind: 'noProject' }
  /** It is asked for an account, where one is looked at. */
  | { readonly kind: 'whenNeeded' }
  | { readonly kind: 'noDate' }

/** What a connection was found to be good for. */
export interface CheckReport {
  readonly connection: Connection
  /** When it was finished, in epoch ms. */
  readonly at: number
  /** One for each {@link CheckId}. */
  readonly lines: readonly CheckLine[]
}

/** How many checks came out so. */
export function countOf({ lines }: CheckReport, outcome: CheckLine['outcome']): number {
  return lines.filter((line) => line.outcome === outcome).length
}
