import { ApiError, isUnsupported, needsProject } from '../api/errors.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'

/** The number of different items for which a lookup must fail before it counts as unsupported. */
const minFailingItems = 3

/** The items for which a lookup has failed for the same reason, one after the other. */
interface FailureStreak {
  readonly reason: ApiError['kind']
  readonly itemKeys: ReadonlySet<string>
}

/**
 * Remembers which optional lookups a service doesn’t support (docs/api.md, “Support”), so that an unsupported lookup
 * isn’t requested again until {@link invalidate}. A lookup that has worked once is supported for good: if it is refused
 * later, that is an error. This ends with {@link clear}, when another API key is set.
 */
export class Capabilities {
  /** The unsupported lookups, each with whether it was forbidden, so that only this key may not use it. */
  readonly #unsupported = new Map<string, { readonly isForbidden: boolean }>()
  readonly #workedOnce = new Set<string>()
  /** The latest failures of each lookup. */
  readonly #streaks = new Map<string, FailureStreak>()

  /**
   * Requests a list. Resolves to undefined if the service doesn’t support it; rejects with other errors. A web page may
   * be a proxy’s, and a 403 may be the answer to every request with a wrong API key. As long as no lookup has worked,
   * this is decided by `whoAmI`, which every service supports: if it fails in the same way, or because of the API key,
   * the error isn’t taken for a lack of support.
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
      return this.#recordSuccess(key, await run())
    } catch (error) {
      if (this.#workedOnce.has(key) || !looksUnsupported(error)) throw error
      if (mayConcernEveryRequest(error) && whoAmI && !this.hasWorkedAnywhere(connection)) {
        const userError: unknown = await whoAmI().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (isKeyRefusal(userError)) throw userError
        if (mayConcernEveryRequest(userError)) throw error
      }
      this.#unsupported.set(key, { isForbidden: error.kind === 'forbidden' })
      return undefined
    }
  }

  /**
   * Requests an item, such as a cloud config, by a lookup of which it isn’t certain that the service supports it. If
   * the lookup fails for several items one after the other, it counts as unsupported, and isn’t requested for others.
   * Resolves to undefined if the lookup isn’t supported, or probably isn’t; rejects with other errors.
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
      const hasWorked = this.#workedOnce.has(connectionKey(connection, lookup))
      if (!looksUnsupported(error) || hasWorked) throw error
      // A 404 may mean that the service has no such route. If no lookup has ever worked, other
      // errors may be a gateway’s.
      const isQuiet = error.kind === 'notFound' || !this.hasWorkedAnywhere(connection)
      if (isQuiet || !this.isSupported(connection, lookup)) return undefined
      throw error
    }
  }

  /**
   * Requests an item even if the lookup counts as unsupported, and records whether it worked. Rejects with any error;
   * {@link isSupported} then tells whether the service doesn’t support the lookup, or only this item failed.
   */
  async tryAnyway<T>(
    connection: Connection,
    lookup: string,
    itemKey: string,
    run: () => Promise<T>,
  ): Promise<T> {
    const key = connectionKey(connection, lookup)
    try {
      return this.#recordSuccess(key, await run())
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'cancelled' && !this.#workedOnce.has(key)) {
        this.#recordFailure(key, itemKey, error)
      }
      throw error
    }
  }

  /** Returns false if a service is known not to support a lookup. */
  isSupported(connection: Connection, lookup: string): boolean {
    return !this.#unsupported.has(connectionKey(connection, lookup))
  }

  /** Returns whether a lookup counts as unsupported only because the service forbids it for this key. */
  isForbidden(connection: Connection, lookup: string): boolean {
    return this.#unsupported.get(connectionKey(connection, lookup))?.isForbidden === true
  }

  /** Records whether a service supports a lookup, for a caller that has found out by itself. */
  setSupported(connection: Connection, lookup: string, isSupported: boolean): void {
    const key = connectionKey(connection, lookup)
    if (isSupported) this.#unsupported.delete(key)
    else this.#unsupported.set(key, { isForbidden: false })
  }

  /**
   * Returns whether a lookup, or without `lookup` any lookup, has worked for any project of the service: support
   * doesn’t depend on the project.
   */
  hasWorkedAnywhere({ name, baseUrl }: Connection, lookup?: string): boolean {
    const prefix = JSON.stringify([name, baseUrl]).slice(0, -1)
    const end = lookup === undefined ? '' : `,${JSON.stringify(lookup)}]`
    return [...this.#workedOnce].some((key) => key.startsWith(prefix) && key.endsWith(end))
  }

  /** Forgets unsupported lookups, so that they are requested again. */
  invalidate(): void {
    this.#unsupported.clear()
    this.#streaks.clear()
  }

  /** Forgets everything, because another API key may be the key of another user, who may do other things. */
  clear(): void {
    this.invalidate()
    this.#workedOnce.clear()
  }

  #recordSuccess<T>(key: string, response: T): T {
    this.#workedOnce.add(key)
    this.#unsupported.delete(key)
    return response
  }

  #recordFailure(key: string, itemKey: string, error: ApiError): void {
    if (!looksUnsupported(error)) {
      this.#streaks.delete(key)
      return
    }
    const streak = this.#streaks.get(key)
    const isSameReason = streak?.reason === error.kind
    const itemKeys = new Set(isSameReason ? streak.itemKeys : []).add(itemKey)
    this.#streaks.set(key, { reason: error.kind, itemKeys })
    if (error.status === 405 || itemKeys.size >= minFailingItems)
      this.#unsupported.set(key, { isForbidden: error.kind === 'forbidden' })
  }
}

/** Returns whether an error looks as if the service lacked the lookup; an error that asks for a project doesn’t. */
function looksUnsupported(error: unknown): error is ApiError {
  return error instanceof ApiError && isUnsupported(error) && !needsProject(error)
}

function isKeyRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'unauthorized'
}

/**
 * Returns whether every request may fail with an error: with a proxy’s sign-in page, or with a 403 for a wrong API key.
 */
function mayConcernEveryRequest(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.kind === 'forbidden' || (error.kind === 'invalidResponse' && error.isPage === true)
}
