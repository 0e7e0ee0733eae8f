import type { OwnApiKey } from '../../api/lookupSchemas.ts'
import { omittedFrom } from '../../api/omitted.ts'

const dayMs = 24 * 3_600_000

/** The expiry of a connection’s API key, as far as the service returns it. */
export interface KeyExpiry {
  /** The number of keys that may be the one in use. If it is 1, that key is in use. */
  readonly keys: number
  /** The earliest expiry of these keys, in epoch ms; undefined if none of them expires. */
  readonly expiresAt?: number | undefined
}

/**
 * Returns the expiry of a key that the service has just accepted, from the list of the user’s keys. Undefined
 * if the list can’t tell, because keys in it or their expiries couldn’t be read.
 */
export function keyExpiryOf(listed: readonly OwnApiKey[], now: number): KeyExpiry | undefined {
  // An accepted key hasn’t expired, but the computer’s clock may be wrong.
  const usable = listed.filter(
    ({ isActive, expiresAt = Infinity }) => isActive !== false && expiresAt > now - dayMs,
  )
  const times = usable.flatMap(({ expiresAt }) => expiresAt ?? [])
  if (omittedFrom(listed) > 0 || times.length < usable.length) return undefined
  const earliest = Math.min(...times)
  return { keys: usable.length, ...(earliest !== Infinity && { expiresAt: earliest }) }
}
