import * as vscode from 'vscode'
import { underlyingProvider } from '../../api/providers.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import {
  commandAction,
  showMessage,
  showStatus,
  retryLabel,
  type Action,
} from '../../ui/messages.ts'
import type { CachedZones, CheckedAccount } from './cachedZones.ts'
import { failureActions, failuresText, uncheckedTypesText } from './checkFailures.ts'
import type { FileCheckResult } from './zoneChecker.ts'

/**
 * Reports the check of a file. If no region is known, the report says what helps: to list zones, which pins a region; or
 * to check again in the only pinned region of Azure. Throws if regions couldn’t be loaded.
 */
export function reportFileCheck(
  result: FileCheckResult,
  uri: vscode.Uri,
  account: CheckedAccount,
  { pins }: Pick<Parts, 'pins'>,
  cachedZones: CachedZones,
): void {
  const { failures, isRegionUnknown } = result
  const isAzure = underlyingProvider(account.provider) === 'azure'
  const pinnedRegions = isAzure ? pins.regions(account).map(({ name }) => name) : []
  const onlyRegion = pinnedRegions.length === 1 ? pinnedRegions[0] : undefined
  const retry = retryAction(uri, account, isRegionUnknown ? onlyRegion : undefined)
  if (failures.size > 0) {
    const text = failuresText(failures, account.connection)
    throw new CommandError(text, [...failureActions(failures, account.connection), retry])
  }
  if (!isRegionUnknown) {
    showStatus(resultText(result))
    return
  }
  const helpsToList = pinnedRegions.length === 0 && cachedZones.lacksRegionList(account)
  const text = joinSentences(
    vscode.l10n.t('The zones were not checked because their region is unknown.'),
    helpsToList &&
      vscode.l10n.t('Add the region to the file, or run “List Zones…” for the region first.'),
  )
  const listZones = commandAction(vscode.l10n.t('List Zones'), commandIds.listZones)
  showMessage('info', text, helpsToList ? [listZones, retry] : [retry])
}

/** Returns the button that checks the file again, in a given region if there is one. */
function retryAction(uri: vscode.Uri, account: CheckedAccount, region?: string): Action {
  const title =
    region === undefined ? retryLabel() : vscode.l10n.t('Check Zones in {0}', visible(region))
  const args = [uri, region ?? account.defaultRegion]
  return { title, run: () => vscode.commands.executeCommand(commandIds.checkZonesInFile, ...args) }
}

function resultText({ checkedCount, problems, uncheckedTypeRegions }: FileCheckResult): string {
  const text = vscode.l10n.t(
    'Zones checked: {0}. Problems found: {1}.',
    checkedCount,
    problems.length,
  )
  return joinSentences(text, uncheckedTypesText(uncheckedTypeRegions))
}
