import { ApiError, isUnsupported, needsProject } from '../api/errors.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'

/** The number of different items whose lookup must fail until it counts as unsupported. */
const minFailingItems = 3

/** Items whose lookup failed for the same reason. */
interface FailureStreak {
  readonly reason: ApiError['kind']
  readonly itemKeys: ReadonlySet<string>
}

/**
 * Remembers which optional lookups a service doesn't support (docs/api.md, “Support”),
 * so that each is requested only once until {@link invalidate}. What has worked once is supported for good:
 * later it can only fail, unless another API key is set ({@link clear}).
 */
export class Capabilities {
  readonly #unsupported = new Set<string>()
  readonly #worked = new Set<string>()
  /** Consecutive items whose lookup failed for the same reason. */
  readonly #streaks = new Map<string, FailureStreak>()

  /**
   * Requests a list. Returns undefined if the service doesn’t support it. If nothing has worked yet, a web page or a 403
   * may concern every request: `whoAmI` tells, because it fails in that way, too, or says that the key isn’t accepted.
   */
  async tryCall<T>(
    connection: Connection,
    lookup: string,
    run: () => Promise<T>,
    whoAmI?: () => Promise<unknown>,
  ): Promise<T | undefined> {
    const key = connectionKey(connection, lookup)
    if (this.#unsupported.has(key)) return undefined
    try {
      return this.#succeeded(key, await run())
    } catch (error) {
      if (this.#worked.has(key) || !isRefusal(error)) throw error
      if (isDoubtful(error) && whoAmI && !this.hasWorkedAnywhere(connection)) {
        const userError: unknown = await whoAmI().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (isKeyRefusal(userError)) throw userError
        if (isDoubtful(userError)) throw error
      }
      this.#unsupported.add(key)
      return undefined
    }
  }

  /**
   * Requests one of several items, such as a cloud config. If the item is denied or unreadable, other items are
   * still requested. Returns undefined if the lookup isn’t supported, or doesn’t seem to be.
   */
  async tryForItem<T>(
    connection: Connection,
    lookup: string,
    itemKey: string,
    run: () => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.isSupported(connection, lookup)) return undefined
    try {
      return await this.tryAnyway(connection, lookup, itemKey, run)
    } catch (error) {
      const hasWorked = this.#worked.has(connectionKey(connection, lookup))
      if (!isRefusal(error) || hasWorked) throw error
      // A 404 may be for the route; and if nothing was ever listed, other errors may be a gateway’s.
      const isQuiet = error.kind === 'notFound' || !this.hasWorkedAnywhere(connection)
      if (isQuiet || !this.isSupported(connection, lookup)) return undefined
      throw error
    }
  }

  /**
   * Requests one item even if the lookup counts as unsupported, and learns from the response. Rejects with
   * the error; {@link isSupported} then tells whether only this item failed.
   */
  async tryAnyway<T>(
    connection: Connection,
    lookup: string,
    itemKey: string,
    run: () => Promise<T>,
  ): Promise<T> {
    const key = connectionKey(connection, lookup)
    try {
      return this.#succeeded(key, await run())
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'cancelled' && !this.#worked.has(key)) {
        this.#failed(key, itemKey, error)
      }
      throw error
    }
  }

  /** Returns whether a lookup may work over a connection, as far as is known. */
  isSupported(connection: Connection, lookup: string): boolean {
    return !this.#unsupported.has(connectionKey(connection, lookup))
  }

  /** Records whether a lookup is supported, where the caller has found out. */
  setSupported(connection: Connection, lookup: string, isSupported: boolean): void {
    const key = connectionKey(connection, lookup)
    if (isSupported) this.#unsupported.delete(key)
    else this.#unsupported.add(key)
  }

  /** Returns whether a lookup, or any, has worked in any project: support doesn’t depend on the project. */
  hasWorkedAnywhere({ name, baseUrl }: Connection, lookup?: string): boolean {
    const prefix = JSON.stringify([name, baseUrl]).slice(0, -1)
    const end = lookup === undefined ? '' : `,${JSON.stringify(lookup)}]`
    return [...this.#worked].some((key) => key.startsWith(prefix) && key.endsWith(end))
  }

  /** Forgets unsupported lookups, so that they are requested again. */
  invalidate(): void {
    this.#unsupported.clear()
    this.#streaks.clear()
  }

  /** Forgets everything: another API key is another user’s. */
  clear(): void {
    this.invalidate()
    this.#worked.clear()
  }

  #succeeded<T>(key: string, response: T): T {
    this.#worked.add(key)
    this.#unsupported.delete(key)
    return response
  }

  #failed(key: string, itemKey: string, error: ApiError): void {
    if (!isRefusal(error)) {
      this.#streaks.delete(key)
      return
    }
    const streak = this.#streaks.get(key)
    const isSameReason = streak?.reason === error.kind
    const itemKeys = new Set(isSameReason ? streak.itemKeys : []).add(itemKey)
    this.#streaks.set(key, { reason: error.kind, itemKeys })
    if (error.status === 405 || itemKeys.size >= minFailingItems) this.#unsupported.add(key)
  }
}

/** Returns whether an error is a lack of support. A lookup that requires a project is supported. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && isUnsupported(error) && !needsProject(error)
}

function isKeyRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'unauthorized'
}

/** Returns whether an error may concern every request: a sign-in page, or a service’s answer to a wrong key. */
function isDoubtful(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.kind === 'forbidden' || (error.kind === 'invalidResponse' && error.isPage === true)
}
