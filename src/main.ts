import { commandIds, type CommandId } from './contributions.ts'
import { createTools } from './features/agents/tools.ts'
import { registerCompareZones } from './features/comparison/compareZones.ts'
import { registerCheckConnection } from './features/connectionCheck/checkConnectionCommands.ts'
import type { NetworkProbe } from './features/connectionCheck/networkProbe.ts'
import { registerConnectionsFeature } from './features/connections/connectionsFeature.ts'
import { registerCopyAs } from './features/copyAs/copyAs.ts'
import { registerDeletionFeature } from './features/deletion/deletionFeature.ts'
import { registerShowDetails } from './features/details/showDetails.ts'
import { registerMachinePoolsFeature } from './features/machinePools/machinePoolsFeature.ts'
import { registerPoolLenses } from './features/poolsInCode/poolLenses.ts'
import { registerSampleFeature } from './features/sample/sampleFeature.ts'
import { createSampleService } from './features/sample/sampleService.ts'
import { registerViewCommands } from './features/viewCommands/viewCommands.ts'
import { registerZoneChecks } from './features/zoneChecks/zoneCheckCommands.ts'
import { registerZonesFeature } from './features/zones/zonesFeature.ts'
import { pinsKey } from './pins/pins.ts'
import { createParts, type Activation } from './parts.ts'
import { runWithConnection } from './ui/activeConnection.ts'
import { createErrorHandler } from './ui/commandErrors.ts'
import { withCurrentConnections } from './ui/selectedItems.ts'

/** The extension host. */
interface Host {
  /** True in a browser, whatever other extensions have added to its globals. */
  isBrowser: boolean
  /** Network diagnostics, in Node.js only. */
  networkProbe?: NetworkProbe
}

/** The implementation of the registered names. */
export type Poolkeeper = ReturnType<typeof start>

/** Constructs everything, once per window; VS Code disposes of it. */
export function start(registered: Activation, { isBrowser, networkProbe }: Host) {
  const { context, log } = registered
  // Pending deletions and the history stay on this computer; keys never leave secret storage.
  context.globalState.setKeysForSync([pinsKey])

  const parts = createParts(registered, { isBrowser, createSample: createSampleService })
  const { commands, connections } = parts
  const { zonesView, zoneDrag } = registerZonesFeature(parts)
  const { machinePoolsView } = registerMachinePoolsFeature(parts)
  const { deletePool } = registerDeletionFeature(parts)
  registerConnectionsFeature(parts)
  registerCheckConnection(parts, networkProbe)
  registerCompareZones(parts)
  registerZoneChecks(parts)
  registerPoolLenses(parts)
  registerShowDetails(parts)
  registerCopyAs(parts)
  registerViewCommands(parts, { zonesView, machinePoolsView })
  registerSampleFeature(parts)
  commands.register(commandIds.showLog, () => log.show())
  commands.assertComplete()

  const handleErrors = createErrorHandler(log)
  return {
    zonesView,
    zoneDrag,
    machinePoolsView,
    tools: createTools(parts, deletePool),
    /** Runs a command. An error is logged and shown, and this resolves to undefined. */
    run: async (id: CommandId, args: readonly unknown[]): Promise<unknown> =>
      handleErrors(id, async () =>
        runWithConnection(connections, async () =>
          commands.execute(id, withCurrentConnections(args, connections)),
        ),
      ),
  }
}
