import * as vscode from 'vscode'
import { otherConfigName } from '../../deletion/inspection.ts'
import { escapeInvisible, withEllipsis } from '../../displayTexts.ts'
import { confirmModal, type Action } from '../../ui/messages.ts'
import { askText } from '../../ui/prompts/quickInput.ts'
import { detailText, questionText, type DeletionQuestion } from './confirmationLines.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'
import { notifyUnconfirmedDialog } from './notifyOutcome.ts'

/** How a person has answered the dialog: by confirming with a button alone, or with a button and the typed text. */
export type Answer = 'declined' | 'pressed' | 'typed'

/**
 * Prompts to confirm the deletion of a machine pool: with the risk, what goes, and what is lost. `showDetails` opens
 * everything known about the pool instead.
 */
export async function confirmDeletion(
  question: DeletionQuestion,
  showDetails: () => Promise<void>,
): Promise<Answer> {
  const isTyped = mustTypeToConfirm(question)
  const title = vscode.l10n.t('Delete Machine Pool')
  const button = isTyped ? withEllipsis(title) : title
  const actions = dialogActions(question, showDetails)
  const isConfirmed = await confirmModal(
    questionText(question),
    detailText(question),
    button,
    actions,
  )
  if (!isConfirmed) return 'declined'
  if (!isTyped) return 'pressed'
  return (await isTypedCorrectly(title, textToType(question))) ? 'typed' : 'declined'
}

/** Returns whether the pool must be typed after the button was pressed. */
function mustTypeToConfirm(question: DeletionQuestion): boolean {
  const { isForModel, changes, typingReasons } = question
  return isForModel || changes.length > 0 || typingReasons.length > 0
}

/**
 * Returns the text to type, in full: the cluster and the pool. A cluster stands there with its name if the list of
 * clusters has that once, and its cloud config no other, else with the UID of its cloud config: anyone can choose a
 * label, and cloud configs may share a name.
 */
function textToType({ inspection }: DeletionQuestion): string {
  const { pool, loaded } = inspection
  const { cluster, isNameShared } = loaded.cached
  const isAmbiguous = isNameShared || otherConfigName(inspection) !== undefined
  const clusterText = isAmbiguous ? pool.configUid : (cluster ?? pool.configUid)
  return `${escapeInvisible(clusterText)}/${escapeInvisible(pool.machinePoolName)}`
}

/**
 * Returns the buttons beside the one that confirms. They end the dialog without a deletion, because a modal dialog
 * blocks the editors that they open. Enter presses the first of them: an Enter key that is held down since the
 * selection of a pool must not confirm a dialog that nobody has read.
 */
function dialogActions(
  { locations, inspection }: DeletionQuestion,
  showDetails: () => Promise<void>,
) {
  const [location] = locations
  const endingDialog = (title: string, open: () => Promise<void>): Action => ({
    title,
    run: async () => {
      await open()
      notifyUnconfirmedDialog(inspection.pool)
    },
  })
  const defaultAction = endingDialog(vscode.l10n.t('Show Details'), showDetails)
  if (!location) return { defaultAction }
  const openFile = endingDialog(vscode.l10n.t('Open File'), async () => openLocation(location))
  return { defaultAction, otherActions: [openFile] }
}

async function isTypedCorrectly(title: string, expected: string): Promise<boolean> {
  const answer = await askText(title, {
    prompt: vscode.l10n.t('To confirm, type the cluster and the machine pool: {0}', expected),
    placeholder: expected,
    exact: true,
    validate: (value) =>
      value === expected
        ? undefined
        : vscode.l10n.t('The text doesn’t match. Type “{0}” exactly.', expected),
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
