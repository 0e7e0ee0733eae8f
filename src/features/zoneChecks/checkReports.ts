import * as vscode from 'vscode'
import { underlyingProvider } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { CodeFile } from '../../documents/codeFile.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, displayText } from '../../displayTexts.ts'
import { CommandError, recoveryActions } from '../../ui/commandErrors.ts'
import { errorText, failureText } from '../../ui/errorTexts.ts'
import {
  commandAction,
  retryLabel,
  showMessage,
  showStatus,
  type Action,
} from '../../ui/messages.ts'
import type { CachedZones, CheckedAccount } from './cachedZones.ts'
import type { FolderCheckResult } from './folderCheck.ts'
import type { FileCheckResult } from './zoneChecker.ts'
import { otherRegionsText } from './zoneTexts.ts'

/**
 * Reports the check of a file. If the account lacks the regions of the file, the report says so. If no region is known,
 * it says what helps: to list zones, which pins a region; or to check again in the only pinned region of Azure. Throws
 * if regions couldn’t be loaded.
 */
export function reportFileCheck(
  result: FileCheckResult,
  file: CodeFile,
  account: CheckedAccount,
  { pins }: Pick<Parts, 'pins'>,
  cachedZones: CachedZones,
): void {
  const { failures, omittedRegions, isRegionUnknown, missingRegions, problems } = result
  const isAzure = underlyingProvider(account.provider) === 'azure'
  const pinnedRegions = isAzure ? pins.regions(account).map(({ name }) => name) : []
  const onlyRegion = pinnedRegions.length === 1 ? pinnedRegions[0] : undefined
  const retry = retryAction(file.uri, account, isRegionUnknown ? onlyRegion : undefined)
  if (failures.size + omittedRegions.length > 0) {
    const text = failuresText(failures, omittedRegions.length, account.connection)
    throw new CommandError(text, [...failureActions(failures, account.connection), retry])
  }
  if (file.isCut) {
    const counts = resultText(result, cachedZones.title(account))
    showMessage('warning', joinSentences(counts, unreadFilesText(1)), [])
    return
  }
  if (!file.hasZones && problems.length === 0) {
    reportNoZones()
    return
  }
  if (missingRegions.length > 0) {
    showMessage('info', missingRegionsText(missingRegions, cachedZones.title(account)), [retry])
    return
  }
  if (!isRegionUnknown) {
    showStatus(resultText(result, cachedZones.title(account)))
    return
  }
  const helpsToList = pinnedRegions.length === 0 && cachedZones.lacksRegionList(account)
  const text = joinSentences(
    unknownRegionText(),
    helpsToList &&
      vscode.l10n.t('Add the region to the file, or run “List Zones…” for the region first.'),
  )
  const listZones = commandAction(vscode.l10n.t('List Zones'), commandIds.listZones)
  showMessage('info', text, helpsToList ? [listZones, retry] : [retry])
}

/** Reports that a file has no zones. Its regions, if it has any, are right or can’t be checked. */
export function reportNoZones(): void {
  showMessage('info', vscode.l10n.t('No zones found in this file.'))
}

function missingRegionsText(regions: readonly string[], account: string): string {
  const names = regions.slice(0, maxNamedRegions).map(displayText).join(', ')
  return vscode.l10n.t(
    'The zones in {0} were not checked because {1} has no such region.',
    regions.length > maxNamedRegions ? `${names}, …` : names,
    displayText(account),
  )
}

function unreadFilesText(count: number): string {
  return vscode.l10n.t('Files that are too large or can’t be opened: {0}.', count)
}

function unknownRegionText(): string {
  return vscode.l10n.t('Zones without a known region were not checked.')
}

/** A message names at most so many regions: VS Code shows only 1,000 characters. */
const maxNamedRegions = 5

function retryAction(uri: vscode.Uri, account: CheckedAccount, region?: string): Action {
  const title =
    region === undefined ? retryLabel() : vscode.l10n.t('Check Zones in {0}', displayText(region))
  const args = [uri, region ?? account.defaultRegion]
  return { title, run: () => vscode.commands.executeCommand(commandIds.checkZonesInFile, ...args) }
}

function resultText(result: FileCheckResult, account: string): string {
  const { checkedCount, problems, uncheckedTypeRegions } = result
  return joinSentences(
    countsText(account, checkedCount, problems.length),
    uncheckedTypesText(uncheckedTypeRegions),
  )
}

