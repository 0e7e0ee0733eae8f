import { settlesWithin } from '../../api/deadline.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'

/** How long the rows that are known already wait for those that a lookup brings, in milliseconds. */
const quickMs = 500

/**
 * How long a tree waits for lookups. What is known without them does not wait for a service that
 * stalls, the first time that it is shown. From then on the rows of before stand until the new ones
 * are there: VS Code leaves them, and a row that went for a moment would lose its selection.
 */
export class Patience {
  readonly #later: () => void
  readonly #shown = new Set<string>()

  /** `later` shows the tree anew once a lookup has ended that was not waited for. */
  constructor(later: () => void) {
    this.#later = later
  }

  /** What a lookup gives for the place with this id; undefined where it has not come yet. */
  async wait<T>(
    connection: Connection,
    id: string,
    lookup: Promise<T>,
    hasRows: boolean,
  ): Promise<T | undefined> {
    const place = connectionKey(connection, id)
    if (hasRows && !this.#shown.has(place) && !(await settlesWithin(quickMs, lookup))) {
      // What fails is waited for when it is shown anew, and fails in sight: else it was shown without end.
      void lookup.catch(() => this.#shown.add(place)).then(this.#later)
      return undefined
    }
    const found = await lookup
    this.#shown.add(place)
    return found
  }
}
