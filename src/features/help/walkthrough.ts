import * as vscode from 'vscode'
import { commandIds, contextKeys, walkthroughId } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'

/**
 * Completes the walkthrough’s steps when something has happened, not when a button was pressed. Never undone.
 */
export function registerWalkthrough(parts: Parts): vscode.Disposable {
  const { clouds, zonesTree, machinePoolsTree } = parts
  return vscode.Disposable.from(
    clouds.zones.onDidChange(() => {
      if (clouds.zones.entries.length > 0) completeStep('hasListedZones')
    }),
    // Loading by the view itself isn’t reported elsewhere.
    zonesTree.onDidExpandElement(async ({ element }) => {
      if (element.kind !== 'region') return
      const zones = await clouds.zones.get(element)
      if ('value' in zones) completeStep('hasListedZones')
    }),
    machinePoolsTree.onDidExpandElement(({ element }) => {
      if (element.kind === 'cloudConfig') completeStep('hasBrowsedPools')
    }),
    machinePoolsTree.onDidChangeSelection(({ selection }) => {
      if (selection.some(({ kind }) => kind === 'machinePool')) {
        completeStep('hasBrowsedPools')
      }
    }),
  )
}

/** Completes a step of the walkthrough. */
export function completeStep(what: Exclude<keyof typeof contextKeys, 'state'>): void {
  void vscode.commands.executeCommand('setContext', contextKeys[what], true)
}

/** Get Started: opens the walkthrough. */
export function openWalkthroughCommands({ context }: Parts) {
  const open = async () =>
    vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      `${context.extension.id}#${walkthroughId}`,
      false,
    )
  return {
    [commandIds.openWalkthrough]: async () => {
      await open()
      // The first time, VS Code hasn’t loaded this walkthrough yet and shows its own.
      await open()
    },
  }
}
