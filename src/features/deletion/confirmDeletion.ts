import * as vscode from 'vscode'
import { isLocked } from '../../connections/locks.ts'
import { settingIds } from '../../contributions.ts'
import { mustTypeName } from '../../deletion/guard.ts'
import { revealed } from '../../texts.ts'
import { confirmModal, type Action } from '../../ui/messages.ts'
import { askText } from '../../ui/prompts/quickInput.ts'
import { detailOf, questionOf, type DeletionQuestion } from './confirmationLines.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'

/**
 * Prompts to confirm the deletion of a machine pool: with the risk, what goes, and what is lost. Resolves to true only
 * after the confirmation and any typed text. `showDetails` opens everything known about the pool instead.
 */
export async function confirmDeletion(
  question: DeletionQuestion,
  showDetails: () => Promise<void>,
): Promise<boolean> {
  const isTyped = mustType(question)
  const title = vscode.l10n.t('Delete Machine Pool')
  const button = isTyped ? vscode.l10n.t('Delete Machine Pool…') : title
  const actions = actionsOf(question, showDetails)
  if (!(await confirmModal(questionOf(question), detailOf(question), button, actions))) return false
  // The setting may have been changed while the dialog was open.
  return !(isTyped || mustType(question)) || typed(title, textToType(question))
}

/** Returns whether the pool must be typed to confirm, beside the button. */
function mustType(question: DeletionQuestion): boolean {
  const { inspection, isForModel, reconfirmReason } = question
  const { pool, config, dangers } = inspection
  const { cluster, clusterUid } = inspection.loaded.cached
  const setting = vscode.workspace.getConfiguration().get(settingIds.confirmation)
  // Any level but the known weakest counts, so that an unknown one fails closed.
  const { connection, machinePoolName } = pool
  // Without a name, the list has the UID. The config is loaded by now, and may have a newer name.
  const names = [cluster === clusterUid ? undefined : cluster, config?.name ?? cluster]
  const isPoolLocked = names.some((name) => isLocked(connection, name, machinePoolName))
  const isProtected = connection.protection !== 'none' || isPoolLocked
  const isRisky = mustTypeName(dangers) || isForModel || reconfirmReason !== undefined
  return isRisky || isProtected || setting === 'typeName'
}

/**
 * Returns what is to be typed, in full: the cluster and the pool. The cluster’s name, if the list of clusters has it once,
 * else the UID of its cloud config: anyone can choose a label, and cloud configs may share a name.
 */
function textToType({ inspection }: DeletionQuestion): string {
  const { pool, loaded } = inspection
  const { cluster, isNameShared } = loaded.cached
  const clusterText = isNameShared ? pool.configUid : (cluster ?? pool.configUid)
  return `${revealed(clusterText)}/${revealed(pool.machinePoolName)}`
}

/**
 * Returns the buttons beside the one that confirms. They end the dialog with nothing deleted, because it blocks
 * what they open. Enter presses the first: a key held from a list of pools must not delete what nobody has read.
 */
function actionsOf({ locations }: DeletionQuestion, showDetails: () => Promise<void>) {
  const [location] = locations
  const defaultAction: Action = { title: vscode.l10n.t('Show Details'), run: showDetails }
  const openFile = location && {
    title: vscode.l10n.t('Open File'),
    run: async () => openLocation(location),
  }
  return { defaultAction, otherActions: openFile ? [openFile] : [] }
}

async function typed(title: string, expected: string): Promise<boolean> {
  const answer = await askText(title, {
    prompt: vscode.l10n.t('To confirm, type the cluster and the machine pool: {0}', expected),
    placeholder: expected,
    exact: true,
    validate: (value) =>
      value === expected
        ? undefined
        : vscode.l10n.t('The text doesn’t match. Type {0} exactly.', expected),
  })
  return answer === expected
}

/** Opens a file at a location. */
async function openLocation({ uri, line }: CodeLocation): Promise<void> {
  const position = new vscode.Position(line - 1, 0)
  const selection = new vscode.Range(position, position)
  const document = await vscode.workspace.openTextDocument(uri)
  await vscode.window.showTextDocument(document, { selection })
}
