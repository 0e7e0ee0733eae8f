import * as v from 'valibot'
import type { RegionRef } from './refs.ts'

/** A cloud account, or one of its projects, in the arguments of commands. */
export const AccountArguments = v.object({
  /** The connection's name; the active one where left out. */
  connection: v.optional(v.string()),
  provider: v.string(),
  cloudAccountUid: v.string(),
  /** The cloud's own project, where it has them. */
  project: v.optional(v.string()),
})

/** A region in the arguments of commands. */
export const RegionArguments = v.object({ ...AccountArguments.entries, region: v.string() })

/** A region in arguments that always name the connection. */
export type NamedRegion = Omit<RegionRef, 'connection'> & { readonly connection: string }

/** The arguments that name a region again, with nothing but what tells it from others. */
export function toArguments(ref: RegionRef): NamedRegion {
  const { connection, provider, cloudAccountUid, project, region } = ref
  const place = { connection: connection.name, provider, cloudAccountUid, region }
  return project === undefined ? place : { ...place, project }
}
