import type { Answer } from './answer.ts'
import { accountOf, type Call } from './call.ts'
import { refuseRegion } from './operations.ts'
import { zoneNamesOf } from './regions.ts'
import { lookupAnswer } from './traps.ts'

// What a lookup answers is in docs/api.md, in the table "Lookups".

interface InstanceType {
  type: string
  cpu: number
  memory: number
  gpu?: number
  /** How the names of the zones end that have none of it. */
  notIn?: string
}

/** By provider: what the machine pools are made of, and more. */
const types: Record<string, InstanceType[]> = {
  aws: [
    { type: 't3.large', cpu: 2, memory: 8, notIn: 'e' },
    { type: 't3.xlarge', cpu: 4, memory: 16, notIn: 'e' },
    { type: 'm5.large', cpu: 2, memory: 8 },
    { type: 'm6i.xlarge', cpu: 4, memory: 16, notIn: 'e' },
    { type: 'm6i.2xlarge', cpu: 8, memory: 32, notIn: 'e' },
    { type: 'c7g.4xlarge', cpu: 16, memory: 32, notIn: 'ef' },
    { type: 'g5.2xlarge', cpu: 8, memory: 32, gpu: 1, notIn: 'ce' },
  ],
  azure: [
    { type: 'Standard_D4s_v5', cpu: 4, memory: 16 },
    { type: 'Standard_E16s_v5', cpu: 16, memory: 128, notIn: '3' },
    { type: 'Standard_L8s_v3', cpu: 8, memory: 64, notIn: '12' },
  ],
  gcp: [
    { type: 'e2-standard-4', cpu: 4, memory: 16 },
    { type: 'n2-highmem-8', cpu: 8, memory: 64 },
    { type: 'a2-highgpu-4g', cpu: 48, memory: 340, gpu: 4, notIn: 'd' },
  ],
}

/** What a machine pool is made of; undefined where no cloud lists it. */
export function typeOf(name: string): InstanceType | undefined {
  return Object.values(types)
    .flat()
    .find(({ type }) => type === name)
}

/** The account is optional, and gcp's query has none. */
export function instanceTypes(call: Call): Answer {
  const { provider = '', region = '' } = call.params
  const accountUid = call.query.get('cloudAccountUid')
  if (accountUid) accountOf(call, provider, accountUid)
  const zones = zoneNamesOf(provider, region) ?? refuseRegion(provider, region)
  const all = (types[provider] ?? []).map(({ notIn = '', ...type }) => ({
    ...type,
    nonSupportedZones: zones.filter((zone) => notIn.includes(zone.slice(-1))),
  }))
  return lookupAnswer(call.settings.traps, { instanceTypes: all })
}
