import type { Priority } from '../api/rateLimiter.ts'
import type { Connection } from '../connections/connection.ts'
import type { Service } from '../connections/services.ts'
import { AsyncCache } from './asyncCache.ts'
import type { Capabilities } from './capabilities.ts'

/** A reference to an item of a connection. */
interface ItemRef {
  readonly connection: Connection
}

/**
 * Returns a function that creates caches of optional lookups for items. `lookup` is the name of the lookup, or returns
 * it, or undefined for an item that has none. Undefined stands for an unsupported lookup.
 */
export function createItemCaches<Ref extends ItemRef>(
  capabilities: Capabilities,
  serviceOf: (ref: Ref, priority: Priority | undefined) => Promise<Service>,
) {
  return <R extends Ref, V>(
    keyOf: (ref: R) => string,
    lookup: string | ((ref: R) => string | undefined),
    read: (service: Service, ref: R, signal: AbortSignal | undefined) => Promise<V>,
  ): AsyncCache<R, V | undefined> =>
    new AsyncCache<R, V | undefined>(keyOf, async (ref, signal, priority) => {
      const name = typeof lookup === 'string' ? lookup : lookup(ref)
      if (name === undefined) return undefined
      return capabilities.tryForItem(ref.connection, name, keyOf(ref), async () =>
        read(await serviceOf(ref, priority), ref, signal),
      )
    })
}
