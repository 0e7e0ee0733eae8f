import * as v from 'valibot'
import { withOmitted } from './omitted.ts'
import { identifier, itemsOf, listOf, named, part, text } from './schemaParts.ts'
import type { Zone } from './zones.ts'

export type { Cluster, Machine, PoolSummary } from './clusterSchemas.ts'
export type { CloudConfig, MachinePool } from './poolSchemas.ts'

// The answers to the lookups. What has no uid or name is of no use and left out; everything else that
// cannot be read is left out of what has it. Only the list that was asked for must be there: without
// it an answer is something else, and to take it for an empty list would declare a machine pool gone.
// One that is null is empty: a cloud config may have no pools.

/** Who a key belongs to. */
export interface UserInfo {
  organization?: string | undefined
  userUid?: string | undefined
}
export const UserInfoResponse = v.pipe(
  v.unknown(),
  v.check((json) => !Array.isArray(json)), // to the next line an array is an object, too
  v.object({ orgName: text, userUid: text }),
  v.transform(({ orgName, userUid }): UserInfo => ({ organization: orgName, userUid })),
)

/** A project. */
export interface Project {
  uid: string
  name: string
}
export const ProjectsResponse = itemsOf(
  v.pipe(
    v.object({ metadata: named }),
    v.transform(({ metadata: { uid, name } }): Project => ({ uid, name: name ?? uid })),
  ),
)

/** A cloud account. */
export interface CloudAccount {
  uid: string
  name: string
  /** Its path segment; missing where the service does not tell. */
  provider?: string | undefined
  /** The cloud's own number or id of the account. */
  accountId?: string | undefined
  /** An open word, in lower case. */
  state?: string | undefined
}
export const CloudAccountsResponse = itemsOf(
  v.pipe(
    v.object({
      kind: v.fallback(v.optional(identifier), undefined),
      metadata: named,
      specSummary: part({ accountId: text }),
      status: part({ state: text }),
    }),
    v.transform(({ kind, metadata, specSummary, status }): CloudAccount => ({
      uid: metadata.uid,
      name: metadata.name ?? metadata.uid,
      provider: kind?.toLowerCase(),
      accountId: specSummary?.accountId,
      state: status?.state?.toLowerCase(),
    })),
  ),
)

/** A region of a cloud, as an account sees it. */
export interface Region {
  name: string
  displayName?: string | undefined
  /** False where the account has not opted in to it. */
  isOptedIn: boolean
}
export const RegionsResponse = v.object({
  regions: listOf(
    v.pipe(
      v.object({ name: identifier, displayName: text, optInStatus: text }),
      v.transform(({ name, displayName, optInStatus }): Region => ({
        name,
        displayName,
        isOptedIn: optInStatus?.toLowerCase() !== 'not-opted-in',
      })),
    ),
  ),
})

/** A project of a cloud. */
export interface CloudProject {
  id: string
  name: string
}
export const CloudProjectsResponse = v.object({
  projects: listOf(
    v.pipe(
      v.object({ id: identifier, name: text }),
      v.transform(({ id, name }): CloudProject => ({ id, name: name ?? id })),
    ),
  ),
})

/** A list of zones, each told by what `of` makes of it. */
const zonesOf = <F>(fields: v.GenericSchema<unknown, F>, of: (fields: F) => ZoneFields) =>
  listOf(
    v.pipe(
      fields,
      v.transform((one) => zoneOf(of(one))),
    ),
  )

/** Zones as providers' own paths give them (“Where the documented zone operation differs”). */
export const OwnZonesResponse = v.pipe(
  v.object({
    zones: zonesOf(v.object({ name: identifier, state: text, zoneId: text }), (one) => one),
  }),
  v.transform(({ zones }) => zones),
)
/** Azure's at the documented path, in its own form or in the documented one. */
export const AzureZonesResponse = v.union([
  v.pipe(
    v.object({ zoneList: zonesOf(v.object({ id: identifier }), ({ id }) => ({ name: id })) }),
    v.transform(({ zoneList }) => zoneList),
  ),
  OwnZonesResponse,
])
export const MaasZonesResponse = v.pipe(
  itemsOf(v.object({ name: identifier })),
  v.transform(({ items, unreadable }) => withOmitted(items.map(zoneOf), unreadable)),
)
export const CloudstackZonesResponse = v.pipe(
  v.object({
    zones: zonesOf(v.object({ id: text, name: identifier }), ({ id, name }) => ({
      name,
      zoneId: id,
    })),
  }),
  v.transform(({ zones }) => zones),
)

interface ZoneFields {
  name: string
  state?: string | undefined
  zoneId?: string | undefined
}

/** A zone without what is not known of it. */
function zoneOf({ name, state, zoneId }: ZoneFields): Zone {
  return { name, ...(state !== undefined && { state }), ...(zoneId !== undefined && { zoneId }) }
}
