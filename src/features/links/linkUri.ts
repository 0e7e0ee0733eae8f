import * as v from 'valibot'

// The links that open Poolkeeper, such as vscode://poolkeeper.poolkeeper/reveal?baseUrl=…. Anyone can write one,
// so a link only fills in prompts or reveals a tree item; none can delete, and none carries a key.

const maxQueryLength = 2_000
const text = v.pipe(v.string(), v.minLength(1))

/** The links by what they lead to. Whoever follows one validates the values. */
const links = {
  /** Fills in Add Connection…. */
  addConnection: v.strictObject({
    to: v.literal('addConnection'),
    baseUrl: text,
    name: v.optional(text),
    projectUid: v.optional(text),
    protection: v.optional(text),
  }),
  /** Reveals a machine pool of the service with this base URL. */
  pool: v.strictObject({
    to: v.literal('pool'),
    baseUrl: text,
    provider: text,
    configUid: text,
    machinePoolName: text,
    /** The project of the connection or of the cluster. */
    projectUid: v.optional(text),
  }),
  /** Reveals a region of a cloud account of the service with this base URL. */
  region: v.strictObject({
    to: v.literal('region'),
    baseUrl: text,
    provider: text,
    cloudAccountUid: text,
    /** The Google Cloud project. */
    project: v.optional(text),
    region: text,
  }),
}
export type Link = v.InferOutput<(typeof links)[keyof typeof links]>

/** Why a link can’t be used. */
export type LinkProblem = 'key' | 'path' | 'length' | 'repeated' | 'unknown' | 'missing'

/** The parts of a link as VS Code passes them: with one level of percent-encoding removed. */
export interface LinkParts {
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/** Reads a link. An invalid one isn’t returned, not even in part, because it may contain a key. */
export function parseLink({ path, query, fragment }: LinkParts): Link | { problem: LinkProblem } {
  const given = new URLSearchParams(query)
  given.delete('windowId') // VS Code’s own, for the window that a link is for
  const names = [...given.keys(), ...new URLSearchParams(fragment).keys()]
  if (names.some(isKeyLike)) return { problem: 'key' }
  if (query.length > maxQueryLength) return { problem: 'length' }
  if (new Set(names).size < names.length) return { problem: 'repeated' }
  if (fragment !== '' || given.has('to')) return { problem: 'unknown' }
  const to = destinationOf(path, given)
  if (to === undefined) return { problem: 'path' }
  const read = v.safeParse(links[to], { ...Object.fromEntries(given), to })
  if (read.success) return read.output
  const isUnknown = read.issues.some(
    ({ type, expected }) => type === 'strict_object' && expected === 'never',
  )
  return { problem: isUnknown ? 'unknown' : 'missing' }
}

/** Writes a link that reveals something and that {@link parseLink} reads. */
export function linkTo(
  scheme: string,
  extensionId: string,
  link: Exclude<Link, { to: 'addConnection' }>,
): string {
  const { to: _, ...values } = link
  const parts = Object.entries<string | undefined>(values).flatMap(([name, value]) =>
    // Separators twice: VS Code removes one level of encoding before the parameters are separated.
    value
      ? `${name}=${encodeURI(value.replace(/\p{Cs}/gu, '\ufffd').replace(/[%&=+#]/g, encodeURIComponent))}`
      : [],
  )
  return `${scheme}://${extensionId}/reveal?${parts.join('&')}`
}

function destinationOf(path: string, given: URLSearchParams): keyof typeof links | undefined {
  if (path === '/add-connection') return 'addConnection'
  if (path !== '/reveal') return undefined
  return given.has('region') ? 'region' : 'pool'
}

/** Returns whether a parameter has a name that is given to secrets. */
function isKeyLike(name: string): boolean {
  return /key|token|secret|passw|auth|credential|bearer/i.test(name)
}
