import type { Parts } from '../../parts.ts'
import { goToMachinePoolCommands } from './goToMachinePool.ts'
import { createMachinePoolsView } from './machinePoolsView.ts'
import { pinCommands } from './pins.ts'
import { showPoolsInZoneCommands } from './showPoolsInZone.ts'

/** The Machine Pools view, and finding and pinning machine pools. */
export function machinePoolsFeature(parts: Parts) {
  const machinePoolsView = createMachinePoolsView(parts)
  parts.context.subscriptions.push(machinePoolsView)
  return {
    machinePoolsView,
    ...pinCommands(parts),
    ...goToMachinePoolCommands(parts),
    ...showPoolsInZoneCommands(parts),
  }
}
