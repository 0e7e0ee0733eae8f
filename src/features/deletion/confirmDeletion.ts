import * as vscode from 'vscode'
import { isSample } from '../../connections/sample.ts'
import { settingIds } from '../../contributions.ts'
import { mustTypeName } from '../../inventory/deletionGuard.ts'
import type { Inspected } from '../../inventory/inspection.ts'
import { visible } from '../../texts.ts'
import { confirmModal, type Action } from '../../ui/messages.ts'
import { askText } from '../../ui/prompts/quickInput.ts'
import {
  earlierText,
  linesForOne,
  linesForSeveral,
  type PoolsToConfirm,
} from './confirmationLines.ts'
import { dangerText } from './dangerTexts.ts'
import type { News } from './inspectionNews.ts'
import { openLocation } from './locationTexts.ts'

/** The input of a confirmation. */
interface DeletionQuestion extends PoolsToConfirm {
  /**
   * True if Enter alone must not confirm, because a key pressed at that moment may be meant for something
   * else.
   */
  mustType: boolean
  isForModel: boolean
  /** The reason to ask again; undefined for the first dialog. */
  news: News | undefined
  /** Opens everything known about the pools, instead of confirming. */
  readonly showDetails: () => Promise<void>
}

/**
 * Prompts to confirm the deletion of machine pools, with the whole scope of each and the known facts.
 * Resolves to true only after the confirmation and any typed text.
 */
export async function confirmDeletion(question: DeletionQuestion): Promise<boolean> {
  const [one, ...others] = question.pools
  if (!one) return false
  const isConfirmed = others.length === 0 ? confirmOne(one, question) : confirmSeveral(question)
  return (await isConfirmed) && confirmConnections(question)
}

/** Prompts for the names of all protected connections, in addition to everything else. */
async function confirmConnections(question: DeletionQuestion): Promise<boolean> {
  for (const name of protectedNames(question)) {
    const title = vscode.l10n.t('Delete over Protected Connection')
    const prompt = vscode.l10n.t('To confirm, type the name of the connection: {0}', visible(name))
    if (!(await typed(title, prompt, name))) return false
  }
  return true
}

/** Any level but the known weakest counts, so that an unknown one fails closed. */
function protectedNames({ pools }: DeletionQuestion): ReadonlySet<string> {
  const connections = pools.map(({ pool }) => pool.connection)
  return new Set(
    connections.filter(({ protection }) => protection !== 'none').map(({ name }) => name),
  )
}

async function confirmOne(one: Inspected, question: DeletionQuestion): Promise<boolean> {
  const { pool, dangers } = one
  const name = visible(pool.machinePoolName)
  const about = linesForOne(one, question)
  const detail = [
    ...reasons(question),
    ...separate(dangers.map((danger) => dangerText(danger, one))),
    ...about.lines,
    '',
    isAllSample(question)
      ? sampleEndText
      : vscode.l10n.t(
          'The machines of this pool will be drained and removed. This can’t be undone.',
        ),
    earlierText(question.earlier(pool)),
  ]
  const setting = vscode.workspace.getConfiguration().get(settingIds.deleteConfirmation)
  const mustType = question.mustType || mustTypeName(dangers) || setting === 'typeName'
  const button =
    mustType || protectedNames(question).size > 0
      ? vscode.l10n.t('Delete Machine Pool…')
      : vscode.l10n.t('Delete Machine Pool')
  const title = vscode.l10n.t('Delete machine pool “{0}”?', name)
  const actions = actionsOf(question, about.isCut)
  if (!(await confirmModal(title, textOf(detail), button, actions))) return false
  return (
    !mustType ||
    typed(
      vscode.l10n.t('Delete Machine Pool'),
      vscode.l10n.t('To confirm, type the name of the machine pool: {0}', name),
      pool.machinePoolName,
    )
  )
}

async function confirmSeveral(question: DeletionQuestion): Promise<boolean> {
  const { pools } = question
  const notes = new Set(
    pools.flatMap((one) => one.dangers.map((danger) => dangerText(danger, one))),
  )
  const about = linesForSeveral(question)
  const detail = [
    ...reasons(question),
    ...separate([...notes]),
    ...about.lines,
    '',
    isAllSample(question)
      ? sampleEndText
      : vscode.l10n.t(
          'The machines of these pools will be drained and removed. This can’t be undone.',
        ),
  ]
  const title = vscode.l10n.t('Delete {0} machine pools?', pools.length)
  const button = vscode.l10n.t('Delete {0} Machine Pools…', pools.length)
  const actions = actionsOf(question, about.isCut)
  if (!(await confirmModal(title, textOf(detail), button, actions))) return false
  return typed(
    vscode.l10n.t('Delete {0} Machine Pools', pools.length),
    vscode.l10n.t('To confirm, type the number of machine pools: {0}', pools.length),
    String(pools.length),
  )
}

const sampleEndText = vscode.l10n.t(
  'The machines will be drained and removed. To restore them, remove the sample data and try it again.',
)

function isAllSample({ pools }: DeletionQuestion): boolean {
  return pools.every(({ pool }) => isSample(pool.connection))
}

/** Returns why the dialog appears, if the user hasn’t just run the command. */
function reasons(question: DeletionQuestion): string[] {
  const { isForModel, news } = question
  return separate([
    isAllSample(question) && vscode.l10n.t('This is sample data. Nothing real is deleted.'),
    isForModel && vscode.l10n.t('A language model requested this deletion.'),
    news === 'changed' &&
      vscode.l10n.t('The details changed while the dialog was open. Check them again.'),
    news === 'unchecked' &&
      vscode.l10n.t(
        'The details couldn’t be checked again after you confirmed. They may have changed.',
      ),
    ...[...protectedNames(question)].map((name) =>
      vscode.l10n.t(
        'Connection “{0}” is protected. To confirm, you also type its name.',
        visible(name),
      ),
    ),
  ])
}

/**
 * Returns the buttons beside the one that confirms. Both end the dialog with nothing deleted, because it blocks
 * what they open.
 */
function actionsOf({ locations, showDetails }: DeletionQuestion, isCut: boolean): Action[] {
  const [location] = [...locations.values()].flat()
  return [
    ...(location
      ? [{ title: vscode.l10n.t('Open File'), run: async () => openLocation(location) }]
      : []),
    ...(isCut ? [{ title: vscode.l10n.t('Show Details'), run: showDetails }] : []),
  ]
}

/** Appends an empty line, unless there are no lines. */
function separate(lines: readonly (string | false)[]): string[] {
  const there = lines.filter((line) => line !== false)
  return there.length > 0 ? [...there, ''] : []
}

function textOf(lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join('\n')
}

async function typed(title: string, prompt: string, expected: string): Promise<boolean> {
  const answer = await askText(
    { title },
    {
      prompt,
      placeholder: visible(expected),
      exact: true,
      validate: (value) =>
        value === expected
          ? undefined
          : vscode.l10n.t('Type {0} exactly. Nothing has been deleted.', visible(expected)),
    },
  )
  return answer === expected
}
