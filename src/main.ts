import { commandIds, type CommandId } from './contributions.ts'
import { createTools } from './features/agents/tools.ts'
import { registerCompareZones } from './features/comparison/compareZones.ts'
import { registerCheckConnection } from './features/connectionCheck/checkConnectionCommands.ts'
import type { ReadLocalFile } from './documents/readFile.ts'
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

/** What differs between the extension hosts of Node.js and a browser. */
interface Host {
  /** True in a browser. Globals can’t tell: other extensions in the same host may define globals such as `process`. */
  isBrowser: boolean
  /** The network part of Check Connection. Undefined in a browser, where no host names can be resolved. */
  networkProbe?: NetworkProbe
  /** Reads a file of this computer. Undefined in a browser. */
  readLocalFile?: ReadLocalFile
}

/** The implementation of everything that `extension.ts` registers with VS Code. */
export type Poolkeeper = ReturnType<typeof start>

/** Creates the services and features of this window. VS Code disposes of them through the extension’s subscriptions. */
export function start(registered: Activation, { isBrowser, networkProbe, readLocalFile }: Host) {
  const { context, log } = registered
  // Settings Sync may copy only the pins to other computers. Pending deletions and their history stay on this computer.
  // API keys are in secret storage, which isn’t synchronized.
  context.globalState.setKeysForSync([pinsKey])

  const parts = createParts(registered, {
    isBrowser,
    environment: () => networkProbe?.environment() ?? {},
    readLocalFile,
    createSample: createSampleService,
  })
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
    /** Runs a command. If it throws, logs and shows the error, and resolves to undefined. */
    run: async (id: CommandId, args: readonly unknown[]): Promise<unknown> =>
      handleErrors(id, async () =>
        runWithConnection(connections, async () =>
          commands.execute(id, withCurrentConnections(args, connections)),
        ),
      ),
  }
}
