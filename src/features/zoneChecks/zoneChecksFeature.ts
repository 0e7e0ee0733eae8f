import type { Parts } from '../../parts.ts'
import { checkZonesCommands } from './checkZones.ts'
import { createZoneChecks } from './zoneChecks.ts'
import { registerZoneProviders } from './zoneProviders.ts'

/** Zones in files: checks, completions, fixes, hovers, and hints. */
export function zoneChecksFeature(ground: Parts) {
  const zoneChecks = createZoneChecks(ground)
  const parts = { ...ground, zoneChecks }
  ground.context.subscriptions.push(zoneChecks, registerZoneProviders(parts))
  return checkZonesCommands(parts)
}
