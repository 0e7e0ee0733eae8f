import { settlesWithin } from '../../api/settlesWithin.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'

const gracePeriodMs = 500

/** See {@link createGracePeriod}. */
export type GracePeriod = ReturnType<typeof createGracePeriod>

/**
 * Limits how long a tree waits for a lookup. On the first render, known items are shown after the grace
 * period even if the service stalls, and at the top of a view that it is loading: a welcome view would say
 * that there is nothing. Later renders wait, because VS Code keeps the old items meanwhile, and
 * an item that disappeared for a moment would lose its selection. `onLateResult` is called when a late lookup has ended.
 */
export function createGracePeriod(onLateResult: () => void) {
  const shown = new Set<string>()
  return {
    /** Makes the next render a first one, because the tree was empty in between. */
    forget: () => shown.clear(),

    /** Resolves to the result of a lookup for the parent `id`, or to undefined after the grace period. */
    async waitFor<T>(
      connection: Connection,
      id: string,
      lookup: Promise<T>,
      hasRows = true,
    ): Promise<T | undefined> {
      const place = connectionKey(connection, id)
      if (!shown.has(place) && hasRows && !(await settlesWithin(gracePeriodMs, lookup))) {
        // After a failure, the next render waits, or the tree would be refreshed endlessly.
        void lookup.catch(() => shown.add(place)).then(onLateResult)
        return undefined
      }
      const found = await lookup
      shown.add(place)
      return found
    },
  }
}
