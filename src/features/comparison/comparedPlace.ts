import type { Place } from './messages.ts'
import type { RegionRef } from '../../inventory/clouds.ts'

/** A region as a comparison names it: with nothing but what tells it from others. */
export function comparedPlace(ref: RegionRef): Place {
  const { connection, provider, cloudAccountUid, project, region } = ref
  const place = { connection: connection.name, provider, cloudAccountUid, region }
  return project === undefined ? place : { ...place, project }
}
