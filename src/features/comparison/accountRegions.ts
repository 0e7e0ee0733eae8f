import * as vscode from 'vscode'
import { hasRegions } from '../../api/providers.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { commandIds } from '../../contributions.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { CloudProjectRef, RegionRef } from '../../inventory/refs.ts'
import { pinnedRegion } from '../../inventory/regions.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import { runAction, showMessage, showStatus, tryAgain } from '../../ui/messages.ts'
import { notShownSentences } from '../../ui/notShownTexts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'

/** Loads the regions of an account or one of its projects that it has opted in to; if none are listed, returns the pinned ones. Throws if there are none. */
export async function accountRegions(
  account: CloudProjectRef,
  { clouds, tracked }: Parts,
): Promise<readonly RegionRef[]> {
  const { connection, provider, cloudAccountUid, project } = account
  const place = { connection, provider, cloudAccountUid, project }
  if (!hasRegions(provider)) return [{ ...place, region: '' }]
  const name = visible(accountTitle(tracked, clouds, account))
  const listed = await withDelayedProgress(
    vscode.l10n.t('Listing zones for {0}…', name),
    (signal) => clouds.regions.refetchOrThrow(place, signal),
  ).catch((error: unknown) => {
    const args = { provider, cloudAccountUid, project, connection: connection.name }
    throw toCommandError(error, connection, runAction(tryAgain(), commandIds.compareZones, args))
  })
  const omitted = omittedFrom(listed)
  const usable = listed?.filter(({ isOptedIn }) => isOptedIn) ?? []
  const notOptedIn = (listed?.length ?? 0) - usable.length
  const regions = listed?.length
    ? usable
        .map(({ name: region }) => ({ ...place, region }))
        .sort((a, b) => a.region.localeCompare(b.region))
    : tracked.regions(place).map((one) => pinnedRegion(place, one))
  const why = [
    notOptedIn > 0 ? notOptedInText(notOptedIn) : '',
    omitted > 0 ? notShownSentences('regions', omitted) : '',
  ]
  if (regions.length === 0) {
    const none = vscode.l10n.t('No regions found for “{0}”.', name)
    const listZones = runAction(vscode.l10n.t('List Zones'), commandIds.listZones)
    throw new CommandError(joinSentences(none, ...why), [listZones])
  }
  if (notOptedIn > 0) showStatus(notOptedInText(notOptedIn))
  if (omitted > 0) showMessage('warning', notShownSentences('regions', omitted))
  return regions
}

function notOptedInText(count: number): string {
  return vscode.l10n.t('Skipped regions that the account hasn’t opted in to: {0}.', count)
}
