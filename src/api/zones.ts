/** An availability zone (contract.md, 2). What is missing or null is left out. */
export interface Zone {
  name: string
  /** An open word, such as `available`. */
  state?: string
  /** Names the data centre: the same name can mean another one in another account. */
  zoneId?: string
}

/**
 * The answer to listing the zones of a region (contract.md, 4.2); unknown fields are ignored. Throws
 * where it is none. By hand: a list can be ten thousand zones long, and the schema of a library takes
 * longer over it than the network.
 */
export function readZones(json: unknown): Zone[] {
  const { zones } = fieldsOf(json)
  if (!Array.isArray(zones)) throw new TypeError('There are no zones')
  return zones.map(readZone)
}

function readZone(json: unknown): Zone {
  const fields = fieldsOf(json)
  const name = textOf(fields['name'])
  if (name === undefined) throw new TypeError('A zone has no name')
  const state = textOf(fields['state'])
  const zoneId = textOf(fields['zoneId'])
  // Made in one go, as most can be, it takes half the memory.
  if (state !== undefined && zoneId !== undefined) return { name, state, zoneId }
  const zone: Zone = { name }
  if (state !== undefined) zone.state = state
  if (zoneId !== undefined) zone.zoneId = zoneId
  return zone
}

function fieldsOf(json: unknown): Record<string, unknown> {
  if (typeof json === 'object' && json !== null) return json as Record<string, unknown>
  throw new TypeError('It is no object')
}

/** A text that may be missing or null; both read as missing. */
function textOf(json: unknown): string | undefined {
  if (typeof json === 'string') return json
  if (json === undefined || json === null) return undefined
  throw new TypeError('It is no text')
}
