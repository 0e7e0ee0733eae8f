import { parseBaseUrl, parseUrl, type BaseUrl } from '../api/baseUrl.ts'
import { ApiError, type InputProblem } from '../api/errors.ts'
import { parseHeaderValue } from '../api/headerValue.ts'

/** A service that the user can work with, as the setting `poolkeeper.connections` has it. */
export interface Connection {
  readonly name: string
  /** The address, with a path prefix where the service has one. */
  readonly baseUrl: string
  /** Scheme, host and port of the address: where the key may go. */
  readonly origin: string
  readonly projectUid?: string
  /** Where the service's console is, for people; nothing of ours is sent there. */
  readonly consoleUrl?: string
  /** Every deletion over it is refused. */
  readonly readOnly: boolean
}

/** Why an entry of the setting cannot be used. */
export interface ConnectionProblem {
  /** The entry's name, where it has one. */
  readonly name?: string
  /** Its place in the setting, from 1. */
  readonly position: number
  readonly field: 'entry' | 'name' | 'baseUrl' | 'projectUid' | 'consoleUrl' | 'readOnly'
  readonly problem: InputProblem | 'form' | 'spelling' | 'duplicate'
}

/** The setting, read: what can be used, and what cannot. */
export interface ParsedConnections {
  readonly connections: readonly Connection[]
  readonly problems: readonly ConnectionProblem[]
}

/** Reads the setting `poolkeeper.connections`; a broken entry does not disturb the others. */
export function parseConnections(value: unknown): ParsedConnections {
  const connections: Connection[] = []
  const problems: ConnectionProblem[] = []
  for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
    const read = parseConnection(entry, index + 1)
    if ('problem' in read) problems.push(read)
    else if (!connections.some(({ name }) => name === read.name)) connections.push(read)
    else
      problems.push({ name: read.name, position: index + 1, field: 'name', problem: 'duplicate' })
  }
  return { connections, problems }
}

/** Whether two connections reach the same thing with the same rights: what was asked still holds. */
export function isSameConnection(a: Connection, b: Connection | undefined): boolean {
  return (
    b !== undefined &&
    a.name === b.name &&
    a.baseUrl === b.baseUrl &&
    a.projectUid === b.projectUid &&
    a.readOnly === b.readOnly
  )
}

/**
 * Whether one leads to the same address as the other, under the same name. What other code hands in
 * may claim to be a connection of the settings, and its API key would go elsewhere.
 */
export function isSameService(a: Connection, b: Connection): boolean {
  return a.name === b.name && a.baseUrl === b.baseUrl && a.origin === b.origin
}

/** A key for what is known over a connection: another address or project knows other things. */
export function connectionKey(
  { name, baseUrl, projectUid }: Connection,
  ...path: (string | undefined)[]
): string {
  return JSON.stringify([name, baseUrl, projectUid, ...path])
}

/** The address that requests are made for. */
export function baseUrlOf({ origin, baseUrl: href }: Connection): BaseUrl {
  return { origin, href }
}

/** The host, and the port where there is one. */
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
    projectUid,
    consoleUrl,
    readOnly = false,
  } = entry as Record<string, unknown>
  if (typeof name !== 'string' || name.trim() === '') {
    return { position, field: 'name', problem: 'empty' }
  }
  const where = { name: name.trim(), position }
  if (typeof baseUrl !== 'string') return { ...where, field: 'baseUrl', problem: 'empty' }
  // A guard that is not understood, or misspelled, must not count as lifted.
  if (typeof readOnly !== 'boolean') return { ...where, field: 'readOnly', problem: 'form' }
  if (Object.keys(entry).some(isMisspelledGuard)) {
    return { ...where, field: 'readOnly', problem: 'spelling' }
  }
  if (projectUid !== undefined && typeof projectUid !== 'string') {
    return { ...where, field: 'projectUid', problem: 'form' }
  }
  if (consoleUrl !== undefined && typeof consoleUrl !== 'string') {
    return { ...where, field: 'consoleUrl', problem: 'form' }
  }
  let field: ConnectionProblem['field'] = 'baseUrl'
  try {
    const { origin, href } = parseBaseUrl(baseUrl)
    field = 'projectUid'
    const project = projectUid?.trim() && parseHeaderValue(field, projectUid)
    field = 'consoleUrl'
    const console = consoleUrl?.trim() && parseUrl('consoleUrl', consoleUrl).href
    return {
      name: where.name,
      baseUrl: href,
      origin,
      ...(project && { projectUid: project }),
      ...(console && { consoleUrl: console }),
      readOnly,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...where, field, problem: error.code as InputProblem }
  }
}

/** Whether a field looks like `readOnly`, but is another one, such as `readonly` or `read-only`. */
function isMisspelledGuard(field: string): boolean {
  return field !== 'readOnly' && field.replace(/[^a-z]/gi, '').toLowerCase() === 'readonly'
}
