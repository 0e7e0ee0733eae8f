import * as vscode from 'vscode'
import { isSample, sampleBaseUrl } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { createSample } from './sampleService.ts'

/** Answers the requests to the sample, and adds a connection to it: Try with Sample Data. */
export function registerSampleFeature({ commands, connections, sample }: Parts): void {
  sample.create = createSample
  commands.register(commandIds.trySampleData, async () => {
    const added = connections.all.find(isSample)
    if (added) {
      await connections.activate(added.name)
      return vscode.commands.executeCommand('workbench.view.extension.poolkeeper')
    }
    const plain = vscode.l10n.t('Sample Data')
    let name = plain
    for (let number = 2; connections.has(name); number++) name = `${plain} ${number}`
    const entry = { name, baseUrl: sampleBaseUrl }
    return vscode.commands.executeCommand(commandIds.addConnection, entry)
  })
}
