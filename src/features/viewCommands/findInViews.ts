import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../contributions.ts'

/** Find in Zones… and Find in Machine Pools…: VS Code’s search in loaded tree items. */
export function findInViewsCommands() {
  const findIn = (viewId: string) => async () => {
    await vscode.commands.executeCommand(`${viewId}.focus`)
    await vscode.commands.executeCommand('list.find')
  }
  return {
    [commandIds.findInZones]: findIn(viewIds.zones),
    [commandIds.findInMachinePools]: findIn(viewIds.machinePools),
  }
}
