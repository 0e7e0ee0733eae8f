import * as vscode from 'vscode'
import { settingIds } from '../../contributions.ts'
import { mustTypeName } from '../../inventory/deletion/guard.ts'
import { revealed } from '../../texts.ts'
import { confirmModal, type Action } from '../../ui/messages.ts'
import { askText } from '../../ui/prompts/quickInput.ts'
import { clusterText, detailOf, questionOf, type PoolsToConfirm } from './confirmationLines.ts'
import { openLocation } from './locationTexts.ts'

/**
 * Prompts to confirm the deletion of machine pools: with the risk, what goes, and what is lost. Resolves to true only
 * after the confirmation and any typed text. `showDetails` opens everything known about the pools instead.
 */
export async function confirmDeletion(
  question: PoolsToConfirm,
  showDetails: () => Promise<void>,
): Promise<boolean> {
  const count = question.pools.length
  const toType = textToType(question)
  const isOne = count === 1
  const title = isOne
    ? vscode.l10n.t('Delete Machine Pool')
    : vscode.l10n.t('Delete {0} Machine Pools', count)
  const asking = isOne
    ? vscode.l10n.t('Delete Machine Pool…')
    : vscode.l10n.t('Delete {0} Machine Pools…', count)
  const button = toType ? asking : title
  const actions = actionsOf(question, showDetails)
  if (!(await confirmModal(questionOf(question), detailOf(question), button, actions))) return false
  return toType === undefined || typed(title, toType.prompt, toType.text)
}

/** Returns what must be typed to confirm, and the prompt for it; undefined if the button is enough. */
function textToType({ pools, isForModel, news }: PoolsToConfirm) {
  const [one] = pools
  // Any level but the known weakest counts, so that an unknown one fails closed.
  const isProtected = one.pool.connection.protection !== 'none'
  if (pools.length === 1) {
    const setting = vscode.workspace.getConfiguration().get(settingIds.confirmation)
    const isRisky = mustTypeName(one.dangers) || isForModel || news !== undefined
    if (!isRisky && !isProtected && setting !== 'typeName') return undefined
    const text = `${clusterText(one)}/${revealed(one.pool.machinePoolName)}`
    const prompt = vscode.l10n.t('To confirm, type the cluster and the machine pool: {0}', text)
    return { text, prompt }
  }
  const text = `${clusterText(one)}/${pools.length}`
  const prompt = vscode.l10n.t(
    'To confirm, type the cluster and the number of its machine pools: {0}',
    text,
  )
  return { text, prompt }
}

/**
 * Returns the buttons beside the one that confirms. They end the dialog with nothing deleted, because it blocks
 * what they open. Enter presses the first: a key held from a list of pools must not delete what nobody has read.
 */
function actionsOf({ pools }: PoolsToConfirm, showDetails: () => Promise<void>) {
  const [location] = pools.flatMap(({ locations }) => locations)
  const first: Action = { title: vscode.l10n.t('Show Details'), run: showDetails }
  const openFile = location && {
    title: vscode.l10n.t('Open File'),
    run: async () => openLocation(location),
  }
  return { first, others: openFile ? [openFile] : [] }
}

async function typed(title: string, prompt: string, expected: string): Promise<boolean> {
  const answer = await askText(
    { title },
    {
      prompt,
      placeholder: expected,
      exact: true,
      validate: (value) =>
        value === expected
          ? undefined
          : vscode.l10n.t('Type {0} exactly. Nothing has been deleted.', expected),
    },
  )
  return answer === expected
}
