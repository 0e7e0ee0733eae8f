import { withOmitted } from './omitted.ts'

/** An availability zone (docs/api.md, “List zones”). Missing and null fields are left out. */
export interface Zone {
  name: string
  /** Free text, such as `available`. */
  state?: string
  /** The physical zone: the same name can mean another one in another account. */
  zoneId?: string
}

/**
 * Parses the response of listing zones (docs/api.md, “List zones”). Zones without a name are left out and counted
 * ({@link omittedFrom}), and null means no zones (docs/api.md, “Odd responses”). Throws if there is no list, or
 * one of something else. Handwritten: for ten thousand zones, a schema library takes longer than the network.
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
  return zoneOf(name, textOf(fields['state']), textOf(fields['zoneId']))
}

/** Creates a zone without undefined fields. */
export function zoneOf(name: string, state: string | undefined, zoneId: string | undefined): Zone {
  // Creating the object in one step, as for most zones, takes half the memory.
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

/** Returns whether a zone’s state, which is free text, means that the zone is available. */
export function isAvailable(state: string | undefined): boolean {
  return state?.toLowerCase() === 'available'
}
