import * as vscode from 'vscode'
import { isSample, sampleBaseUrl } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'

/** Adds a connection to the sample: Try with Sample Data. */
export function registerSampleFeature({ commands, connections }: Parts): void {
  commands.register(commandIds.trySampleData, async () => {
    const existing = connections.all.find(isSample)
    if (existing) {
      await connections.activate(existing.name)
      return vscode.commands.executeCommand('workbench.view.extension.poolkeeper')
    }
    const title = vscode.l10n.t('Sample Data')
    let name = title
    for (let number = 2; connections.has(name); number++) name = `${title} ${number}`
    const entry = { name, baseUrl: sampleBaseUrl }
    return vscode.commands.executeCommand(commandIds.addConnection, entry)
  })
}
