import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../contributions.ts'
import type { Commands } from '../../ui/commands.ts'

/** Find in Zones… and Find in Machine Pools…: VS Code’s search in loaded tree items. */
export function findInViewsCommands(): Commands<'findInZones' | 'findInMachinePools'> {
  const findIn = (viewId: string) => async () => {
    await vscode.commands.executeCommand(`${viewId}.focus`)
    await vscode.commands.executeCommand('list.find')
  }
  return {
    [commandIds.findInZones]: findIn(viewIds.zones),
    [commandIds.findInMachinePools]: findIn(viewIds.machinePools),
  }
}
