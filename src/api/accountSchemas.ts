import * as v from 'valibot'
import {
  allItemsOf,
  boolean,
  identifier,
  itemsOf,
  listIn,
  named,
  noArray,
  optional,
  optionalListIn,
  part,
  partsOf,
  text,
} from './schemaParts.ts'

// The responses of the lookups (clusterSchemas.ts and poolSchemas.ts have the others). Elements without a UID or name are left out, and so is every field that can’t
// be read. Only the list itself is required, unless the service may leave it out when it is empty: without it, the
// response is something else, and reading it as an empty list would report a machine pool as gone. A null list is
// empty: a cloud config may have no pools.

/** The owner of an API key. */
export interface UserInfo {
  organization?: string | undefined
}

export const UserInfoResponse = v.pipe(
  noArray,
  v.object({ orgName: text }),
  v.transform(({ orgName }): UserInfo => ({ organization: orgName })),
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
    v.transform(({ spec, status }): OwnApiKey => ({
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
  /** Free text, in lowercase. */
  state?: string | undefined
}

export const CloudAccountsResponse = itemsOf(
  v.pipe(
    v.object({
      kind: optional(identifier),
      metadata: named,
      status: part({ state: text }),
    }),
    v.transform(({ kind, metadata, status }): CloudAccount => ({
      uid: metadata.uid,
      name: metadata.name ?? metadata.uid,
      provider: kind?.toLowerCase(),
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
  /** Free text, in lowercase; only if the region isn’t up. */
  state?: string
}

const region = v.pipe(
  v.object({ name: identifier, displayName: text, optInStatus: text, status: text }),
  v.transform(({ name, displayName, optInStatus, status }): Region => {
    const isOptedIn = optInStatus?.toLowerCase() !== 'not-opted-in'
    const state = status?.toLowerCase() // gcp
    return { name, displayName, isOptedIn, ...(state && state !== 'up' && { state }) }
  }),
)

export const RegionsResponse = listIn('regions', region)

export const GcpRegionsResponse = optionalListIn('regions', region)

/** A project in the cloud itself, such as a Google Cloud project. */
export interface CloudProject {
  id: string
  name: string
}

export const CloudProjectsResponse = optionalListIn(
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

export const InstanceTypesResponse = optionalListIn(
  'instanceTypes',
  v.pipe(
    v.object({ type: identifier, nonSupportedZones: partsOf(identifier) }),
    v.transform(({ type, nonSupportedZones }): InstanceType => ({
      name: type,
      missingIn: nonSupportedZones,
    })),
  ),
)

export const MaasZonesResponse = allItemsOf(v.object({ name: identifier }))
