/** Longer than any zone name. */
const maxLength = 64
const width = maxLength + 2
/** More is another name. */
const maxChanges = 3

/**
 * Zone names, to find the most similar one. Names that begin alike share the work, and those that differ too
 * much from the start are passed over, so that thousands of names cost little more than a few.
 */
export class NameIndex {
  readonly #names: readonly string[]
  // The letters of all names as a tree, in preorder, as numbers because there may be many: the depth of each
  // letter from 1, its code, the place of the first letter that isn’t below it, and the name that ends with it.
  readonly #depths: number[] = []
  readonly #codes: number[] = []
  readonly #ends: number[] = []
  readonly #named: number[] = []
  /** The rows of the table of distances, by depth. */
  readonly #rows = new Uint8Array(width * width)

  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)].filter(({ length }) => length <= maxLength)
    const order = this.#names.map((name, index) => ({ name, index }))
    order.sort((a, b) => (a.name < b.name ? -1 : 1))
    const path: number[] = []
    let last = ''
    for (const { name, index } of order) {
      let shared = 0
      while (shared < last.length && last[shared] === name[shared]) shared += 1
      this.#close(path, shared)
      for (let at = shared; at < name.length; at++) {
        path.push(this.#depths.length)
        this.#depths.push(at + 1)
        this.#codes.push(name.charCodeAt(at))
        this.#named.push(at === name.length - 1 ? index : -1)
      }
      last = name
    }
    this.#close(path, 0)
    for (let at = 0; at < width; at++) this.#rows[at] = this.#rows[at * width] = at
  }

  /**
   * Returns the name with the smallest edit distance that begins with `prefix`, preferably not used yet.
   * Undefined if more than three letters or a third of the text would change, and for what isn’t written as a zone.
   */
  nearest(text: string, taken: ReadonlySet<string>, prefix = ''): string | undefined {
    const isZone = text.length < 4 ? /^\d+$/.test(text) : /^[a-z][a-z\d_-]*$/.test(text)
    if (!isZone || text.length > maxLength) return undefined
    const limit = Math.max(1, Math.min(maxChanges, Math.floor(text.length / 3)))
    let best: { name: string; cost: number; index: number } | undefined
    let most = limit
    for (let node = 0; node < this.#depths.length;) {
      const depth = this.#depths[node]!
      if (this.#fill(text, depth, this.#codes[node]!, limit) > most) {
        node = this.#ends[node]!
        continue
      }
      const index = this.#named[node++]!
      if (index < 0 || Math.abs(depth - text.length) > Math.min(limit, 2)) continue
      const name = this.#names[index]!
      if (!name.startsWith(prefix)) continue
      const changes = this.#rows[depth * width + text.length]!
      const cost = changes + (taken.has(name) ? 0.5 : 0)
      const isBetter = !best || cost < best.cost || (cost === best.cost && index < best.index)
      if (changes > limit || !isBetter) continue
      best = { name, cost, index }
      most = Math.min(limit, cost)
    }
    return best?.name
  }

  /** Closes the letters further in than a depth. */
  #close(path: number[], depth: number): void {
    while (path.length > depth) this.#ends[path.pop() ?? 0] = this.#depths.length
  }

  /** Fills the row of a letter, as far as distances may be within the limit; returns its smallest one. */
  #fill(text: string, depth: number, code: number, limit: number): number {
    const rows = this.#rows
    const row = depth * width
    const first = Math.max(1, depth - limit)
    const last = Math.min(text.length, depth + limit)
    let left = first === 1 ? depth : maxLength
    let least = left
    let diagonal = rows[row - width + first - 1]!
    rows[row + first - 1] = left
    for (let at = first; at <= last; at++) {
      const above = at < depth + limit ? rows[row - width + at]! : maxLength
      let cell = text.charCodeAt(at - 1) === code ? diagonal : diagonal + 1
      if (above < cell) cell = above + 1
      if (left < cell) cell = left + 1
      rows[row + at] = left = cell
      if (cell < least) least = cell
      diagonal = above
    }
    return least
  }
}
