import { parseBaseUrl } from '../api/baseUrl.ts'
import { ApiError, type InputProblem } from '../api/errors.ts'
import { parseHeaderValue } from '../api/requests.ts'
import { parseConsoleUrl } from './consoleUrl.ts'
import { isPatternList } from './typedPools.ts'

/** What a deletion over a connection requires, the least first. */
export const deletionModes = ['confirm', 'type', 'block'] as const

/**
 * `confirm` requires a button in a dialog, `type` also that the cluster and the machine pool are typed, and `block`
 * refuses every deletion.
 */
export type DeletionMode = (typeof deletionModes)[number]

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
  readonly deletion: DeletionMode
  /** Patterns of machine pools whose deletion must be typed; see {@link isTypedPool}. */
  readonly typeFor?: readonly string[]
}

/** The reason why an entry of the setting, or all of the setting, is invalid. */
export interface ConnectionProblem {
  readonly name?: string
  /** The position in the setting, from 1; 0 for all of the setting. */
  readonly position: number
  /** The name of the field; `entry` for all of the entry, `setting` for all of the setting. */
  readonly field: string
  readonly problem: InputProblem | 'list' | 'form' | 'mode' | 'patterns' | 'unknown' | 'duplicate'
}

/**
 * Parses the setting `poolkeeper.connections`. Invalid entries are problems, and don’t affect entries with other names.
 * If several entries have the same name, none of them counts, because any of them may be the one whose deletion mode
 * is meant. Anything but a list is a problem, too: it doesn’t show which connections its author means.
 */
export function parseConnections(value: unknown = []) {
  const connections: Connection[] = []
  const problems: ConnectionProblem[] = []
  if (!Array.isArray(value)) problems.push({ position: 0, field: 'setting', problem: 'list' })
  for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
    const position = index + 1
    const parsed = parseConnection(entry, position)
    if ('problem' in parsed) {
      problems.push(parsed)
      continue
    }
    const { name } = parsed
    const isDuplicate = connections.some((connection) => connection.name === name)
    if (isDuplicate) problems.push({ name, position, field: 'name', problem: 'duplicate' })
    else connections.push(parsed)
  }
  const invalidNames = new Set(problems.map((problem) => problem.name))
  return { connections: connections.filter(({ name }) => !invalidNames.has(name)), problems }
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
    a.deletion === b.deletion &&
    String(a.typeFor) === String(b.typeFor)
  )
}

/**
 * Returns whether two connections have the same name and service URL. Another extension can call a command with the
 * name of a connection and a URL of its own, to which the API key of that name must not be sent.
 */
export function isSameService(a: Connection, b: Connection): boolean {
  return a.name === b.name && a.baseUrl === b.baseUrl && a.origin === b.origin
}

/**
 * Returns the connection that the settings have now for `ref`, an earlier copy of it, with the project of `ref`. Throws
 * {@link ConnectionChangedError} if its name now belongs to another service: what the user has seen and confirmed was
 * about the earlier service.
 */
export function currentOf(ref: Connection, connections: readonly Connection[]): Connection {
  const current = connections.find(({ name }) => name === ref.name)
  if (current && isSameService(current, ref)) return withProject(current, ref.projectUid)
  throw new ConnectionChangedError(ref)
}

/**
 * The error for a connection that was removed from the settings, or got another URL, after a command had begun with it.
 */
export class ConnectionChangedError extends ApiError {
  readonly connection: Connection

  constructor(connection: Connection) {
    super('invalidInput', 'The connection is not the one in the settings', {
      code: 'connectionChanged',
    })
    this.connection = connection
  }
}

/** The keys of connections without a path: each of thousands of rows needs several keys. */
const keysOfConnections = new WeakMap<Connection, string>()

