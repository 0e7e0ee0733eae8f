import * as v from 'valibot'
import { itemListOf, pageOf, listInField, readableItems } from './listSchemas.ts'
import {
  boolean,
  objectFrom,
  identifier,
  transformed,
  metadata,
  text,
  lowercaseState,
  lowercaseText,
  omitted,
  unlessOmitted,
} from './schemaParts.ts'

// The responses of the lookups for accounts (see also clusterSchemas.ts and poolSchemas.ts). Elements without a UID or
// name are left out, and so is every field that can’t be read. Only the list itself is required, unless the service may
// leave it out when it is empty: without it, the response is something else, and reading it as an empty list would
// report a machine pool as gone. A null list is empty.

const project = objectFrom(metadata)

export type Project = v.InferOutput<typeof project>

export const ProjectsResponse = itemListOf(project)

/** The API keys of the user. The keys themselves are in the response, too, but are never read. */
const apiKeys = itemListOf(
  objectFrom({
    ...metadata,
    /** In epoch ms; Infinity if it never expires, missing if unknown. */
    expiresAt: [transformed(text, expiryOf), 'spec.expiry'],
    /** Undefined if unknown. */
    isActive: [unlessOmitted(boolean), 'status.isActive'],
  }),
)

/** The service leaves out `isActive` if it’s false. So if any key of the list has it, a key without it is inactive. */
export const ApiKeysResponse = transformed(apiKeys, ({ items, unreadable }) => {
  const omittedState = items.some(({ isActive }) => isActive === true) ? false : undefined
  const keys = items.map(({ isActive, ...key }) => ({
    ...key,
    isActive: isActive === omitted ? omittedState : isActive,
  }))
  return { items: keys, unreadable }
})

/** Returns when a key expires. The service writes a time that isn’t set as the year 1. */
function expiryOf(expiry = ''): number | undefined {
  if (expiry.startsWith('0001-')) return Infinity
  const at = Date.parse(expiry)
  return Number.isNaN(at) ? undefined : at
}

const cloudAccount = objectFrom({
  ...metadata,
  /** Missing if the service doesn’t return it. */
  provider: [lowercaseText, 'kind'],
  /** The state of the account in the service’s words, converted to lowercase. */
  state: [lowercaseState, 'status.state'],
})

export type CloudAccount = v.InferOutput<typeof cloudAccount>

export const CloudAccountsResponse = pageOf(cloudAccount)

/** A region as the cloud returns it for one account. */
export const Region = objectFrom({
  name: [identifier, 'name'],
  displayName: [text, 'displayName'],
  /** False if the account hasn’t opted in to the region. */
  isOptedIn: [transformed(lowercaseState, (status) => status !== 'not-opted-in'), 'optInStatus'],
  /** The state of the region in the words of Google Cloud, converted to lowercase; undefined if the region is up. */
  state: [
    transformed(lowercaseState, (status) => (status === 'up' ? undefined : status)),
    'status',
  ],
})

export type Region = v.InferOutput<typeof Region>

const cloudProject = objectFrom({ id: [identifier, 'id'], name: [identifier, 'name', 'id'] })

/** A project in the cloud itself, such as a Google Cloud project. */
export type CloudProject = v.InferOutput<typeof cloudProject>

export const CloudProjectsResponse = listInField('projects', cloudProject, { isOptional: true })

const instanceType = objectFrom({
  name: [identifier, 'type'],
  /** The zones of the region without it. */
  missingIn: [readableItems(identifier), 'nonSupportedZones'],
})

/** An instance type of the cloud’s catalog. Whether the cloud has capacity for it is unknown. */
export type InstanceType = v.InferOutput<typeof instanceType>

export const InstanceTypesResponse = listInField('instanceTypes', instanceType, {
  isOptional: true,
})
