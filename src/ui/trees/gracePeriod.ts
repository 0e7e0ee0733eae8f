import { settlesWithin } from '../../api/settlesWithin.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'

const gracePeriodMs = 500

/** See {@link createGracePeriod}. */
export type GracePeriod = ReturnType<typeof createGracePeriod>

/**
 * Limits how long a tree waits for a lookup. On the first render of a parent’s children, the tree shows what is known
 * after the grace period, even if the service stalls; at the top of a view, it shows that it is loading, where a welcome
 * view would say that there is nothing. Later renders wait for the lookup: VS Code keeps the old items meanwhile, and an
 * item that disappeared for a moment would lose its selection. `onLateResult` is called when a late lookup has ended.
 */
export function createGracePeriod(onLateResult: () => void) {
  /** The keys of the parents whose children have been rendered. */
  const rendered = new Set<string>()
  return {
    /** Makes the next render the first one, because the tree was empty in between. */
    forget: () => rendered.clear(),

    /** Resolves to the result of a lookup for the parent `id`, or to undefined after the grace period. */
    async waitFor<T>(
      connection: Connection,
      id: string,
      lookup: Promise<T>,
      hasRows = true,
    ): Promise<T | undefined> {
      const key = connectionKey(connection, id)
      const isFirstRender = !rendered.has(key)
      if (isFirstRender && hasRows && !(await settlesWithin(gracePeriodMs, lookup))) {
        // After a failure, the next render waits, or the tree would be refreshed endlessly.
        void lookup.catch(() => rendered.add(key)).then(onLateResult)
        return undefined
      }
      const result = await lookup
      rendered.add(key)
      return result
    },
  }
}
