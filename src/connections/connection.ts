import { parseBaseUrl } from '../api/baseUrl.ts'
import { ApiError, type InputProblem } from '../api/errors.ts'
import { parseHeaderValue } from '../api/requests.ts'
import { parseConsoleUrl } from './consoleUrl.ts'
import { isLockList } from './locks.ts'

/** The levels of protection from deletions, the weakest first. */
export const protections = ['none', 'confirm', 'readOnly'] as const

/** `confirm` requires what is to be deleted to be typed; `readOnly` refuses every deletion. */
export type Protection = (typeof protections)[number]

/** A connection of the setting `poolkeeper.connections`. */
export interface Connection {
  readonly name: string
  /** The service URL, with its path prefix. */
  readonly baseUrl: string
  /** Scheme, host, and port of the service URL: the only destination of the key. */
  readonly origin: string
  readonly projectUid?: string
  /** The URL of the management console, with placeholders; Poolkeeper sends nothing there. */
  readonly consoleUrl?: string
  readonly protection: Protection
  /** Patterns of machine pools whose deletion must be typed; see {@link isLocked}. */
  readonly protected?: readonly string[]
}

/** The reason why an entry of the setting is invalid. */
export interface ConnectionProblem {
  readonly name?: string
  /** The position in the setting, from 1. */
  readonly position: number
  /** The name of the field; `entry` for all of it. */
  readonly field: string
  readonly problem: InputProblem | 'form' | 'level' | 'patterns' | 'unknown' | 'duplicate'
}

/**
 * Parses the setting `poolkeeper.connections`. Invalid entries are problems, and don’t affect those with other names. Of
 * several with one name, none counts: the one that is locked may be another than the valid or the first one.
 */
export function parseConnections(value: unknown) {
  const connections: Connection[] = []
  const problems: ConnectionProblem[] = []
  for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
    const read = parseConnection(entry, index + 1)
    const isTaken = connections.some(({ name }) => name === read.name)
    if ('problem' in read) problems.push(read)
    else if (!isTaken) connections.push(read)
    else
      problems.push({ name: read.name, position: index + 1, field: 'name', problem: 'duplicate' })
  }
  const isSound = ({ name }: Connection) => !problems.some((problem) => problem.name === name)
  return { connections: connections.filter(isSound), problems }
}

/**
 * Returns whether two connections reach the same things with the same permissions, so that earlier results
 * and confirmations are still valid.
 */
export function isSameConnection(a: Connection, b: Connection | undefined): boolean {
  return (
    b !== undefined &&
    isSameService(a, b) &&
    a.projectUid === b.projectUid &&
    a.protection === b.protection &&
    String(a.protected) === String(b.protected)
  )
}

/**
 * Returns whether two connections have the same name and service URL. Other extensions can pass in a fake
 * connection, and its API key would go elsewhere.
 */
export function isSameService(a: Connection, b: Connection): boolean {
  return a.name === b.name && a.baseUrl === b.baseUrl && a.origin === b.origin
}

/**
 * Returns a connection as it is now, with the project of `ref`. Throws {@link ConnectionChangedError} if the name is
 * no longer that of this service: what was shown or asked was about another one, whose API key would go there.
 */
export function currentOf(ref: Connection, connections: readonly Connection[]): Connection {
  const known = connections.find(({ name }) => name === ref.name)
  if (known && isSameService(known, ref)) return withProject(known, ref.projectUid)
  throw new ConnectionChangedError(ref)
}

/** The error for a connection that isn’t the one in the settings anymore. */
export class ConnectionChangedError extends ApiError {
  readonly connection: Connection

  constructor(connection: Connection) {
    super('invalidInput', 'The connection is not the one in the settings', {
      code: 'connectionChanged',
    })
    this.connection = connection
  }
}

/** A cache key for a connection, its service URL, its project, and a path. */
export function connectionKey(
  { name, baseUrl, projectUid }: Connection,
  ...path: (string | undefined)[]
): string {
  return JSON.stringify([name, baseUrl, projectUid, ...path])
}

/** Returns a connection with another project, or for all projects. */
export function withProject(connection: Connection, projectUid: string | undefined): Connection {
  const { projectUid: _, ...tenantWide } = connection
  return projectUid === undefined ? tenantWide : { ...tenantWide, projectUid }
}

/** The host, with the port if there is one. */
export function hostOf({ baseUrl }: Pick<Connection, 'baseUrl'>): string {
  return new URL(baseUrl).host
}

function parseConnection(entry: unknown, position: number): Connection | ConnectionProblem {
  if (typeof entry !== 'object' || entry === null) {
    return { position, field: 'entry', problem: 'form' }
  }
  const {
    name,
    baseUrl,
    projectUid = '',
    consoleUrl = '',
    protection = 'none',
    protected: patterns = [],
    ...others
  } = entry as Record<string, unknown>
  if (typeof name !== 'string' || name.trim() === '') {
    return { position, field: 'name', problem: 'empty' }
  }
  const refuse = (field: string, problem: ConnectionProblem['problem']): ConnectionProblem => {
    return { name: name.trim(), position, field, problem }
  }
  // It may be meant for the protection, which must not count as none.
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuse(unknown, 'unknown')
  const level = protections.find((one) => one === protection)
  if (!level) return refuse('protection', 'level')
  if (!isLockList(patterns)) return refuse('protected', 'patterns')
  if (typeof baseUrl !== 'string') return refuse('baseUrl', 'empty')
  if (typeof projectUid !== 'string') return refuse('projectUid', 'form')
  if (typeof consoleUrl !== 'string') return refuse('consoleUrl', 'form')
  let field = 'baseUrl'
  try {
    const { origin, href } = parseBaseUrl(baseUrl)
    field = 'projectUid'
    const project = projectUid.trim() && parseHeaderValue(field, projectUid)
    field = 'consoleUrl'
    const console = consoleUrl.trim() && parseConsoleUrl(consoleUrl)
    return {
      name: name.trim(),
      baseUrl: href,
      origin,
      ...(project && { projectUid: project }),
      ...(console && { consoleUrl: console }),
      protection: level,
      ...(patterns.length > 0 && { protected: patterns }),
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refuse(field, error.code as InputProblem)
  }
}
