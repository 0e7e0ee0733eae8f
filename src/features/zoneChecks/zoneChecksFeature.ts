import type { Parts } from '../../parts.ts'
import { checkZonesCommands } from './checkZones.ts'
import { createZoneChecks } from './zoneChecks.ts'
import { registerZoneProviders } from './zoneProviders.ts'

/** Zones in files: checks, completions, fixes, hovers, and hints. */
export function zoneChecksFeature(parts: Parts) {
  const zoneChecks = createZoneChecks(parts)
  const checked = { ...parts, zoneChecks }
  parts.context.subscriptions.push(zoneChecks, registerZoneProviders(checked))
  return checkZonesCommands(checked)
}
