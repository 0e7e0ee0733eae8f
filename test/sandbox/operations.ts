import { type Answer, failure, json } from './answer.ts'
import { accountOf, type Call, configOf, Refusal } from './call.ts'
import { type SandboxZone, zoneNamesOf, zonesOf } from './regions.ts'

/** As documented (docs/api.md, "Delete a machine pool"). */
export function deleteMachinePool(call: Call): Answer {
  const { data, settings, drains, params } = call
  const config = configOf(call)
  const pool = config.pools.find(({ name }) => name === params['name'])
  if (!pool) {
    return failure(404, 'MachinePoolNotFound', `Machine pool ${params['name']} not found`)
  }
  if (drains.has(pool)) {
    return failure(409, 'MachinePoolBeingDeleted', `Machine pool ${pool.name} is being deleted`)
  }
  data.deletions.push({ clusterUid: config.clusterUid, poolName: pool.name })
  drains.start(config, pool, settings.drain)
  // No body, and yet a content type: one live server does so, and it trips up JSON clients.
  return { status: 204, headers: { 'Content-Type': 'application/json' } }
}

/** As documented (docs/api.md, "List zones"), or what azure answers ("Zones by provider"). */
export function listZones(call: Call): Answer {
  const { provider = '', region = '' } = call.params
  if (call.settings.documentedZones[provider] !== 'zoneList') {
    return json(200, { zones: zonesIn(call, provider, region) })
  }
  const accountUid = call.query.get('cloudAccountUid')
  if (accountUid) accountOf(call, provider, accountUid)
  const names = zoneNamesOf(provider, region) ?? refuseRegion(provider, region)
  return json(200, { zoneList: names.map((id) => ({ id })) })
}

/** The zones of a region as the request's cloud account sees them, with their states now. */
export function zonesIn(call: Call, provider: string, region: string): SandboxZone[] {
  const { data, query } = call
  const account = accountOf(call, provider, query.get('cloudAccountUid'))
  const zones = zonesOf(provider, region, account.uid) ?? refuseRegion(provider, region)
  for (const zone of zones) {
    if (zone.zoneId === undefined || !(zone.zoneId in data.zoneStates)) continue
    const state = data.zoneStates[zone.zoneId]
    if (state === undefined) delete zone.state
    else zone.state = state
  }
  return zones
}

export function refuseRegion(provider: string, region: string): never {
  throw new Refusal(failure(404, 'RegionNotFound', `${region} is not a region of ${provider}`))
}
