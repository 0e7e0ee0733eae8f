import * as vscode from 'vscode'
import { commandIds, viewIds } from '../contributions.ts'
import type { RunCommand } from './runCommand.ts'

/** Find in Zones… and Find in Machine Pools…: VS Code's own search in a tree, of what is loaded. */
export function registerFindInViews(runCommand: RunCommand): vscode.Disposable {
  const findIn = (viewId: string) => async () => {
    await vscode.commands.executeCommand(`${viewId}.focus`)
    await vscode.commands.executeCommand('list.find')
  }
  return vscode.Disposable.from(
    runCommand(commandIds.findInZones, findIn(viewIds.zones)),
    runCommand(commandIds.findInMachinePools, findIn(viewIds.machinePools)),
  )
}
