import * as vscode from 'vscode'
import { isSample, sampleBaseUrl } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction, reasonOf } from '../../ui/messages.ts'

/** The workspace state with the name of the connection that was active before the sample. */
const previousKey = 'connectionBeforeSample'

/** Try with Sample Data, which adds a connection to the sample, and Remove Sample Data. */
export function sampleCommands({ connections, context: { workspaceState } }: Parts) {
  return {
    [commandIds.trySampleData]: async () => {
      const { active } = connections
      if (active && !isSample(active)) await workspaceState.update(previousKey, active.name)
      const name = connections.all.find(isSample)?.name ?? (await add())
      await connections.activate(name)
      await vscode.commands.executeCommand('workbench.view.extension.poolkeeper')
    },

    [commandIds.removeSampleData]: async () => {
      const wasActive = connections.active && isSample(connections.active)
      for (const { name } of connections.all.filter(isSample)) {
        await vscode.commands.executeCommand(commandIds.removeConnection, name)
      }
      // The first connection would become active, whichever this workspace had selected.
      const previous = connections.currentName(workspaceState.get(previousKey, ''))
      if (wasActive && connections.has(previous)) await connections.activate(previous)
      await workspaceState.update(previousKey, undefined)
    },
  }

  /** Adds the connection, under a name that is free; resolves to it. */
  async function add(): Promise<string> {
    const plain = vscode.l10n.t('Sample Data')
    let name = plain
    for (let number = 2; connections.has(name); number++) name = `${plain} ${number}`
    await connections.add({ name, baseUrl: sampleBaseUrl }).catch((error: unknown) => {
      throw new CommandError(vscode.l10n.t('Couldn’t save the connection: {0}', reasonOf(error)), [
        editConnectionsAction(),
      ])
    })
    return name
  }
}
