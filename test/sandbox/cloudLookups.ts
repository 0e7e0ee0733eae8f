import { type SandboxResponse, errorResponse } from './response.ts'
import { requireAccount, type Call, Refusal } from './call.ts'
import type { CloudAccount } from './data.ts'
import { getZonesOfCall } from './operations.ts'
import { getRegionNames, getZoneNames } from './regions.ts'
import { lookupResponse } from './traps.ts'

// The responses of lookups are in docs/api.md: regions in the table "Lookups", zones in "Zones by provider".

/** By region, where an account has to opt in first. */
const optInStatuses: Readonly<Record<string, string>> = {
  'af-south-1': 'opted-in',
  'ap-southeast-6': 'not-opted-in',
  'ap-southeast-7': 'not-opted-in',
  'il-central-1': 'not-opted-in',
  'mx-central-1': 'not-opted-in',
}

export function listAwsRegions(call: Call): SandboxResponse {
  requireAccount(call, 'aws', call.query.get('cloudAccountUid'))
  const regions = getRegionNames('aws').map((name) => ({
    name,
    optInStatus: optInStatuses[name] ?? 'opt-in-not-required',
  }))
  return lookupResponse(call.settings.traps, { regions })
}

/** The names that Azure displays, of the regions whose name a test looks at. */
const azureDisplayNames: Readonly<Record<string, string>> = {
  northeurope: 'North Europe',
  westeurope: 'West Europe',
}

/** The cloud account is optional. */
export function listAzureRegions(call: Call): SandboxResponse {
  const accountUid = call.query.get('cloudAccountUid')
  if (accountUid) requireAccount(call, 'azure', accountUid)
  const regions = getRegionNames('azure').map((name) => ({
    name,
    displayName: azureDisplayNames[name] ?? name,
    zones: (getZoneNames('azure', name) ?? []).map((zone) => ({ name: zone })),
  }))
  return lookupResponse(call.settings.traps, { regions })
}

export function listGcpProjects(call: Call): SandboxResponse {
  const account = requireAccount(call, 'gcp', call.query.get('cloudAccountUid'))
  return lookupResponse(call.settings.traps, { projects: getGcpProjects(account) })
}

export function listGcpRegions(call: Call): SandboxResponse {
  requireGcpProject(call)
  const regions = getRegionNames('gcp').map((name) => ({
    name,
    status: name === 'me-central2' ? 'DOWN' : 'UP',
  }))
  return lookupResponse(call.settings.traps, { regions })
}

/** The body that docs/api.md has in "List zones", at the path of aws alone. */
export function listAwsZones(call: Call): SandboxResponse {
  const { region = '' } = call.params
  // This path leaves an unknown state out, where the documented path sends null.
  const zones = getZonesOfCall(call, 'aws', region).map(({ state, ...zone }) =>
    state === null ? zone : { ...zone, state },
  )
  return lookupResponse(call.settings.traps, { zones })
}

export function listGcpZones(call: Call): SandboxResponse {
  requireGcpProject(call)
  const { region = '' } = call.params
  const zones = getZonesOfCall(call, 'gcp', region).map(({ name }) => ({ name }))
  return lookupResponse(call.settings.traps, { zones })
}

export function listMaasZones(call: Call): SandboxResponse {
  requireAccount(call, 'maas', call.params['accountUid'])
  const items = [
    { name: 'default', description: '' },
    { name: 'rack-east', description: 'Hall 1' },
    { name: 'rack-west', description: 'Hall 1' },
  ]
  return lookupResponse(call.settings.traps, { items })
}

export function listCloudstackZones(call: Call): SandboxResponse {
  requireAccount(call, 'apache-cloudstack', call.params['accountUid'])
  const zones = [
    { id: '5a7d2c1e-93f0-4f0c-8a63-2b6f8a1e4d10', name: 'edge-north' },
    { id: 'c04be6b9-1f57-4c6e-b1c5-7de1a90f3b22', name: 'edge-south' },
  ]
  return lookupResponse(call.settings.traps, { zones })
}

function getGcpProjects({ name }: CloudAccount): { id: string; name: string }[] {
  return [
    { id: `${name}-417203`, name },
    { id: `${name}-shared`, name: `${name} (shared network)` },
  ]
}

/** Throws 404 for a Google Cloud project that the account doesn’t have. */
function requireGcpProject(call: Call): void {
  const account = requireAccount(call, 'gcp', call.query.get('cloudAccountUid'))
  const { project } = call.params
  if (getGcpProjects(account).some(({ id }) => id === project)) return
  throw new Refusal(errorResponse(404, 'ProjectNotFound', `Cloud project ${project} not found`))
}