/** Names the account: it may have been taken without a prompt. */
function countsText(account: string, checkedCount: number, problemCount: number): string {
  return vscode.l10n.t(
    'Zones checked for {0}: {1}. Problems found: {2}.',
    displayText(account),
    checkedCount,
    problemCount,
  )
}

/** Reports the check of a folder, and what was left out of it. */
export function reportFolderCheck(
  result: FolderCheckResult,
  account: CheckedAccount,
  cachedZones: CachedZones,
): void {
  const { connection } = account
  const { fileResults, unreadableCount } = result
  const failures = new Map(fileResults.flatMap((fileResult) => [...fileResult.failures]))
  const omittedRegions = new Set(fileResults.flatMap((fileResult) => fileResult.omittedRegions))
  const uncheckedTypeRegions = new Set(
    fileResults.flatMap((fileResult) => fileResult.uncheckedTypeRegions),
  )
  const uncheckedFiles = fileResults.filter(({ hasZones }) => hasZones)
  const missingRegions = new Set(uncheckedFiles.flatMap((fileResult) => fileResult.missingRegions))
  const isRegionUnknown = uncheckedFiles.some((fileResult) => {
    return fileResult.isRegionUnknown && fileResult.missingRegions.length === 0
  })
  const problemCount = countProblems(result)
  const title = cachedZones.title(account)
  const text = joinSentences(
    failuresText(failures, omittedRegions.size, connection),
    folderCountsText(result, problemCount, title),
    missingRegions.size > 0 && missingRegionsText([...missingRegions], title),
    isRegionUnknown && unknownRegionText(),
    uncheckedTypesText([...uncheckedTypeRegions]),
    unreadableCount > 0 && unreadFilesText(unreadableCount),
  )
  const actions = failureActions(failures, connection)
  if (problemCount > 0) actions.push(showProblemsAction())
  const isPartial = failures.size + omittedRegions.size + uncheckedTypeRegions.size > 0
  showMessage(isPartial ? 'warning' : 'info', text, actions)
}

function countProblems({ fileResults }: FolderCheckResult): number {
  return fileResults.reduce((count, { problemCount }) => count + problemCount, 0)
}

function folderCountsText(
  { fileResults, searchedCount }: FolderCheckResult,
  problemCount: number,
  account: string,
): string {
  const zoneFileCount = fileResults.filter(({ hasZones }) => hasZones).length
  if (zoneFileCount === 0 && problemCount === 0) {
    return vscode.l10n.t('No zones found in this folder. Files searched: {0}.', searchedCount)
  }
  const checkedCount = fileResults.reduce((count, result) => count + result.checkedCount, 0)
  return joinSentences(
    vscode.l10n.t('Files with zones: {0}.', zoneFileCount),
    countsText(account, checkedCount, problemCount),
  )
}

function showProblemsAction(): Action {
  return {
    title: vscode.l10n.t('Show Problems'),
    run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
  }
}

type Failures = FileCheckResult['failures']

/** VS Code shows only 1,000 characters of a message. */
const maxReasons = 4

/**
 * Returns the sentences about regions whose zones couldn’t be checked, with the reasons; with advice if there is one
 * reason. Regions that weren’t requested are only counted.
 */
function failuresText(
  failures: Failures,
  unrequestedCount: number,
  connection: Connection,
): string {
  const byReason = Map.groupBy(failures, ([, error]) => failureText(error, connection))
  const sentences = [...byReason].map(([reason, ofReason]) => {
    const names = ofReason.map(([name]) => displayText(name)).join(', ')
    const text = byReason.size > 1 ? reason : errorText(ofReason[0]![1], connection)
    return vscode.l10n.t('Couldn’t check the zones in {0}. {1}', names, text)
  })
  const unnamedCount = [...byReason.values()].slice(maxReasons).flat().length + unrequestedCount
  return joinSentences(
    ...sentences.slice(0, maxReasons),
    unnamedCount > 0 && otherRegionsText(unnamedCount),
  )
}

function failureActions(failures: Failures, connection: Connection): Action[] {
  const byTitle = new Map<string, Action>()
  for (const error of failures.values()) {
    for (const action of recoveryActions(error, connection)) byTitle.set(action.title, action)
  }
  return [...byTitle.values()]
}

/** Returns the sentence about regions whose instance types couldn’t be checked; empty if there are no such regions. */
function uncheckedTypesText(regions: readonly string[]): string {
  const names = regions.map(displayText).join(', ')
  return names ? vscode.l10n.t('Couldn’t check instance types in {0}.', names) : ''
}
