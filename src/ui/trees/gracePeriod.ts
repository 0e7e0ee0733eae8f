import { settlesWithin } from '../../api/settlesWithin.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'

const gracePeriodMs = 500

export type GracePeriod = ReturnType<typeof createGracePeriod>

/**
 * Limits how long a tree waits for a lookup. When the rows below a parent are shown for the first time, the tree waits
 * only for the grace period, even if the service stalls, and then shows the known rows; at the top of a view, it shows
 * “Loading…”, because VS Code shows an empty view’s welcome text, which would say that there is nothing. Later
 * refreshes wait for the lookup: VS Code keeps showing the old rows meanwhile, and a row that disappeared for a moment
 * would lose its selection. `onLateResult` is called when a lookup ends after its grace period.
 */
export function createGracePeriod(onLateResult: () => void) {
  /** The parents whose rows have been shown: their IDs by their keys. */
  const rendered = new Map<string, string>()
  return {
    /** Makes the next refresh count as the first one, because the tree was empty in between. */
    reset: () => rendered.clear(),

    /** Drops all parents but those with the given IDs: rows come and go while a window is open for weeks. */
    retain(ids: ReadonlySet<string>): void {
      for (const [key, id] of rendered) if (!ids.has(id)) rendered.delete(key)
    },

    /** Resolves to the result of a lookup for the rows below `id`, or to undefined if the grace period ends first. */
    async waitFor<T>(
      connection: Connection,
      id: string,
      lookup: Promise<T>,
      hasRows = true,
    ): Promise<T | undefined> {
      const key = connectionKey(connection, id)
      const isFirstRender = !rendered.has(key)
      if (isFirstRender && hasRows && !(await settlesWithin(gracePeriodMs, lookup))) {
        // After a failed lookup, the next refresh waits for its lookup. Otherwise, each late failure would refresh the
        // tree, which would start the next lookup, endlessly.
        void lookup.catch(() => rendered.set(key, id)).then(onLateResult)
        return undefined
      }
      const result = await lookup
      rendered.set(key, id)
      return result
    },
  }
}
