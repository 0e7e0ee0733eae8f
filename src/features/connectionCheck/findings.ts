import type { ApiError } from '../../api/errors.ts'
import type { Lookups } from '../../api/lookups.ts'
import type { Connection } from '../../connections/connection.ts'
import type { KeyState } from '../../connections/apiKeys.ts'
import type { Certificate } from './networkProbe.ts'
import type { ProxySettings } from './proxy.ts'

/** The outcome of an operation. */
export type Outcome<T> = { readonly value: T } | { readonly error: ApiError }

/** The outcome of a lookup. */
type Looked<K extends keyof Lookups> = Outcome<Awaited<ReturnType<Lookups[K]>>>

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
    readonly whoAmI: Looked<'whoAmI'>
    readonly ownApiKeys?: Looked<'ownApiKeys'>
    readonly projects?: Looked<'projects'>
    readonly accounts?: Outcome<unknown>
    readonly clusters?: Outcome<unknown>
  }
}

/** Returns whether a lookup succeeded, so that the service and the key are fine. */
export function someLookupWorks({ lookups }: Findings): boolean {
  const attempts: Outcome<unknown>[] = Object.values(lookups)
  return attempts.some((one) => 'value' in one)
}
