import * as v from 'valibot'
import type { Zone } from './zones.ts'

// The answers to the lookups, tolerant of what live services send (lookups.md, “Traps seen”): arrays
// that are null, objects that are missing, fields of another type, and texts that are empty for not
// set. What has no uid or name is of no use and left out, as is a cluster that does not name its cloud
// config; everything else that cannot be read is left out of what has it. Only the list that was asked
// for must be there: without it an answer is something else, and to take it for an empty list would
// declare a machine pool gone. One that is null is empty: a cloud config may have no pools.

const filled = v.pipe(v.string(), v.nonEmpty())
const text = v.fallback(v.optional(filled), undefined)
const number = v.fallback(v.optional(v.number()), undefined)
const part = <S extends v.ObjectEntries>(entries: S) =>
  v.fallback(v.optional(v.object(entries)), undefined)

/** An array, or null for an empty one, of which only those elements are kept that can be read. */
const listOf = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.nullable(v.array(v.unknown())),
    v.transform((items) =>
      (items ?? []).flatMap((each) => {
        const read = v.safeParse(item, each)
        return read.success ? [read.output] : []
      }),
    ),
  )

/**
 * A list of items with where it goes on: no token, or an empty one, ends it. It may come bare.
 * What no URL can carry is no token; to end the list there would be to hide the rest of it.
 */
const itemsOf = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.unknown(),
    v.transform((json) => (Array.isArray(json) ? { items: json } : json)),
    v.object({ items: listOf(item), listmeta: part({ continue: text }) }),
    v.check(({ listmeta }) => !/\p{Surrogate}/u.test(listmeta?.continue ?? '')),
  )

const named = v.object({ uid: filled, name: text })

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
      kind: text,
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
      v.object({ name: filled, displayName: text, optInStatus: text }),
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
      v.object({ id: filled, name: text }),
      v.transform(({ id, name }): CloudProject => ({ id, name: name ?? id })),
    ),
  ),
})

/** A machine pool, as far as the service tells. */
export interface MachinePool {
  name: string
  isControlPlane: boolean
  /** How many nodes it is to have. */
  size?: number | undefined
  minSize?: number | undefined
  maxSize?: number | undefined
  zones: string[]
  instanceType?: string | undefined
}
const machinePool = v.pipe(
  v.object({
    name: filled,
    isControlPlane: v.fallback(v.optional(v.boolean()), undefined),
    size: number,
    minSize: number,
    maxSize: number,
    azs: v.fallback(listOf(filled), []),
    instanceType: text,
  }),
  v.transform(({ azs, isControlPlane, ...pool }): MachinePool => ({
    ...pool,
    isControlPlane: isControlPlane === true,
    zones: azs,
  })),
)

/** A cluster, with the machine pools of its cloud config. */
export interface Cluster {
  uid: string
  name: string
  cloudType: string
  configUid: string
  account?: { uid: string; name?: string | undefined } | undefined
  project?: { uid: string; name?: string | undefined } | undefined
  /** An open word. */
  state?: string | undefined
  pools: MachinePool[]
}
export const ClusterSearchResponse = itemsOf(
  v.pipe(
    v.object({
      metadata: named,
      specSummary: v.object({
        cloudConfig: v.object({
          cloudType: filled,
          uid: filled,
          machinePools: v.fallback(listOf(machinePool), []),
        }),
        cloudAccountMeta: v.fallback(v.optional(named), undefined),
        projectMeta: v.fallback(v.optional(named), undefined),
      }),
      status: part({ state: text }),
    }),
    v.transform(({ metadata, specSummary, status }): Cluster => ({
      uid: metadata.uid,
      name: metadata.name ?? metadata.uid,
      cloudType: specSummary.cloudConfig.cloudType,
      configUid: specSummary.cloudConfig.uid,
      account: specSummary.cloudAccountMeta,
      project: specSummary.projectMeta,
      state: status?.state,
      pools: specSummary.cloudConfig.machinePools,
    })),
  ),
)

/** A cloud config with its machine pools. */
export interface CloudConfig {
  /** The cluster's name, where the service tells. */
  name?: string | undefined
  region?: string | undefined
  cloudAccountUid?: string | undefined
  pools: MachinePool[]
}
export const CloudConfigResponse = v.pipe(
  v.object({
    metadata: part({ name: text }),
    spec: v.object({
      clusterConfig: part({ region: text, location: text }),
      cloudAccountRef: part({ uid: text }),
      machinePoolConfig: listOf(machinePool),
    }),
  }),
  v.transform(({ metadata, spec }): CloudConfig => ({
    name: metadata?.name,
    region: spec.clusterConfig?.region ?? spec.clusterConfig?.location,
    cloudAccountUid: spec.cloudAccountRef?.uid,
    pools: spec.machinePoolConfig,
  })),
)

/** A machine of a pool. */
export interface Machine {
  uid: string
  name: string
  state?: string | undefined
}
export const MachinesResponse = itemsOf(
  v.pipe(
    v.object({ metadata: named, status: part({ instanceState: text }) }),
    v.transform(({ metadata, status }): Machine => ({
      uid: metadata.uid,
      name: metadata.name ?? metadata.uid,
      state: status?.instanceState,
    })),
  ),
)

/** Zones as providers' own paths give them (“Where the documented zone operation differs”). */
export const OwnZonesResponse = v.pipe(
  v.object({ zones: listOf(v.object({ name: filled, state: text, zoneId: text })) }),
  v.transform(({ zones }) => zones.map(zoneOf)),
)
export const AzureZonesResponse = v.pipe(
  v.object({ zoneList: listOf(v.object({ id: filled })) }),
  v.transform(({ zoneList }) => zoneList.map((zone) => zoneOf({ name: zone.id }))),
)
export const MaasZonesResponse = v.pipe(
  itemsOf(v.object({ name: filled })),
  v.transform(({ items }) => items.map(zoneOf)),
)
export const CloudstackZonesResponse = v.pipe(
  v.object({ zones: listOf(v.object({ id: text, name: filled })) }),
  v.transform(({ zones }) => zones.map((zone) => zoneOf({ name: zone.name, zoneId: zone.id }))),
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
