import { host } from './api/networkErrors.ts'
import { setClock, type Clock } from './api/clock.ts'
import { commandIds, type CommandId } from './contributions.ts'
import { createTools } from './features/agents/tools.ts'
import { compareZonesCommands } from './features/comparison/compareZones.ts'
import { checkConnectionCommands } from './features/connectionCheck/checkConnectionCommands.ts'
import type { NetworkProbe } from './features/connectionCheck/networkProbe.ts'
import { connectionsFeature } from './features/connections/connectionsFeature.ts'
import { copyAsCommands } from './features/copyAs/copyAs.ts'
import { deletionFeature } from './features/deletion/deletionFeature.ts'
import { showDetailsCommands } from './features/details/showDetails.ts'
import { machinePoolsFeature } from './features/machinePools/machinePoolsFeature.ts'
import { registerPoolsInCode } from './features/poolsInCode/poolsInCode.ts'
import { sampleFeature } from './features/sample/sampleFeature.ts'
import { viewCommands } from './features/viewCommands/viewCommands.ts'
import { zoneChecksFeature } from './features/zoneChecks/checkZones.ts'
import { zonesFeature } from './features/zones/zonesFeature.ts'
import { trackedKey } from './pins/trackedItems.ts'
import { createParts, type Registered } from './parts.ts'
import { withConnection } from './ui/activeConnection.ts'
import { createErrorHandler } from './ui/commandErrors.ts'
import { ownArguments } from './ui/selectedItems.ts'

/** The implementation of a command. It throws errors; see {@link createErrorHandler}. */
// VS Code passes on whatever its caller passes.
// oxlint-disable-next-line typescript/no-explicit-any
type CommandCallback = (...args: any[]) => unknown

/** Every command, by its id. */
type Commands = Readonly<Record<CommandId, CommandCallback>>

/** The extension host. */
interface Host {
  isBrowser: boolean
  /** Network diagnostics, in Node.js only. */
  networkProbe?: NetworkProbe
  /** Replaces the computer’s clock. */
  clock?: Clock | undefined
}

/** The implementation of the registered names. */
export type Poolkeeper = ReturnType<typeof start>

/** Constructs everything, once per window; VS Code disposes of it. */
export function start(registered: Registered, { isBrowser, networkProbe, clock }: Host) {
  host.isBrowser = isBrowser
  if (clock) setClock(clock)
  const { context, log } = registered
  // Pending deletions and the history stay on this computer; keys never leave secret storage.
  context.globalState.setKeysForSync([trackedKey])

  // Each feature is a line, with its commands by id, and what `extension.ts` and other features need of it.
  const parts = createParts(registered)
  context.subscriptions.push(registerPoolsInCode(parts))
  const shared = {
    ...zonesFeature(parts),
    ...machinePoolsFeature(parts),
    ...deletionFeature(parts),
  }
  const features = {
    ...shared,
    ...connectionsFeature(parts),
    ...checkConnectionCommands(parts, networkProbe),
    ...compareZonesCommands(parts),
    ...zoneChecksFeature(parts),
    ...showDetailsCommands(parts),
    ...copyAsCommands(parts),
    ...viewCommands({ ...parts, ...shared }),
    ...sampleFeature(parts),
    tools: createTools({ ...parts, ...shared }),
    [commandIds.showLog]: () => log.show(),
  }
  const commands: Commands = features
  const attempt = createErrorHandler(log)
  return {
    /** Runs a command. An error is logged and shown, and this resolves to undefined. */
    run: async (id: CommandId, args: readonly unknown[]): Promise<unknown> =>
      attempt(id, async () =>
        withConnection(parts.connections, async () =>
          commands[id](...ownArguments(args, parts.connections)),
        ),
      ),
    ...features,
  }
}
