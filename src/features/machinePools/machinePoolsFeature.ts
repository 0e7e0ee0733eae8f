import type { Parts } from '../../parts.ts'
import { goToMachinePoolCommands } from './goToMachinePool.ts'
import { pinCommands } from './pins.ts'
import { showPoolsInZoneCommands } from './showPoolsInZone.ts'

/** Finding and pinning machine pools. */
export function machinePoolsFeature(parts: Parts) {
  return {
    ...pinCommands(parts),
    ...goToMachinePoolCommands(parts),
    ...showPoolsInZoneCommands(parts),
  }
}
