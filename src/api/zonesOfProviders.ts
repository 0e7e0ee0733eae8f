import * as v from 'valibot'
import type { List } from './list.ts'
import { identifier, itemListOf, transformed } from './schemaParts.ts'
import { readZones, type Zone, type ZoneFields } from './zones.ts'

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
