import { withOmitted } from './omitted.ts'

/** An availability zone (contract.md, 2). What is missing or null is left out. */
export interface Zone {
  name: string
  /** An open word, such as `available`. */
  state?: string
  /** Names the data centre: the same name can mean another one in another account. */
  zoneId?: string
}

/**
 * The answer to listing the zones of a region (contract.md, 4.2); unknown fields are ignored, and a
 * zone without a name is only counted ({@link omittedFrom}). Null stands for no zones (lookups.md, “Traps seen”). Throws where there is no
 * list, or one of something else. By hand: a list can be ten thousand zones long, and the schema of a
 * library takes longer over it than the network.
 */
export function readZones(json: unknown): Zone[] {
  const zones = fieldsOf(json)?.['zones']
  if (zones === null) return []
  if (!Array.isArray(zones)) throw new TypeError('There are no zones')
  const read: Zone[] = []
  for (const element of zones) {
    const zone = readZone(element)
    if (zone) read.push(zone)
  }
  if (zones.length > 0 && read.length === 0) throw new TypeError('These are no zones')
  return withOmitted(read, zones.length - read.length)
}

function readZone(json: unknown): Zone | undefined {
  const fields = fieldsOf(json)
  const name = textOf(fields?.['name'])
  if (fields === undefined || name === undefined) return undefined
  const state = textOf(fields['state'])
  const zoneId = textOf(fields['zoneId'])
  // Made in one go, as most can be, it takes half the memory.
  if (state !== undefined && zoneId !== undefined) return { name, state, zoneId }
  const zone: Zone = { name }
  if (state !== undefined) zone.state = state
  if (zoneId !== undefined) zone.zoneId = zoneId
  return zone
}

function fieldsOf(json: unknown): Record<string, unknown> | undefined {
  const isObject = typeof json === 'object' && json !== null
  return isObject ? (json as Record<string, unknown>) : undefined
}

function textOf(json: unknown): string | undefined {
  return typeof json === 'string' && json !== '' ? json : undefined
}
