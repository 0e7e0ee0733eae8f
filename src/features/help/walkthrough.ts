import * as vscode from 'vscode'
import { contextKeys } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'

/**
 * Tells VS Code of what completes the walkthrough's steps, when it has happened: not that a button was
 * pressed. What is done stays done, so nothing is ever taken back.
 */
export function registerWalkthrough({
  clouds,
  zonesTree,
  machinePoolsTree,
}: Pick<Parts, 'clouds' | 'zonesTree' | 'machinePoolsTree'>): vscode.Disposable {
  return vscode.Disposable.from(
    clouds.zones.onDidChange(() => {
      if (clouds.zones.known.length > 0) completeStep('hasListedZones')
    }),
    // What the view reads is no change to anybody else.
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

/** Completes the step of the walkthrough that waits for this. */
export function completeStep(what: Exclude<keyof typeof contextKeys, 'state'>): void {
  void vscode.commands.executeCommand('setContext', contextKeys[what], true)
}
