import type { RegionRef } from './clouds.ts'

/** A region as the arguments of commands name it: its connection by its name. */
export interface NamedRegion extends Omit<RegionRef, 'connection'> {
  readonly connection: string
}

/** A region as a comparison names it: with nothing but what tells it from others. */
export function comparedPlace(ref: RegionRef): NamedRegion {
  const { connection, provider, cloudAccountUid, project, region } = ref
  const place = { connection: connection.name, provider, cloudAccountUid, region }
  return project === undefined ? place : { ...place, project }
}
