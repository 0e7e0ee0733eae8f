// What is loaded when it is first used: the client, and everything that a command does. Activation
// registers names for it, and no more.
import type { Tool } from './agents/tool.ts'
import { createTools } from './agents/tools.ts'
import { Activity } from './commands/activity.ts'
import { addConnectionCommands } from './commands/addConnection.ts'
import { addMachinePoolCommands } from './commands/addMachinePool.ts'
import { apiKeyCommands } from './commands/apiKey.ts'
import { checkConnectionCommands } from './commands/checkConnection.ts'
import { checkZonesCommands } from './commands/checkZones.ts'
import { compareZonesCommands } from './commands/compareZones.ts'
import { connectionCommands } from './commands/connections.ts'
import { copyAsCurlCommands } from './commands/copyAsCurl.ts'
import { copyZonesAsCommands } from './commands/copyZonesAs.ts'
import { createDeletion } from './commands/deletion.ts'
import { deleteMachinePoolCommands } from './commands/deleteMachinePool.ts'
import { dropZones } from './commands/dropZones.ts'
import { findInViewsCommands } from './commands/findInViews.ts'
import { reportSettled } from './commands/followedReport.ts'
import { goToMachinePoolCommands } from './commands/goToMachinePool.ts'
import { insertZonesCommands } from './commands/insertZones.ts'
import { listZonesCommands } from './commands/listZones.ts'
import { listZonesInAllRegionsCommands } from './commands/listZonesInAllRegions.ts'
import { openConsoleCommands } from './commands/openConsole.ts'
import { openWalkthroughCommands } from './commands/openWalkthrough.ts'
import { recentActivityCommands } from './commands/recentActivity.ts'
import { reportIssueCommands } from './commands/reportIssue.ts'
import { revealInViewCommands } from './commands/revealInView.ts'
import { createAttempt, type Commands } from './commands/runCommand.ts'
import { selectProjectCommands } from './commands/selectProject.ts'
import { createShowRow } from './commands/showRow.ts'
import { showZonesAsJsonCommands } from './commands/showZonesAsJson.ts'
import { viewCommands } from './commands/viewCommands.ts'
import { createZoneChecks, type ZoneChecks } from './commands/zoneChecks.ts'
import { servicesFrom } from './connections/services.ts'
import { commandIds, type CommandId, type ToolName } from './contributions.ts'
import type { Settled } from './inventory/following.ts'
import type { NetworkProbe } from './check/networkProbe.ts'
import type { Parts } from './parts.ts'
import type { CheckDocuments } from './views/checkDocuments.ts'
import { restoreComparison } from './views/comparisonPanel.ts'
import { registerWalkthrough } from './views/walkthrough.ts'
import { ZonesDocuments } from './views/zonesDocuments.ts'

export { agedTooltip } from './ageTexts.ts'
export { connectionProblemText } from './problemTexts.ts'
export { errorText, errorTitle } from './errorTexts.ts'
export { unshownNote } from './views/unshownNote.ts'
export { failureCommand } from './views/failureCommand.ts'
export { adoptEarlierDeletions } from './inventory/earlierDeletions.ts'
export { DeletionObserver } from './inventory/deletionObserver.ts'
export { DeletionWriter } from './inventory/deletionWriter.ts'
export { StateWriter } from './stateWriter.ts'
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
