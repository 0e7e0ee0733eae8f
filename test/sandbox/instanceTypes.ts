import type { SandboxResponse } from './response.ts'
import { requireAccount, type Call } from './call.ts'
import { throwRegionNotFound } from './operations.ts'
import { getZoneNames } from './regions.ts'
import { lookupResponse } from './traps.ts'

// The responses of lookups are in docs/api.md, in the table "Lookups".

interface InstanceType {
  type: string
  cpu: number
  memory: number
  gpu?: number
  /** The last characters of the names of the zones that lack this type. */
  missingZoneSuffixes?: string
}

/** By provider: the types of all machine pools of the sandbox, and more. */
const instanceTypes: Record<string, InstanceType[]> = {
  aws: [
    { type: 't3.large', cpu: 2, memory: 8, missingZoneSuffixes: 'e' },
    { type: 't3.xlarge', cpu: 4, memory: 16, missingZoneSuffixes: 'e' },
    { type: 'm5.large', cpu: 2, memory: 8 },
    { type: 'm6i.xlarge', cpu: 4, memory: 16, missingZoneSuffixes: 'e' },
    { type: 'm6i.2xlarge', cpu: 8, memory: 32, missingZoneSuffixes: 'e' },
    { type: 'c7g.4xlarge', cpu: 16, memory: 32, missingZoneSuffixes: 'ef' },
    { type: 'g5.2xlarge', cpu: 8, memory: 32, gpu: 1, missingZoneSuffixes: 'ce' },
  ],
  azure: [
    { type: 'Standard_D4s_v5', cpu: 4, memory: 16 },
    { type: 'Standard_E16s_v5', cpu: 16, memory: 128, missingZoneSuffixes: '3' },
    { type: 'Standard_L8s_v3', cpu: 8, memory: 64, missingZoneSuffixes: '12' },
  ],
  gcp: [
    { type: 'e2-standard-4', cpu: 4, memory: 16 },
    { type: 'n2-highmem-8', cpu: 8, memory: 64 },
    { type: 'a2-highgpu-4g', cpu: 48, memory: 340, gpu: 4, missingZoneSuffixes: 'd' },
  ],
}

/** The instance type of a machine pool; undefined if no cloud lists it. */
export function findInstanceType(name: string): InstanceType | undefined {
  return Object.values(instanceTypes)
    .flat()
    .find(({ type }) => type === name)
}

/** The account is optional, and the query for gcp has none. */
export function listInstanceTypes(call: Call): SandboxResponse {
  const { provider = '', region = '' } = call.params
  const accountUid = call.query.get('cloudAccountUid')
  if (accountUid) requireAccount(call, provider, accountUid)
  const zones = getZoneNames(provider, region) ?? throwRegionNotFound(provider, region)
  const listedTypes = (instanceTypes[provider] ?? []).map(
    ({ missingZoneSuffixes = '', ...type }) => ({
      ...type,
      nonSupportedZones: zones.filter((zone) => missingZoneSuffixes.includes(zone.slice(-1))),
    }),
  )
  return lookupResponse(call.settings.traps, { instanceTypes: listedTypes })
}