/** A cache key for a connection, its service URL, its project, and a path. */
export function connectionKey(connection: Connection, ...path: (string | undefined)[]): string {
  let key = keysOfConnections.get(connection)
  if (key === undefined) {
    const { name, baseUrl, projectUid } = connection
    key = JSON.stringify([name, baseUrl, projectUid])
    keysOfConnections.set(connection, key)
  }
  // The path continues the array of JSON in the key of the connection.
  return path.length === 0 ? key : `${key.slice(0, -1)},${JSON.stringify(path).slice(1)}`
}

/** Returns a copy of a connection with another project; with undefined, for all projects. */
export function withProject(connection: Connection, projectUid: string | undefined): Connection {
  const { projectUid: _, ...tenantWide } = connection
  return projectUid === undefined ? tenantWide : { ...tenantWide, projectUid }
}

/** Returns the host of a connection’s URL, with the port if the URL names one. */
export function hostOf({ baseUrl }: Pick<Connection, 'baseUrl'>): string {
  return new URL(baseUrl).host
}

/** The fields that an entry of the setting may have. */
const fieldNames: ReadonlySet<string> = new Set([
  'name',
  'baseUrl',
  'projectUid',
  'consoleUrl',
  'deletion',
  'typeFor',
])

function parseConnection(entry: unknown, position: number): Connection | ConnectionProblem {
  if (typeof entry !== 'object' || entry === null) {
    return { position, field: 'entry', problem: 'form' }
  }
  const fields = entry as Readonly<Record<string, unknown>>
  const name = typeof fields['name'] === 'string' ? fields['name'].trim() : ''
  if (name === '') return { position, field: 'name', problem: 'empty' }
  try {
    return parseFields(name, fields)
  } catch (error) {
    if (!(error instanceof ApiError) || error.field === undefined) throw error
    const problem = error.code as ConnectionProblem['problem']
    return { name, position, field: error.field, problem }
  }
}

/** Parses the fields of an entry except for its name. Throws `invalidInput` for the first invalid one. */
function parseFields(name: string, fields: Readonly<Record<string, unknown>>): Connection {
  // An unknown field may be a misspelled `deletion` or `typeFor`, which must not count as missing.
  const unknownField = Object.keys(fields).find((field) => !fieldNames.has(field))
  if (unknownField !== undefined) throw invalidField(unknownField, 'unknown')
  const deletion = parseDeletionMode(fields['deletion'])
  const typeFor = parsePatterns(fields['typeFor'])
  const serviceUrl = fields['baseUrl']
  if (typeof serviceUrl !== 'string') throw invalidField('baseUrl', 'empty')
  const projectText = parseOptionalText('projectUid', fields['projectUid'])
  const consoleText = parseOptionalText('consoleUrl', fields['consoleUrl'])
  const { origin, href: baseUrl } = parseBaseUrl(serviceUrl)
  let connection: Connection = { name, baseUrl, origin, deletion }
  if (projectText !== '') {
    connection = { ...connection, projectUid: parseHeaderValue('projectUid', projectText) }
  }
  if (consoleText !== '') {
    connection = { ...connection, consoleUrl: parseConsoleUrl(consoleText) }
  }
  return typeFor.length > 0 ? { ...connection, typeFor } : connection
}

/** Parses the deletion mode. A missing one is `confirm`. An unknown one may be stricter, so the entry is invalid. */
function parseDeletionMode(value: unknown = 'confirm'): DeletionMode {
  const mode = deletionModes.find((candidate) => candidate === value)
  if (!mode) throw invalidField('deletion', 'mode')
  return mode
}

/** Parses the patterns of machine pools whose deletion must be typed. */
function parsePatterns(value: unknown = []): readonly string[] {
  if (!isPatternList(value)) throw invalidField('typeFor', 'patterns')
  return value
}

/** Returns the trimmed text of an optional field; empty if the field is missing. */
function parseOptionalText(field: string, value: unknown = ''): string {
  if (typeof value !== 'string') throw invalidField(field, 'form')
  return value.trim()
}

function invalidField(field: string, problem: ConnectionProblem['problem']): ApiError {
  return new ApiError('invalidInput', `${field} is not valid: ${problem}`, { code: problem, field })
}
