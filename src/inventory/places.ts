import * as v from 'valibot'
import type { RegionRef } from './refs.ts'

/** The arguments of commands for a cloud account or one of its projects. */
export const AccountArguments = v.object({
  /** The connection’s name; the active one by default. */
  connection: v.optional(v.string()),
  provider: v.string(),
  cloudAccountUid: v.string(),
  /** The Google Cloud project. */
  project: v.optional(v.string()),
})

/** The arguments of commands for a region. */
export const RegionArguments = v.object({ ...AccountArguments.entries, region: v.string() })

/** A project of the service. */
export const ProjectArguments = v.object({ uid: v.string(), name: v.optional(v.string()) })

/** A region with its connection’s name. */
type NamedRegion = Omit<RegionRef, 'connection'> & { readonly connection: string }

/** Returns the arguments for a region. */
export function toArguments(ref: RegionRef): NamedRegion {
  const { connection, provider, cloudAccountUid, project, region } = ref
  const place = { connection: connection.name, provider, cloudAccountUid, region }
  return project === undefined ? place : { ...place, project }
}
