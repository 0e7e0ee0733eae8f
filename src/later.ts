// What is loaded when it is first used: the client, and everything that a command does. Activation
// registers names for it, and no more.
import type * as vscode from 'vscode'
import type { Tool } from './agents/tool.ts'
import { toolsOf } from './agents/tools.ts'
import { Activity } from './commands/activity.ts'
import { registerAddConnection } from './commands/addConnection.ts'
import { registerAddMachinePool } from './commands/addMachinePool.ts'
import { registerApiKeyCommands } from './commands/apiKey.ts'
import { registerCheckConnection } from './commands/checkConnection.ts'
import { registerCheckZones } from './commands/checkZones.ts'
import { registerCompareZones } from './commands/compareZones.ts'
import { registerConnectionCommands } from './commands/connections.ts'
import { registerCopyAsCurl } from './commands/copyAsCurl.ts'
import { registerCopyZonesAs } from './commands/copyZonesAs.ts'
import { createDeletion } from './commands/deletion.ts'
import { registerDeleteMachinePool } from './commands/deleteMachinePool.ts'
import { dropZones } from './commands/dropZones.ts'
import { registerFindInViews } from './commands/findInViews.ts'
import { reportSettled } from './commands/followedReport.ts'
import { registerGoToMachinePool } from './commands/goToMachinePool.ts'
import { registerInsertZones } from './commands/insertZones.ts'
import { registerListZones } from './commands/listZones.ts'
import { registerListZonesInAllRegions } from './commands/listZonesInAllRegions.ts'
import { registerOpenConsole } from './commands/openConsole.ts'
import { registerOpenWalkthrough } from './commands/openWalkthrough.ts'
import { registerRecentActivity } from './commands/recentActivity.ts'
import { registerReportIssue } from './commands/reportIssue.ts'
import { registerRevealInView } from './commands/revealInView.ts'
import { createAttempt, createRunCommand, type CommandCallback } from './commands/runCommand.ts'
import { registerSelectProject } from './commands/selectProject.ts'
import { createShowRow } from './commands/showRow.ts'
import { registerShowZonesAsJson } from './commands/showZonesAsJson.ts'
import { registerViewCommands } from './commands/viewCommands.ts'
import { createZoneChecks, type ZoneChecks } from './commands/zoneChecks.ts'
import { servicesFrom } from './connections/services.ts'
import { commandIds, type CommandId, type ToolName } from './contributions.ts'
import type { Settled } from './inventory/following.ts'
import type { NetworkProbe } from './check/networkProbe.ts'
import type { Parts } from './parts.ts'
import { CheckedAccounts } from './inventory/checkedAccounts.ts'
import { KnownZones } from './inventory/knownZones.ts'
import { restoreComparison } from './views/comparisonPanels.ts'
import { followWalkthrough } from './views/walkthrough.ts'
import { ZoneDiagnostics } from './views/zoneDiagnostics.ts'
import { ZonesDocuments } from './views/zonesDocuments.ts'

export { connectionProblemText } from './problemTexts.ts'
export { errorText, errorTitle } from './errorTexts.ts'
export { unshownNote } from './views/unshownNote.ts'
export { failureCommand } from './views/failureCommand.ts'
export { adoptEarlierDeletions } from './inventory/earlierDeletions.ts'
export { DeletionObserver } from './inventory/deletionObserver.ts'
export { DeletionWriter } from './inventory/deletionWriter.ts'
export { StateWriter } from './stateWriter.ts'
export { sweepKeys } from './connections/keySweep.ts'
export { dropZones, followWalkthrough, restoreComparison, servicesFrom }

/** What this module has, for who loads it. */
export type Later = typeof import('./later.ts')

/** What a window does beside showing its views. */
export interface Actions {
  commands: ReadonlyMap<CommandId, CommandCallback>
  tools: ReadonlyMap<ToolName, Tool>
  reportSettled(settled: readonly Settled[]): Promise<void>
}

/** Every command, by its id, and the tools. Outside a browser there is a look at the network, too. */
export function actionsOf(parts: Parts, probe?: NetworkProbe): Actions {
  const { connections, apiKeys, tracked, deletions, clouds, clusters, projects } = parts
  const { machinePoolsTree, log, context } = parts
  const activity = new Activity(deletions, log)
  const deletePools = createDeletion({ ...parts, activity })
  const showRow = createShowRow(parts)
  const commands = new Map<CommandId, CommandCallback>()
  const runCommand = createRunCommand(createAttempt(log), commands)

  context.subscriptions.push(
    runCommand(commandIds.showLog, () => log.show()),
    registerOpenWalkthrough(runCommand, context.extension.id),
    registerAddConnection(runCommand, connections, apiKeys, projects),
    registerConnectionCommands(runCommand, connections, apiKeys, tracked, deletions),
    registerApiKeyCommands(runCommand, connections, apiKeys),
    registerCheckConnection(runCommand, { ...parts, probe }),
    registerSelectProject(runCommand, connections, apiKeys, projects),
    registerListZones(runCommand, connections, apiKeys, tracked, clouds, parts.zonesTree),
    registerListZonesInAllRegions(runCommand, connections, apiKeys, tracked, clouds),
    registerCompareZones(runCommand, apiKeys, parts),
    registerCopyZonesAs(runCommand, tracked, clouds, parts.globalState),
    registerInsertZones(runCommand, parts),
    registerShowZonesAsJson(runCommand, parts.zonesDocuments),
    registerCheckZones(runCommand, parts),
    registerAddMachinePool(runCommand, connections, tracked, clusters),
    registerDeleteMachinePool(runCommand, { ...parts, view: machinePoolsTree }, deletePools),
    registerGoToMachinePool(runCommand, { ...parts, showRow }),
    registerRevealInView(runCommand, connections, showRow),
    registerRecentActivity(runCommand, connections, activity, showRow),
    registerCopyAsCurl(runCommand, parts),
    registerOpenConsole(runCommand, connections),
    registerReportIssue(runCommand, context),
    registerFindInViews(runCommand),
    registerViewCommands(runCommand, parts),
  )
  return {
    commands,
    tools: toolsOf({ ...parts, deletePools }),
    reportSettled: (settled) => reportSettled(settled, activity, log),
  }
}

/** The documents that show zones as JSON. */
export function zonesDocumentsOf(
  { context, connections, tracked, clouds, zonesView: view }: Parts,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
): ZonesDocuments {
  const documents = new ZonesDocuments({ connections, tracked, clouds, view }, changed)
  context.subscriptions.push(documents)
  return documents
}

/** The checks of zones in documents. */
export function zoneChecksOf(parts: Parts): ZoneChecks {
  const { context, tracked, clouds } = parts
  const known = new KnownZones(tracked, clouds)
  const accounts = new CheckedAccounts(context.workspaceState)
  const diagnostics = new ZoneDiagnostics()
  const checks = createZoneChecks({ ...parts, known, accounts, diagnostics })
  context.subscriptions.push(accounts, diagnostics, checks)
  return checks
}
