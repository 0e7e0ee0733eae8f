import { type Answer, failure } from './answer.ts'
import { accountOf, type Call, Refusal } from './call.ts'
import type { CloudAccount } from './data.ts'
import { zonesIn } from './operations.ts'
import { regionsOf, zoneNamesOf } from './regions.ts'
import { lookupAnswer } from './traps.ts'

// What a lookup answers is in docs/api.md: regions in the table "Lookups", zones in "Zones by provider".

/** Of those that are not open to every account. */
const optInStatus: Readonly<Record<string, string>> = {
  'af-south-1': 'opted-in',
  'ap-southeast-6': 'not-opted-in',
  'ap-southeast-7': 'not-opted-in',
  'il-central-1': 'not-opted-in',
  'mx-central-1': 'not-opted-in',
}

export function awsRegions(call: Call): Answer {
  accountOf(call, 'aws', call.query.get('cloudAccountUid'))
  const regions = regionsOf('aws').map((name) => ({
    name,
    optInStatus: optInStatus[name] ?? 'opt-in-not-required',
  }))
  return lookupAnswer(call.settings.traps, { regions })
}

/** The cloud account may be left out. */
export function azureRegions(call: Call): Answer {
  const accountUid = call.query.get('cloudAccountUid')
  if (accountUid) accountOf(call, 'azure', accountUid)
  const regions = regionsOf('azure').map((name) => ({
    name,
    // That of its API where no test looks at another one.
    displayName: { northeurope: 'North Europe', westeurope: 'West Europe' }[name] ?? name,
    zones: (zoneNamesOf('azure', name) ?? []).map((zone) => ({ name: zone })),
  }))
  return lookupAnswer(call.settings.traps, { regions })
}

export function gcpProjects(call: Call): Answer {
  const account = accountOf(call, 'gcp', call.query.get('cloudAccountUid'))
  return lookupAnswer(call.settings.traps, { projects: projectsOf(account) })
}

export function gcpRegions(call: Call): Answer {
  requireProject(call)
  const regions = regionsOf('gcp').map((name) => ({
    name,
    status: name === 'me-central2' ? 'DOWN' : 'UP',
  }))
  return lookupAnswer(call.settings.traps, { regions })
}

/** The same body as documented, at aws's own path. */
export function awsZones(call: Call): Answer {
  const { region = '' } = call.params
  // What is not known is left out here.
  const zones = zonesIn(call, 'aws', region).map(({ state, ...zone }) =>
    state === null ? zone : { ...zone, state },
  )
  return lookupAnswer(call.settings.traps, { zones })
}

export function gcpZones(call: Call): Answer {
  requireProject(call)
  const { region = '' } = call.params
  const zones = zonesIn(call, 'gcp', region).map(({ name }) => ({ name }))
  return lookupAnswer(call.settings.traps, { zones })
}

export function maasZones(call: Call): Answer {
  accountOf(call, 'maas', call.params['accountUid'])
  const items = [
    { name: 'default', description: '' },
    { name: 'rack-east', description: 'Hall 1' },
    { name: 'rack-west', description: 'Hall 1' },
  ]
  return lookupAnswer(call.settings.traps, { items })
}

export function cloudstackZones(call: Call): Answer {
  accountOf(call, 'apache-cloudstack', call.params['accountUid'])
  const zones = [
    { id: '5a7d2c1e-93f0-4f0c-8a63-2b6f8a1e4d10', name: 'edge-north' },
    { id: 'c04be6b9-1f57-4c6e-b1c5-7de1a90f3b22', name: 'edge-south' },
  ]
  return lookupAnswer(call.settings.traps, { zones })
}

function projectsOf({ name }: CloudAccount): { id: string; name: string }[] {
  return [
    { id: `${name}-417203`, name },
    { id: `${name}-shared`, name: `${name} (shared network)` },
  ]
}

/** Refuses a cloud project that isn't one of the account's. */
function requireProject(call: Call): void {
  const account = accountOf(call, 'gcp', call.query.get('cloudAccountUid'))
  const { project } = call.params
  if (projectsOf(account).some(({ id }) => id === project)) return
  throw new Refusal(failure(404, 'ProjectNotFound', `Cloud project ${project} not found`))
}
