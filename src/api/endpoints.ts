import type { BaseUrl } from './baseUrl.ts'
import { invalidInput } from './errors.ts'

/** The parameters of listing what a cloud account has, such as its projects in its cloud. */
export interface AccountQuery {
  readonly provider: string
  readonly cloudAccountUid: string
}

/** Returns whether a provider’s zones belong to a region; those of the others belong to the account. */
export function hasRegions(provider: string): boolean {
  return provider !== 'maas' && provider !== 'apache-cloudstack'
}

/** Returns whether a provider may have zones (lookups.md, “Where the documented zone operation differs”). */
export function hasZones(provider: string): boolean {
  return provider !== 'vsphere'
}

/** The parameters of listing regions. */
export interface RegionsQuery extends AccountQuery {
  /** The Google Cloud project, for gcp only. */
  readonly project?: string | undefined
}

/** The parameters of listing zones (contract.md, 4.2). */
export interface ZonesQuery extends AccountQuery {
  /** Empty for a provider without regions. */
  readonly region: string
}

/** The path of a cloud config. */
export interface CloudConfigPath {
  readonly provider: string
  readonly configUid: string
}

/** The path of a machine pool (contract.md, 4.1). */
export interface MachinePoolPath extends CloudConfigPath {
  readonly machinePoolName: string
}

/** The URL for `GET` of a region’s zones (contract.md, 4.2). Throws `invalidInput`. */
export function zonesUrl(base: BaseUrl, query: ZonesQuery): string {
  return `${regionUrl(base, query)}/zones?${accountQuery(query)}`
}

/** The URL for `DELETE` of a machine pool (contract.md, 4.1). Throws `invalidInput`. */
export function machinePoolUrl(base: BaseUrl, path: MachinePoolPath): string {
  const provider = providerPath(path.provider)
  const config = encodeSegment('configUid', path.configUid)
  const pool = encodeSegment('machinePoolName', path.machinePoolName)
  return `${base.href}/v1/cloudconfigs/${provider}/${config}/machinePools/${pool}`
}

// The lookups (lookups.md, “Lookups”). All throw `invalidInput` for values that can’t be part of a URL.

export function userInfoUrl(base: BaseUrl): string {
  return `${base.href}/v1/users/info`
}

export function apiKeysUrl(base: BaseUrl): string {
  return `${base.href}/v1/apiKeys`
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

export function cloudProjectsUrl(base: BaseUrl, query: AccountQuery): string {
  const provider = providerPath(query.provider)
  return `${base.href}/v1/clouds/${provider}/projects?${accountQuery(query)}`
}

export function regionsUrl(base: BaseUrl, query: RegionsQuery): string {
  const provider = providerPath(query.provider)
  const inProject = query.provider === 'gcp' ? `/${cloudProjectPath(query)}` : ''
  return `${base.href}/v1/clouds/${provider}${inProject}/regions?${accountQuery(query)}`
}

/** The provider’s own path for zones (“Where the documented zone operation differs”), or undefined. */
export function providerZonesUrl(
  base: BaseUrl,
  query: ZonesQuery & RegionsQuery,
): string | undefined {
  const provider = providerPath(query.provider)
  const account = encodeSegment('cloudAccountUid', query.cloudAccountUid)
  const region = () => encodeSegment('region', query.region)
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

/** The URL of a region’s instance types. Those of gcp are the same for all accounts. */
export function instanceTypesUrl(base: BaseUrl, query: ZonesQuery): string {
  const account = accountQuery(query) // checked even where it isn’t sent
  return `${regionUrl(base, query)}/instancetypes${query.provider === 'gcp' ? '' : `?${account}`}`
}

function regionUrl(base: BaseUrl, { provider, region }: ZonesQuery): string {
  return `${base.href}/v1/clouds/${providerPath(provider)}/regions/${encodeSegment('region', region)}`
}

export function cloudConfigUrl(base: BaseUrl, path: CloudConfigPath): string {
  const provider = providerPath(path.provider)
  return `${base.href}/v1/cloudconfigs/${provider}/${encodeSegment('configUid', path.configUid)}`
}

export function clusterUrl(base: BaseUrl, uid: string): string {
  return `${base.href}/v1/spectroclusters/${encodeSegment('uid', uid)}`
}

export function eventsUrl(base: BaseUrl, clusterUid: string, token: string | undefined): string {
  const uid = encodeSegment('clusterUid', clusterUid)
  return `${base.href}/v1/events/components/spectrocluster/${uid}?${pageQuery(token)}`
}

/**
 * The URL of a pool’s machines. The first page has no limit, because the lists of two providers accept none.
 */
export function machinesUrl(base: BaseUrl, path: MachinePoolPath, token?: string): string {
  return `${machinePoolUrl(base, path)}/machines${token ? `?${pageQuery(token)}` : ''}`
}

function cloudProjectPath({ project = '' }: { project?: string | undefined }): string {
  return `projects/${encodeSegment('project', project)}`
}

function accountQuery({ cloudAccountUid }: AccountQuery): string {
  return `cloudAccountUid=${encodeSegment('cloudAccountUid', cloudAccountUid)}`
}

/** The query for a page of the maximum size (“Paging”). */
function pageQuery(token: string | undefined): string {
  return token ? `limit=50&continue=${encodeURIComponent(token)}` : 'limit=50'
}

/**
 * Validates a provider and returns it as a path: one lowercase segment such as `aws`, or `cloudTypes/{name}`
 * for a custom cloud (lookups.md, “Deleting a machine pool”). Throws `invalidInput`.
 */
export function providerPath(provider: string): string {
  encodeSegment('provider', provider) // the more specific error first
  const custom = /^cloudTypes\/([^/]*)$/.exec(provider)?.[1]
  if (custom !== undefined) return `cloudTypes/${encodeSegment('provider', custom)}`
  if (/^[a-z0-9][a-z0-9._-]*$/.test(provider)) return provider
  throw invalidInput('provider', 'provider', 'is not one lower-case segment or cloudTypes/{name}')
}

/**
 * Encodes a value as one path segment or query value. Refuses only values that would change the path: URL
 * parsing folds `.` and `..`, as do proxies that decode the slashes beside them, and servers redirect empty
 * segments. Throws `invalidInput`.
 */
export function encodeSegment(field: string, value: string): string {
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value // the common case
  if (typeof value !== 'string' || value.trim() === '')
    throw invalidInput(field, 'empty', 'is empty')
  if (/(^|[/\\])\.\.?($|[/\\])/.test(value)) throw invalidInput(field, 'dots', 'has “.” or “..”')
  if (/\p{Cc}/u.test(value)) throw invalidInput(field, 'control', 'has control characters')
  try {
    return encodeURIComponent(value)
  } catch {
    throw invalidInput(field, 'malformed', 'is not well-formed text')
  }
}
