import type { Connection } from './connection.ts'

/** Other characters of globs: a pattern with one of them would lock something else than it seems to. */
const unknownWildcards = /[?[\]{}!\\]/

/** Returns whether a value is a list of patterns for {@link isLocked}. */
export function isLockList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one) => typeof one === 'string' && one.trim() !== '' && !unknownWildcards.test(one),
    )
  )
}

/**
 * Returns whether a machine pool is locked: its deletion must be typed. A pattern is one for the cluster and the pool, such
 * as `*-prod/*`, or for pools of any cluster, such as `gpu-*`. A cluster whose name isn’t known may be any.
 */
export function isLocked(
  connection: Pick<Connection, 'protected'>,
  cluster: string | undefined,
  pool: string,
): boolean {
  return (connection.protected ?? []).some((pattern) => {
    const slash = pattern.indexOf('/')
    const isInCluster =
      slash < 0 || cluster === undefined || matches(pattern.slice(0, slash), cluster)
    return isInCluster && matches(pattern.slice(slash + 1), pool)
  })
}

/** Without regard to case, because a lock that is too wide only asks. */
function matches(pattern: string, name: string): boolean {
  const literal = (part: string) => part.replaceAll(/[$()*+.^|]/g, '\\$&')
  const parts = pattern.trim().split('*').map(literal)
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(name)
}
