import type { BaseUrl } from './baseUrl.ts'
import { invalidInput } from './errors.ts'

/** What the service calls the zones of a region for an account (contract.md, 4.2). */
export interface ZonesQuery {
  provider: string
  region: string
  cloudAccountUid: string
}

/** What names a machine pool (contract.md, 4.1). */
export interface MachinePoolPath {
  provider: string
  configUid: string
  machinePoolName: string
}

/** `GET` lists the zones of a region (contract.md, 4.2). Throws `invalidInput`. */
export function zonesUrl(base: BaseUrl, query: ZonesQuery): string {
  const provider = providerPath(query.provider)
  const region = segment('region', query.region)
  const account = segment('cloudAccountUid', query.cloudAccountUid)
  return `${base.href}/v1/clouds/${provider}/regions/${region}/zones?cloudAccountUid=${account}`
}

/** `DELETE` deletes a machine pool (contract.md, 4.1). Throws `invalidInput`. */
export function machinePoolUrl(base: BaseUrl, path: MachinePoolPath): string {
  const provider = providerPath(path.provider)
  const config = segment('configUid', path.configUid)
  const pool = segment('machinePoolName', path.machinePoolName)
  return `${base.href}/v1/cloudconfigs/${provider}/${config}/machinePools/${pool}`
}

// The lookups (lookups.md, “Lookups”). All throw `invalidInput` for what makes no path.

/** Names the regions of a cloud account; `project` is the cloud's own, which gcp alone needs. */
export interface RegionsQuery extends CloudProjectsQuery {
  project?: string | undefined
}

/** Names the projects that a cloud account has in its cloud. */
export interface CloudProjectsQuery {
  provider: string
  cloudAccountUid: string
}

/** Names the zones of a region for a provider's own path. */
export interface ProviderZonesQuery extends ZonesQuery {
  project?: string | undefined
}

/** Names a cloud config. */
export interface CloudConfigPath {
  provider: string
  configUid: string
}

export function userInfoUrl(base: BaseUrl): string {
  return `${base.href}/v1/users/info`
}

export function projectsUrl(base: BaseUrl): string {
  return `${base.href}/v1/dashboard/projects/metadata`
}

export function cloudAccountsUrl(base: BaseUrl, token: string | undefined): string {
  return `${base.href}/v1/cloudaccounts/summary?${pageQuery(token)}`
}

export function clusterSearchUrl(base: BaseUrl, token: string | undefined): string {
  return `${base.href}/v1/dashboard/spectroclusters/search?${pageQuery(token)}`
}

export function cloudProjectsUrl(base: BaseUrl, query: CloudProjectsQuery): string {
  const provider = providerPath(query.provider)
  return `${base.href}/v1/clouds/${provider}/projects?${accountQuery(query)}`
}

export function regionsUrl(base: BaseUrl, query: RegionsQuery): string {
  const provider = providerPath(query.provider)
  const inProject = query.provider === 'gcp' ? `/${cloudProjectPath(query)}` : ''
  return `${base.href}/v1/clouds/${provider}${inProject}/regions?${accountQuery(query)}`
}

/**
 * The path that a provider has for its zones beside the documented one (“Where the documented zone
 * operation differs”); undefined where it has none.
 */
export function providerZonesUrl(base: BaseUrl, query: ProviderZonesQuery): string | undefined {
  const provider = providerPath(query.provider)
  const account = segment('cloudAccountUid', query.cloudAccountUid)
  const region = () => segment('region', query.region)
  const ofAccount = `${base.href}/v1/cloudaccounts/${provider}/${account}/properties`
  switch (query.provider) {
    case 'aws':
      return `${base.href}/v1/clouds/aws/regions/${region()}/availabilityzones?${accountQuery(query)}`
    case 'azure':
      return zonesUrl(base, query) // the documented one
    case 'gcp':
      return `${base.href}/v1/clouds/gcp/${cloudProjectPath(query)}/regions/${region()}/zones?${accountQuery(query)}`
    case 'maas':
      return `${ofAccount}/azs`
    case 'apache-cloudstack':
      return `${ofAccount}/zones`
    default:
      return undefined
  }
}

export function cloudConfigUrl(base: BaseUrl, path: CloudConfigPath): string {
  const provider = providerPath(path.provider)
  return `${base.href}/v1/cloudconfigs/${provider}/${segment('configUid', path.configUid)}`
}

export function clusterUrl(base: BaseUrl, uid: string): string {
  return `${base.href}/v1/spectroclusters/${segment('uid', uid)}`
}

/** What has happened to a cluster lately. */
export function eventsUrl(base: BaseUrl, clusterUid: string, token: string | undefined): string {
  const uid = segment('clusterUid', clusterUid)
  return `${base.href}/v1/events/components/spectrocluster/${uid}?${pageQuery(token)}`
}

/** Names the deletions in a cluster that were requested since a time. */
export interface AuditsQuery {
  clusterUid: string
  /** In epoch ms. */
  since: number
}

export function auditsUrl(base: BaseUrl, query: AuditsQuery, token: string | undefined): string {
  const uid = segment('clusterUid', query.clusterUid)
  const start = encodeURIComponent(new Date(query.since).toISOString())
  const what = `resourceUid=${uid}&actionType=delete&startTime=${start}`
  return `${base.href}/v1/audits?${what}&${pageQuery(token)}`
}

/** Without a limit at first: the lists of two providers have no pages, and take none. */
export function machinesUrl(base: BaseUrl, path: MachinePoolPath, token?: string): string {
  return `${machinePoolUrl(base, path)}/machines${token ? `?${pageQuery(token)}` : ''}`
}

function cloudProjectPath({ project = '' }: { project?: string | undefined }): string {
  return `projects/${segment('project', project)}`
}

function accountQuery({ cloudAccountUid }: CloudProjectsQuery): string {
  return `cloudAccountUid=${segment('cloudAccountUid', cloudAccountUid)}`
}

/** A page of a list, as large as a service allows (“Paging”). */
function pageQuery(token: string | undefined): string {
  return token ? `limit=50&continue=${encodeURIComponent(token)}` : 'limit=50'
}

/**
 * Checks a provider: one lower-case path segment such as `aws`, or `cloudTypes/{name}` for a custom
 * cloud (lookups.md, “Deleting a machine pool”). Returns it as a path. Throws `invalidInput`.
 */
export function providerPath(provider: string): string {
  segment('provider', provider) // the plainer reason first, where there is one
  const custom = /^cloudTypes\/([^/]*)$/.exec(provider)?.[1]
  if (custom !== undefined) return `cloudTypes/${segment('provider', custom)}`
  if (/^[a-z0-9][a-z0-9._-]*$/.test(provider)) return provider
  throw invalidInput('provider', 'provider', 'is not one lower-case segment or cloudTypes/{name}')
}

/**
 * Encodes a value as one path segment or query value. Every name is legal but those that would
 * address something else: URL parsing folds `.` and `..`, and an empty segment is redirected by a
 * server. Throws `invalidInput`.
 */
export function segment(field: string, value: string): string {
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value // as most are
  if (typeof value !== 'string' || value.trim() === '')
    throw invalidInput(field, 'empty', 'is empty')
  if (value === '.' || value === '..') throw invalidInput(field, 'dots', `must not be “${value}”`)
  if (/\p{Cc}/u.test(value)) throw invalidInput(field, 'control', 'has control characters')
  try {
    return encodeURIComponent(value)
  } catch {
    throw invalidInput(field, 'malformed', 'is not well-formed text')
  }
}
