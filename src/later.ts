// What is loaded when it is first used: the client, and everything that a command does. Activation
// registers names for it, and no more.
import type { Tool } from './features/agents/tool.ts'
import { createTools } from './features/agents/tools.ts'
import { Activity } from './features/deletion/activity.ts'
import { addConnectionCommands } from './features/connections/addConnection.ts'
import { addMachinePoolCommands } from './features/machinePools/addMachinePool.ts'
import { apiKeyCommands } from './features/connections/apiKey.ts'
import { checkConnectionCommands } from './features/connectionCheck/command.ts'
import { checkZonesCommands } from './features/zoneChecks/checkZones.ts'
import { compareZonesCommands } from './features/comparison/compareZones.ts'
import { connectionCommands } from './features/connections/switchConnection.ts'
import { copyAsCurlCommands } from './features/viewCommands/copyAsCurl.ts'
import { copyZonesAsCommands } from './features/zones/copyZonesAs.ts'
import { createDeletion } from './features/deletion/deletion.ts'
import { deleteMachinePoolCommands } from './features/deletion/deleteMachinePool.ts'
import { dropZones } from './features/zones/dropZones.ts'
import { findInViewsCommands } from './features/viewCommands/findInViews.ts'
import { reportSettled } from './features/deletion/followedReport.ts'
import { goToMachinePoolCommands } from './features/machinePools/goToMachinePool.ts'
import { insertZonesCommands } from './features/zones/insertZones.ts'
import { listZonesCommands } from './features/zones/listZones.ts'
import { listZonesInAllRegionsCommands } from './features/zones/listZonesInAllRegions.ts'
import { openConsoleCommands } from './features/connections/openConsole.ts'
import { openWalkthroughCommands } from './features/help/openWalkthrough.ts'
import { recentActivityCommands } from './features/deletion/recentActivity.ts'
import { reportIssueCommands } from './features/help/reportIssue.ts'
import { revealInViewCommands } from './features/viewCommands/revealInView.ts'
import { createAttempt, type Commands } from './ui/commands.ts'
import { selectProjectCommands } from './features/connections/selectProject.ts'
import { createShowRow } from './features/viewCommands/showRow.ts'
import { showZonesAsJsonCommands } from './features/zonesAsJson/showZonesAsJson.ts'
import { viewCommands } from './features/viewCommands/viewCommands.ts'
import { createZoneChecks, type ZoneChecks } from './features/zoneChecks/zoneChecks.ts'
import { servicesFrom } from './connections/services.ts'
import { commandIds, type CommandId, type ToolName } from './contributions.ts'
import type { Settled } from './inventory/following.ts'
import type { NetworkProbe } from './features/connectionCheck/networkProbe.ts'
import type { Parts } from './parts.ts'
import type { CheckDocuments } from './features/connectionCheck/checkDocuments.ts'
import { restoreComparison } from './features/comparison/comparisonPanel.ts'
import { registerWalkthrough } from './features/help/walkthrough.ts'
import { ZonesDocuments } from './features/zonesAsJson/zonesDocuments.ts'

export { agedTooltip } from './ui/ageTexts.ts'
export { connectionProblemText } from './ui/problemTexts.ts'
export { errorText, errorTitle } from './ui/errorTexts.ts'
export { unshownNote } from './ui/trees/unshownNote.ts'
export { failureCommand } from './ui/trees/failureCommand.ts'
export { adoptEarlierDeletions } from './inventory/earlierDeletions.ts'
export { DeletionObserver } from './inventory/deletionObserver.ts'
export { DeletionWriter } from './inventory/deletionWriter.ts'
export { StateWriter } from './state/stateWriter.ts'
export { sweepKeys } from './connections/keySweep.ts'
export {
  createZoneChecks,
  dropZones,
  registerWalkthrough,
  restoreComparison,
  servicesFrom,
  ZonesDocuments,
}

/** What this module has, for who loads it. */
export type Later = typeof import('./later.ts')

/** What activation hands over: what it has made, and what features have registered there. */
export interface ActivatedParts extends Parts {
  documents: CheckDocuments
  /** Loaded when they are first asked for. */
  zonesDocuments: () => Promise<ZonesDocuments>
  zoneChecks: () => Promise<ZoneChecks>
}

/** What a window does beside showing its views. */
export interface Actions {
  /** Runs a command. If it throws, that ends in the log and a message, and this resolves to undefined. */
  run(id: CommandId, args: readonly unknown[]): Promise<unknown>
  tools: Readonly<Record<ToolName, Tool>>
  reportSettled(settled: readonly Settled[]): Promise<void>
}

/** Every command and every tool. Outside a browser there is a look at the network, too. */
export function createActions(activated: ActivatedParts, probe?: NetworkProbe): Actions {
  const { deletions, log } = activated
  const activity = new Activity(deletions, log)
  const deletePools = createDeletion({ ...activated, activity })
  const parts = { ...activated, probe, activity, deletePools, showRow: createShowRow(activated) }
  const attempt = createAttempt(log)
  const commands: Commands = {
    [commandIds.showLog]: () => log.show(),
    ...openWalkthroughCommands(parts),
    ...addConnectionCommands(parts),
    ...connectionCommands(parts),
    ...apiKeyCommands(parts),
    ...checkConnectionCommands(parts),
    ...selectProjectCommands(parts),
    ...listZonesCommands(parts),
    ...listZonesInAllRegionsCommands(parts),
    ...compareZonesCommands(parts),
    ...copyZonesAsCommands(parts),
    ...insertZonesCommands(parts),
    ...showZonesAsJsonCommands(parts),
    ...checkZonesCommands(parts),
    ...addMachinePoolCommands(parts),
    ...deleteMachinePoolCommands(parts),
    ...goToMachinePoolCommands(parts),
    ...revealInViewCommands(parts),
    ...recentActivityCommands(parts),
    ...copyAsCurlCommands(parts),
    ...openConsoleCommands(parts),
    ...reportIssueCommands(parts),
    ...findInViewsCommands(),
    ...viewCommands(parts),
  }
  return {
    run: (id, args) => attempt(id, async () => commands[id](...args)),
    tools: createTools(parts),
    reportSettled: (settled) => reportSettled(settled, activity, log),
  }
}
