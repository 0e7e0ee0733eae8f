import * as v from 'valibot'
import {
  allItemsOf,
  boolean,
  fieldsAt,
  identifier,
  itemsOf,
  listIn,
  mapped,
  metadata,
  number,
  partsOf,
  text,
  word,
} from './schemaParts.ts'

// The responses of the lookups (clusterSchemas.ts and poolSchemas.ts have the others). Elements without a UID or name
// are left out, and so is every field that can’t be read. Only the list itself is required, unless the service may
// leave it out when it is empty: without it, the response is something else, and reading it as an empty list would
// report a machine pool as gone. A null list is empty: a cloud config may have no pools.

const project = fieldsAt(metadata)

export type Project = v.InferOutput<typeof project>

export const ProjectsResponse = allItemsOf(project)

/** The API keys of the user. The keys themselves are in the response, too, but are never read. */
export const ApiKeysResponse = allItemsOf(
  fieldsAt({
    ...metadata,
    /** In epoch ms; Infinity if it never expires, missing if unknown. */
    expiresAt: [mapped(text, expiryOf), 'spec.expiry'],
    isActive: [boolean, 'status.isActive'],
  }),
)

/** Returns when a key expires. Unset times are in the year 1. */
function expiryOf(expiry = ''): number | undefined {
  if (expiry.startsWith('0001-')) return Infinity
  const at = Date.parse(expiry)
  return Number.isNaN(at) ? undefined : at
}

const cloudAccount = fieldsAt({
  ...metadata,
  /** Missing if the service doesn’t return it. */
  provider: [word, 'kind'],
  /** Free text, in lowercase. */
  state: [word, 'status.state'],
})

export type CloudAccount = v.InferOutput<typeof cloudAccount>

export const CloudAccountsResponse = itemsOf(cloudAccount)

/** A region, as a cloud account sees it. */
export const Region = fieldsAt({
  name: [identifier, 'name'],
  displayName: [text, 'displayName'],
  /** False if the account hasn’t opted in to the region. */
  isOptedIn: [mapped(word, (status) => status !== 'not-opted-in'), 'optInStatus'],
  /** Free text of gcp, in lowercase; only if the region isn’t up. */
  state: [mapped(word, (status) => (status === 'up' ? undefined : status)), 'status'],
})

export type Region = v.InferOutput<typeof Region>

const cloudProject = fieldsAt({ id: [identifier, 'id'], name: [identifier, 'name', 'id'] })

/** A project in the cloud itself, such as a Google Cloud project. */
export type CloudProject = v.InferOutput<typeof cloudProject>

export const CloudProjectsResponse = listIn('projects', cloudProject, { isOptional: true })

const instanceType = fieldsAt({
  name: [identifier, 'type'],
  /** The zones of the region without it. */
  missingIn: [partsOf(identifier), 'nonSupportedZones'],
  gpus: [number, 'gpu'],
})

/** An instance type, as published by the cloud: says nothing of what can be had now. */
export type InstanceType = v.InferOutput<typeof instanceType>

export const InstanceTypesResponse = listIn('instanceTypes', instanceType, { isOptional: true })
