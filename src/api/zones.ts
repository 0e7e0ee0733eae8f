import type { List } from './list.ts'
import { itemListOf } from './listSchemas.ts'
import { cutText, maxIdentifierLength, identifier, transformed } from './schemaParts.ts'
import * as v from 'valibot'

/** The documented path for the zones of a region (docs/api.md, “List zones”). */
export const zonesPath =
  '/v1/clouds/{provider}/regions/{region}/zones?cloudAccountUid={cloudAccountUid}'

/** An availability zone (docs/api.md, “List zones”). Missing and null fields are left out. */
export interface Zone {
  name: string
  /** Free text, such as `available`. */
  state?: string
  /** The ID of the physical zone. The same zone name can stand for different physical zones in two accounts. */
  zoneId?: string
}

/** The maximum number of zones that are read of a response: far more than any region has. */
const maxZones = 10_000

/** The fields in which a response has its zones; the documented ones by default. */
export interface ZoneFields {
  readonly list?: string
  readonly name?: string
  readonly zoneId?: string
  /** True if the list may be missing when it is empty. */
  readonly isOptional?: boolean
}

/**
 * Parses the response of listing zones (docs/api.md, “List zones”). Zones without a name are unreadable, as are those
 * beyond the maximum number, and null means no zones (docs/responses.md, “Odd responses”). Throws if there is no list,
 * or one of something else. Handwritten: for ten thousand zones, a schema library takes longer than the network.
 */
export function readZones(json: unknown, fields: ZoneFields = {}): List<Zone> {
  const { name = 'name', zoneId = 'zoneId' } = fields
  const elements = zoneElements(json, fields)
  const items: Zone[] = []
  for (const element of elements.slice(0, maxZones)) {
    const zone = readZone(fieldsOf(element), name, zoneId)
    if (zone) items.push(zone)
  }
  // A zone with an empty name is unreadable, but it shows that this is a list of zones.
  const hasName = (element: unknown) => typeof fieldsOf(element)?.[name] === 'string'
  if (elements.length > 0 && !elements.some(hasName)) throw new TypeError('These are no zones')
  return { items, unreadable: elements.length - items.length }
}

/** Returns the elements of the list; throws if there is none. */
function zoneElements(
  json: unknown,
  { list = 'zones', isOptional = false }: ZoneFields,
): readonly unknown[] {
  const response = fieldsOf(json)
  const elements = response?.[list]
  if (elements === null || (response && isOptional && elements === undefined)) return []
  if (!Array.isArray(elements)) throw new TypeError('There are no zones')
  return elements
}

function readZone(
  fields: Record<string, unknown> | undefined,
  nameField: string,
  zoneIdField: string,
): Zone | undefined {
  const name = identifierOf(fields?.[nameField])
  if (fields === undefined || name === undefined) return undefined
  const state = textOf(fields['state'])
  const zoneId = identifierOf(fields[zoneIdField])
  // Creating the object in one step, as for most zones, takes half the memory.
  if (state !== undefined && zoneId !== undefined) return { name, state, zoneId }
  const zone: Zone = { name }
  if (state !== undefined) zone.state = state
  if (zoneId !== undefined) zone.zoneId = zoneId
  return zone
}

function fieldsOf(json: unknown): Record<string, unknown> | undefined {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return isObject ? (json as Record<string, unknown>) : undefined
}

/** Returns a name or an ID. A text that is too long is unreadable: its start may be the name of another zone. */
function identifierOf(json: unknown): string | undefined {
  const isIdentifier = typeof json === 'string' && json !== '' && json.length <= maxIdentifierLength
  return isIdentifier ? json : undefined
}

/** Returns a text for people, cut if it’s too long. */
function textOf(json: unknown): string | undefined {
  return typeof json === 'string' && json !== '' ? cutText(json) : undefined
}

/** Returns whether a zone’s state, which is free text, means that the zone is available. */
export function isAvailable(state: string | undefined): boolean {
  return state?.toLowerCase() === 'available'
}

export const accountQuery = 'cloudAccountUid={cloudAccountUid}'
export const gcpProjectPath = '/v1/clouds/gcp/projects/{project}'

type ZonesPath = readonly [path: string, schema: v.GenericSchema<unknown, List<Zone>>]

/** The providers’ own paths for zones (docs/api.md, “Zones by provider”), with the schema of their responses. */
export const zonesOfProviders = new Map<string, ZonesPath>([
  ['aws', [`/v1/clouds/aws/regions/{region}/availabilityzones?${accountQuery}`, zonesIn()]],
  ['azure', [`/v1/clouds/azure/regions/{region}/zones?${accountQuery}`, azureZones()]],
  [
    'gcp',
    [`${gcpProjectPath}/regions/{region}/zones?${accountQuery}`, zonesIn({ isOptional: true })],
  ],
  [
    'maas',
    [
      '/v1/cloudaccounts/maas/{cloudAccountUid}/properties/azs',
      itemListOf(v.object({ name: identifier })),
    ],
  ],
  [
    'apache-cloudstack',
    [
      '/v1/cloudaccounts/apache-cloudstack/{cloudAccountUid}/properties/zones',
      zonesIn({ zoneId: 'id', isOptional: true }),
    ],
  ],
])

/** A response with zones; see {@link readZones}. */
export function zonesIn(fields?: ZoneFields) {
  return transformed(v.unknown(), (json) => readZones(json, fields))
}

/** The zones of azure, in the documented form or in the provider’s. */
function azureZones() {
  const azureFields = { list: 'zoneList', name: 'id', isOptional: true }
  return transformed(v.unknown(), (json) => {
    const isDocumented = Object.hasOwn(Object(json), 'zones')
    return isDocumented ? readZones(json) : readZones(json, azureFields)
  })
}
