import { host } from './api/browser.ts'
import { setClock, type Clock } from './api/clock.ts'
import { commandIds, type CommandId } from './contributions.ts'
import { createTools } from './features/agents/tools.ts'
import { ComparisonPanels } from './features/comparison/comparisonPanel.ts'
import { compareZonesCommands } from './features/comparison/compareZones.ts'
import {
  checkConnectionCommands,
  createReports,
} from './features/connectionCheck/checkConnectionCommands.ts'
import type { NetworkProbe } from './features/connectionCheck/networkProbe.ts'
import { addConnectionCommands } from './features/connections/addConnection.ts'
import { apiKeyCommands } from './features/connections/apiKeyCommands.ts'
import { registerConnectionMaintenance } from './features/connections/connectionMaintenance.ts'
import { openConsoleCommands } from './features/connections/openConsole.ts'
import { selectProjectCommands } from './features/connections/selectProject.ts'
import { registerScope } from './features/connections/scope.ts'
import { manageConnectionsCommands } from './features/connections/manageConnections.ts'
import { registerBadge } from './features/deletion/badge.ts'
import { deleteMachinePoolCommands } from './features/deletion/deleteMachinePool.ts'
import { createDeletion } from './features/deletion/deletion.ts'
import { reportCompleted } from './features/deletion/completionReport.ts'
import { createDeletionNotifications } from './features/deletion/deletionNotifications.ts'
import { registerOtherWindows } from './features/deletion/otherWindows.ts'
import { deletionHistoryCommands } from './features/deletion/showDeletionHistory.ts'
import { pinCommands } from './features/machinePools/pins.ts'
import { copyAsCommands } from './features/copyAs/copyAs.ts'
import { goToMachinePoolCommands } from './features/machinePools/goToMachinePool.ts'
import { createDetails, showDetailsCommands } from './features/details/showDetails.ts'
import { createMachinePoolsView } from './features/machinePools/machinePoolsView.ts'
import { showPoolsInZoneCommands } from './features/machinePools/showPoolsInZone.ts'
import { searchCode } from './features/poolsInCode/codeSearch.ts'
import { registerPoolsInCode } from './features/poolsInCode/poolsInCode.ts'
import { copyAsCurlCommands } from './features/viewCommands/copyAsCurl.ts'
import { revealInViewCommands } from './features/viewCommands/revealInView.ts'
import { refreshCommands } from './features/viewCommands/refresh.ts'
import { viewCommands } from './features/viewCommands/viewCommands.ts'
import { sampleCommands } from './features/sample/sampleCommands.ts'
import { checkZonesCommands } from './features/zoneChecks/checkZones.ts'
import { registerEditorZones } from './features/zoneChecks/editorZones.ts'
import { createZoneChecks } from './features/zoneChecks/zoneChecks.ts'
import { registerZoneProviders } from './features/zoneChecks/zoneProviders.ts'
import { insertZonesCommands } from './features/zones/insertZones.ts'
import { listZonesCommands } from './features/zones/listZones.ts'
import { ZoneDrag } from './features/zones/zoneDrag.ts'
import { createZonesView } from './features/zones/zonesView.ts'
import { trackedKey } from './inventory/trackedItems.ts'
import type { LoadSample } from './connections/sample.ts'
import { createGround, type Parts } from './parts.ts'
import { withConnection } from './ui/activeConnection.ts'
import { createErrorHandler, type Commands } from './ui/commands.ts'
import { ownArguments } from './ui/selectedItems.ts'

/** The objects that activation has created. */
export type Registered = Pick<Parts, 'context' | 'log' | 'zonesTree' | 'machinePoolsTree'>

/** The extension host. */
export interface Host {
  isBrowser: boolean
  /** Loads the sample’s service, which is a file of its own. */
  loadSample: LoadSample
  /** Network diagnostics, in Node.js only. */
  networkProbe?: NetworkProbe
  /** Replaces the computer’s clock. */
  clock?: Clock | undefined
}

/** The implementation of the registered names. */
export type Poolkeeper = ReturnType<typeof start>

/** Constructs everything, once per window; VS Code disposes of it. */
export function start(
  registered: Registered,
  { isBrowser, loadSample, networkProbe, clock }: Host,
) {
  host.isBrowser = isBrowser
  if (clock) setClock(clock)
  const { context, log, zonesTree, machinePoolsTree } = registered
  // Pending deletions and the history stay on this computer; keys never leave secret storage.
  context.globalState.setKeysForSync([trackedKey])

  const ground = createGround(context, log, loadSample)
  const zonesView = createZonesView(ground)
  const machinePoolsView = createMachinePoolsView(ground)
  const views = { zonesView, zonesTree, machinePoolsView, machinePoolsTree }
  const base: Parts = { ...ground, ...views }
  const disposables = {
    zonesView,
    machinePoolsView,
    reports: createReports(),
    details: createDetails(),
    zoneChecks: createZoneChecks(base),
    deletionNotifications: createDeletionNotifications(base),
  }
  const zoneDrag = new ZoneDrag(base)
  const comparisons = new ComparisonPanels(base)
  const parts = {
    ...base,
    ...disposables,
    comparisons,
    searchCode,
    deletePools: createDeletion({ ...base, ...disposables, searchCode }),
    probe: networkProbe,
  }

  context.subscriptions.push(
    ...Object.values(disposables),
    zoneDrag.register(),
    registerZoneProviders(parts.zoneChecks),
    registerPoolsInCode(base),
    registerEditorZones(),
    registerScope(parts),
    registerBadge(parts),
    machinePoolsTree.onDidCollapseElement(({ element }) => machinePoolsView.close(element)),
    ground.deletionMonitor.onDidComplete(async (completed) => reportCompleted(completed, parts)),
    registerConnectionMaintenance(parts),
    registerOtherWindows(parts),
  )

  const commands: Commands = {
    [commandIds.showLog]: () => log.show(),
    ...addConnectionCommands(parts),
    ...manageConnectionsCommands(parts),
    ...apiKeyCommands(parts),
    ...checkConnectionCommands(parts),
    ...selectProjectCommands(parts),
    ...listZonesCommands(parts),
    ...compareZonesCommands(parts),
    ...insertZonesCommands(parts),
    ...showDetailsCommands(parts),
    ...checkZonesCommands(parts),
    ...pinCommands(parts),
    ...deleteMachinePoolCommands(parts),
    ...goToMachinePoolCommands(parts),
    ...copyAsCommands(parts),
    ...revealInViewCommands(parts),
    ...showPoolsInZoneCommands(parts),
    ...deletionHistoryCommands(parts),
    ...copyAsCurlCommands(parts),
    ...openConsoleCommands(parts),
    ...viewCommands(),
    ...sampleCommands(parts),
    ...refreshCommands(parts),
  }
  const attempt = createErrorHandler(log)
  return {
    /** Runs a command. An error is logged and shown, and this resolves to undefined. */
    run: async (id: CommandId, args: readonly unknown[]): Promise<unknown> =>
      attempt(id, async () =>
        withConnection(ground.connections, async () =>
          commands[id](...ownArguments(args, ground.connections)),
        ),
      ),
    tools: createTools(parts),
    zoneDrag,
    comparisons,
    ...disposables,
  }
}
