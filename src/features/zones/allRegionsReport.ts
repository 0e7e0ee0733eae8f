import * as vscode from 'vscode'
import type { ApiError, Zone } from '../../api/client.ts'
import { commandIds } from '../../contributions.ts'
import type { CloudProjectRef, RegionRef } from '../../inventory/refs.ts'
import { toArguments } from '../../inventory/places.ts'
import type { UsableRegions } from '../../inventory/regions.ts'
import type { BatchResult } from '../../inventory/fetchAll.ts'
import { errorText, errorTitle } from '../../ui/errorTexts.ts'
import { notShownSentences } from '../../ui/notShownTexts.ts'
import { joinSentences, visible, withoutIcons } from '../../texts.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { runAction, showMessage, showStatus, tryAgain, type Action } from '../../ui/messages.ts'

type Failed = readonly { readonly ref: RegionRef; readonly error: ApiError }[]

const maxNamedRegions = 4

/**
 * Reports the result of listing the zones of all regions of an account. Throws if every region failed, for
 * the same reason.
 */
export function reportAllRegions(
  account: CloudProjectRef,
  name: string,
  { read, failed, remaining }: BatchResult<RegionRef, readonly Zone[]>,
  { notOptedIn, omitted }: Omit<UsableRegions, 'regions'>,
): void {
  const all = read.length + failed.length + remaining.length
  if (remaining.length > 0 && failed.length === 0) {
    const stopped = vscode.l10n.t(
      'Stopped listing zones. Regions completed: {0} of {1}',
      read.length,
      all,
    )
    showStatus(stopped)
    return
  }
  const [first] = failed
  const retry = runAction(tryAgain(), commandIds.listZonesInAllRegions, ofRegions(account, failed))
  if (first && read.length === 0 && failed.every(({ error }) => error.kind === first.error.kind)) {
    throw toCommandError(first.error, account.connection, retry)
  }
  const compare = compareAction(read.map(({ ref }) => ref))
  const notShown = omitted > 0 ? notShownSentences('regions', omitted) : ''
  if (first) {
    const actions = [retry, showFailuresAction(account, failed)]
    const text = joinSentences(failedText(failed, all, name), notShown)
    return showMessage('warning', text, [...actions, ...compare])
  }
  const done = vscode.l10n.t('Listed the zones of “{1}”. Regions: {0}.', all, visible(name))
  const others = notOptedIn > 0 ? notOptedInText(notOptedIn) : ''
  showMessage('info', joinSentences(done, others, notShown), compare)
}

function failedText(failed: Failed, all: number, name: string): string {
  const named = failed
    .slice(0, maxNamedRegions)
    .map(({ ref, error }) => `${visible(ref.region)} (${errorTitle(error)})`)
  const more = failed.length - named.length
  if (more > 0) named.push(vscode.l10n.t('{0} more', more))
  return vscode.l10n.t(
    'Couldn’t list all zones of “{2}”. Failed regions: {0} of {1} ({3}).',
    failed.length,
    all,
    visible(name),
    named.join(', '),
  )
}

/** Returns the text about regions that the account hasn’t opted in to. */
export function notOptedInText(count: number): string {
  return vscode.l10n.t('Skipped regions that the account hasn’t opted in to: {0}.', count)
}

/** Creates a button that lists the failures, and retries the selected ones. */
function showFailuresAction(account: CloudProjectRef, failed: Failed): Action {
  return {
    title: vscode.l10n.t('Show Failures…'),
    run: async () => {
      const items = failed.map(({ ref, error }) => ({
        label: withoutIcons(visible(ref.region)),
        description: errorTitle(error),
        detail: withoutIcons(errorText(error, ref.connection)),
        picked: true,
        ref,
      }))
      const chosen = await vscode.window.showQuickPick(items, {
        title: vscode.l10n.t('Failed Regions'),
        placeHolder: vscode.l10n.t('Select regions to retry'),
        canPickMany: true,
      })
      if (!chosen || chosen.length === 0) return
      const args = ofRegions(account, chosen)
      await vscode.commands.executeCommand(commandIds.listZonesInAllRegions, args)
    },
  }
}

function ofRegions(
  { connection, ...account }: CloudProjectRef,
  some: readonly { ref: RegionRef }[],
) {
  const regions = some.map(({ ref }) => ref.region)
  return { ...account, connection: connection.name, regions }
}

function compareAction(regions: readonly RegionRef[]): Action[] {
  if (regions.length === 0) return []
  const args = { byAccount: true, places: regions.map(toArguments) }
  return [runAction(vscode.l10n.t('Compare Zones'), commandIds.compareZones, args)]
}
