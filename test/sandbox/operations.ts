import { type SandboxResponse, errorResponse, jsonResponse } from './response.ts'
import { requireAccount, type Call, requireConfig, Refusal } from './call.ts'
import { type SandboxZone, getZoneNames, getZones } from './regions.ts'

/**
 * See docs/api.md, "Delete a machine pool". A second deletion while the pool drains is refused: with 404 if the
 * pool has left the cloud config.
 */
export function deleteMachinePool(call: Call): SandboxResponse {
  const { data, settings, drains, params } = call
  const config = requireConfig(call)
  const pool = config.pools.find(({ name }) => name === params['name'])
  if (!pool) {
    return errorResponse(404, 'MachinePoolNotFound', `Machine pool ${params['name']} not found`)
  }
  if (drains.has(pool)) {
    return errorResponse(
      409,
      'MachinePoolBeingDeleted',
      `Machine pool ${pool.name} is being deleted`,
    )
  }
  data.deletions.push({ clusterUid: config.clusterUid, poolName: pool.name })
  drains.start(config, pool, settings.drain, settings.listsDrainingPools)
  // A live server sends this content type without a body, on which JSON clients trip.
  return { status: 204, headers: { 'Content-Type': 'application/json' } }
}

/** See docs/api.md, "List zones", and "Zones by provider" for the body of azure. */
export function listZones(call: Call): SandboxResponse {
  const { provider = '', region = '' } = call.params
  if (call.settings.documentedZones[provider] !== 'zoneList') {
    return jsonResponse(200, { zones: getZonesOfCall(call, provider, region) })
  }
  const accountUid = call.query.get('cloudAccountUid')
  if (accountUid) requireAccount(call, provider, accountUid)
  const names = getZoneNames(provider, region) ?? throwRegionNotFound(provider, region)
  return jsonResponse(200, { zoneList: names.map((id) => ({ id })) })
}

/** The zones of a region in the request’s cloud account, with their current states. */
export function getZonesOfCall(call: Call, provider: string, region: string): SandboxZone[] {
  const { data, query } = call
  const account = requireAccount(call, provider, query.get('cloudAccountUid'))
  const zones = getZones(provider, region, account.uid) ?? throwRegionNotFound(provider, region)
  for (const zone of zones) {
    if (zone.zoneId === undefined || !(zone.zoneId in data.zoneStates)) continue
    const state = data.zoneStates[zone.zoneId]
    if (state === undefined) delete zone.state
    else zone.state = state
  }
  return zones
}

export function throwRegionNotFound(provider: string, region: string): never {
  throw new Refusal(
    errorResponse(404, 'RegionNotFound', `${region} is not a region of ${provider}`),
  )
}
