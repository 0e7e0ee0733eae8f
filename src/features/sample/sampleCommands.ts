import * as vscode from 'vscode'
import { isSample, sampleBaseUrl } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction, reasonOf } from '../../ui/messages.ts'

/** Try with Sample Data, which adds a connection to the sample. */
export function sampleCommands({ connections }: Parts) {
  return {
    [commandIds.trySampleData]: async () => {
      const name = connections.all.find(isSample)?.name ?? (await add())
      await connections.activate(name)
      await vscode.commands.executeCommand('workbench.view.extension.poolkeeper')
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
