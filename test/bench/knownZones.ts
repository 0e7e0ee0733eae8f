import { completeList } from '../../src/api/list.ts'
import type { KnownZones } from '../../src/zoneAnalysis/knownZones.ts'

/** What is known of an AWS account whose only region, us-east-1, has zones of these names, and no instance types. */
export function createKnownZones(names: readonly string[]): KnownZones {
  const zones = completeList(names.map((name) => ({ name })))
  return {
    provider: 'aws',
    regions: [{ region: 'us-east-1', zones }],
    listedRegions: new Set(['us-east-1']),
    instanceTypesIn: () => undefined,
  }
}
