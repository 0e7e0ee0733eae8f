import * as v from 'valibot'
import {
  allItemsOf,
  boolean,
  identifier,
  itemsOf,
  listIn,
  named,
  part,
  partsOf,
  text,
} from './schemaParts.ts'
import { zoneOf } from './zones.ts'

export type { Cluster, Machine, PoolSummary } from './clusterSchemas.ts'
export type { CloudConfig, MachinePool } from './poolSchemas.ts'

// The responses of the lookups. Elements without a UID or name are left out, and so is every field that can’t
// be read. Only the list itself is required: without it, the response is something else, and reading it as an
// empty list would report a machine pool as gone. A null list is empty: a cloud config may have no pools.

/** The owner of an API key. */
export interface UserInfo {
  organization?: string | undefined
  userUid?: string | undefined
}
export const UserInfoResponse = v.pipe(
  v.unknown(),
  v.check((json) => !Array.isArray(json)), // an array would pass as an object
  v.object({ orgName: text, userUid: text }),
  v.transform(({ orgName, userUid }): UserInfo => ({ organization: orgName, userUid })),
)

export interface Project {
  uid: string
  name: string
}
export const ProjectsResponse = allItemsOf(
  v.pipe(
    v.object({ metadata: named }),
    v.transform(({ metadata: { uid, name } }): Project => ({ uid, name: name ?? uid })),
  ),
)

/** An API key of the user. The key itself is in the response, too, but is never read. */
export interface OwnApiKey {
  uid: string
  /** In epoch ms; Infinity if it never expires, undefined if unknown. */
  expiresAt?: number | undefined
  isActive?: boolean | undefined
}
export const ApiKeysResponse = allItemsOf(
  v.pipe(
    v.object({
      metadata: named,
      spec: part({ expiry: text }),
      status: part({ isActive: boolean }),
    }),
    v.transform(({ metadata: { uid }, spec, status }): OwnApiKey => ({
      uid,
      expiresAt: spec?.expiry === undefined ? undefined : expiryOf(spec.expiry),
      isActive: status?.isActive,
    })),
  ),
)

/** Returns when a key expires. Unset times are in the year 1. */
function expiryOf(expiry: string): number | undefined {
  if (expiry.startsWith('0001-')) return Infinity
  const at = Date.parse(expiry)
  return Number.isNaN(at) ? undefined : at
}

export interface CloudAccount {
  uid: string
  name: string
  /** Undefined if the service doesn’t return it. */
  provider?: string | undefined
  /** The cloud’s ID of the account. */
  accountId?: string | undefined
  /** Free text, in lowercase. */
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

/** A region, as a cloud account sees it. */
export interface Region {
  name: string
  displayName?: string | undefined
  /** False if the account hasn’t opted in to the region. */
  isOptedIn: boolean
}
export const RegionsResponse = listIn(
  'regions',
  v.pipe(
    v.object({ name: identifier, displayName: text, optInStatus: text }),
    v.transform(({ name, displayName, optInStatus }): Region => ({
      name,
      displayName,
      isOptedIn: optInStatus?.toLowerCase() !== 'not-opted-in',
    })),
  ),
)

/** A project in the cloud itself, such as a Google Cloud project. */
export interface CloudProject {
  id: string
  name: string
}
export const CloudProjectsResponse = listIn(
  'projects',
  v.pipe(
    v.object({ id: identifier, name: text }),
    v.transform(({ id, name }): CloudProject => ({ id, name: name ?? id })),
  ),
)

/** An instance type, as published by the cloud: says nothing of what can be had now. */
export interface InstanceType {
  name: string
  /** The zones of the region without it. */
  missingIn: string[]
}
export const InstanceTypesResponse = listIn(
  'instanceTypes',
  v.pipe(
    v.object({ type: identifier, nonSupportedZones: partsOf(identifier) }),
    v.transform(({ type, nonSupportedZones }): InstanceType => ({
      name: type,
      missingIn: nonSupportedZones,
    })),
  ),
)

/** A subnet, which is in one zone. */
export interface Subnet {
  id: string
  zone: string
}
export const NetworksResponse = v.pipe(
  listIn(
    'vpcs',
    v.object({ subnets: partsOf(v.object({ subnetId: identifier, az: identifier })) }),
  ),
  v.transform((networks) =>
    networks.flatMap(({ subnets }) =>
      subnets.map(({ subnetId, az }): Subnet => ({ id: subnetId, zone: az })),
    ),
  ),
)

/** The response of providers’ own paths for zones (“Where the documented zone operation differs”). */
export const OwnZonesResponse = listIn(
  'zones',
  v.pipe(
    v.object({ name: identifier, state: text, zoneId: text }),
    v.transform(({ name, state, zoneId }) => zoneOf(name, state, zoneId)),
  ),
)
/** Azure’s response at the documented path, in its own form or in the documented one. */
export const AzureZonesResponse = v.union([
  listIn(
    'zoneList',
    v.pipe(
      v.object({ id: identifier }),
      v.transform(({ id: name }) => ({ name })),
    ),
  ),
  OwnZonesResponse,
])
export const MaasZonesResponse = allItemsOf(v.object({ name: identifier }))
export const CloudstackZonesResponse = listIn(
  'zones',
  v.pipe(
    v.object({ id: text, name: identifier }),
    v.transform(({ id: zoneId, name }) => zoneOf(name, undefined, zoneId)),
  ),
)
