import * as v from 'valibot'
import * as vscode from 'vscode'
import { zoneProvider } from '../../api/providers.ts'
import { commandIds } from '../../contributions.ts'
import { errorText } from '../../ui/errorTexts.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { joinSentences, visible } from '../../texts.ts'
import { isZone, referencesIn, checkedLanguage } from './zoneDocuments.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { withCancellableProgress } from '../../ui/progress.ts'
import { CommandError, recoveryActions } from '../../ui/commandErrors.ts'
import { runAction, showMessage, showStatus, tryAgain } from '../../ui/messages.ts'
import { askFolder, checkFolder, uncheckedText, type FolderCheck } from './checkFolder.ts'
import type { Outcome, ZoneChecks } from './zoneChecks.ts'

/**
 * Check Zones in File: lists the zones of a document’s regions again, and shows which of its zones are
 * unknown or not available to the workspace’s account. Check Zones in Folder… does so for all its files. Select
 * Account for Zone Checks… selects another one.
 */
export function checkZonesCommands(parts: Parts & { zoneChecks: ZoneChecks }) {
  const { connections, clouds, tracked, zoneChecks } = parts
  return {
    [commandIds.checkZonesInFile]: async (target?: unknown) => {
      const { document, region } = await targetOf(target)
      const references = await referencesIn(document, () => false)
      if (!references?.some(isZone)) {
        showMessage('info', vscode.l10n.t('No zones found in this file.'))
        return
      }
      const account = await askAccount()
      if (!account) return
      const title = vscode.l10n.t('Checking zones for {0}…', visible(zoneChecks.titleOf(account)))
      const outcome = await withCancellableProgress(title, (signal) =>
        zoneChecks.check(document, account, signal, undefined, region),
      )
      const isAzure = zoneProvider(account.provider) === 'azure'
      const pinned = isAzure ? tracked.regions(account).map(({ name }) => name) : []
      if (outcome) report(outcome, account, { document, region }, pinned)
    },
    [commandIds.checkZonesInFolder]: async (target?: unknown): Promise<FolderCheck | undefined> => {
      const folder = folderOf(target) ?? (await askFolder())
      const account = folder && (await askAccount())
      return account && checkFolder(folder, account, zoneChecks, clouds)
    },
    [commandIds.selectCheckedAccount]: async () => {
      await zoneChecks.chooseAccount(requireConnection(connections))
    },
  }

  /** Returns the account to check against, with its key; undefined if canceled. */
  async function askAccount(): Promise<CloudProjectRef | undefined> {
    const connection = requireConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return undefined
    return zoneChecks.accountOf(connection) ?? (await zoneChecks.chooseAccount(connection))
  }
}

/** Reports an outcome; of pinned regions, the only one is offered for zones whose region isn’t known. */
function report(
  { checked, found, isRegionUnknown, areRegionsUnlisted, failures, unchecked }: Outcome,
  { connection }: CloudProjectRef,
  { document, region }: Target,
  pinned: readonly string[],
): void {
  const again = (title: string, inRegion: string | undefined) => {
    const args = { uri: document.uri, region: inRegion }
    return runAction(title, commandIds.checkZonesInFile, args)
  }
  const [first] = failures
  if (first) {
    const names = failures.map((one) => visible(one.region)).join(', ')
    const why = errorText(first.error, connection)
    const text = vscode.l10n.t('Couldn’t check the zones in {0}. {1}', names, why)
    const actions = [...recoveryActions(first.error, connection), again(tryAgain(), region)]
    throw new CommandError(text, actions)
  }
  if (isRegionUnknown && checked + found === 0) {
    const [offered] = pinned.length === 1 ? pinned : []
    // Listing zones pins their region.
    const canList = pinned.length === 0 && areRegionsUnlisted
    const text = joinSentences(
      vscode.l10n.t('The zones were not checked because their region is unknown.'),
      canList
        ? vscode.l10n.t('Add the region to the file, or run “List Zones…” for the region first.')
        : '',
    )
    return showMessage('info', text, [
      ...(canList ? [runAction(vscode.l10n.t('List Zones'), commandIds.listZones)] : []),
      offered === undefined
        ? again(tryAgain(), region)
        : again(vscode.l10n.t('Check Zones in {0}', visible(offered)), offered),
    ])
  }
  const text =
    found === 0
      ? vscode.l10n.t('Zones checked: {0}. No problems found.', checked)
      : vscode.l10n.t('Zones checked: {0}. Problems found: {1}.', checked, found)
  showStatus(joinSentences(text, uncheckedText(unchecked)))
}

/** Returns the folder of an argument: its URI, from a keyboard shortcut as text. */
function folderOf(target: unknown): vscode.Uri | undefined {
  if (target instanceof vscode.Uri) return target
  return typeof target === 'string' ? vscode.Uri.parse(target, true) : undefined
}

interface Target {
  readonly document: vscode.TextDocument
  /** The region of a document that names none. */
  readonly region: string | undefined
}

/** Returns the document with a given URI, or that of the active editor. */
async function targetOf(target: unknown): Promise<Target> {
  const { uri, region } = v.is(InRegion, target) ? target : { uri: target, region: undefined }
  const shown = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri
  const document = shown && (await vscode.workspace.openTextDocument(shown))
  if (document && checkedLanguage(document)) return { document, region }
  throw new CommandError(
    vscode.l10n.t('Open a Terraform, HCL, YAML, or JSON file to check its zones.'),
  )
}

const InRegion = v.object({
  uri: v.custom<vscode.Uri>((uri) => uri instanceof vscode.Uri),
  region: v.optional(v.string()),
})
