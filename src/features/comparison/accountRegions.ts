import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import { fetchAll, type BatchResult } from '../../inventory/fetchAll.ts'
import type { CloudProjectRef, RegionRef } from '../../inventory/refs.ts'
import { usableRegions, type UsableRegions } from '../../inventory/regions.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import { runAction, showMessage, showStatus, tryAgain } from '../../ui/messages.ts'
import { notShownSentences } from '../../ui/notShownTexts.ts'
import { withCancellableProgress, withDelayedProgress } from '../../ui/progress.ts'

/** An account, with the label that was entered for it. */
type Account = CloudProjectRef & { readonly cloudAccountLabel?: string | undefined }
type Batch = BatchResult<RegionRef, readonly Zone[]>

/**
 * Loads the zones of all regions of an account or one of its projects that aren’t cached. Undefined if canceled; the
 * zones that were loaded until then stay cached. Throws if every region failed, for the same reason.
 */
export async function listAccountRegions(
  account: Account,
  { clouds, tracked }: Parts,
  isFromView: boolean,
): Promise<Pick<Batch, 'read' | 'failed'> | undefined> {
  const name = account.cloudAccountLabel ?? accountTitle(tracked, clouds, account)
  const title = vscode.l10n.t('Listing zones for {0}…', visible(name))
  const { connection, provider, cloudAccountUid, project } = account
  const args = { provider, cloudAccountUid, project, connection: connection.name }
  const again = runAction(tryAgain(), commandIds.compareZones, args)
  const running = isFromView
    ? withDelayedProgress(title, list, { viewId: viewIds.zones })
    : withCancellableProgress(title, list)
  const { usable, batch } = await running.catch((error: unknown) => {
    throw toCommandError(error, connection, again)
  })
  if (usable.regions.length === 0) throw noRegions(name, usable)
  const { read, failed, remaining } = batch
  await pinUnlisted(read.map(({ ref }) => ref))

  const [first] = failed
  if (first && read.length === 0 && failed.every(({ error }) => error.kind === first.error.kind)) {
    throw toCommandError(first.error, connection, again)
  }
  if (remaining.length > 0) {
    const all = usable.regions.length
    const text = vscode.l10n.t(
      'Stopped listing zones. Regions completed: {0} of {1}',
      read.length,
      all,
    )
    showStatus(text)
    return undefined
  }
  if (usable.notOptedIn > 0) showStatus(notOptedInText(usable.notOptedIn))
  if (usable.omitted > 0) showMessage('warning', notShownSentences('regions', usable.omitted))
  return batch

  async function list(signal: AbortSignal, report: (message: string) => void) {
    const found = await usableRegions(
      { connection, provider, cloudAccountUid, project },
      clouds,
      tracked,
      signal,
    )
    const count = found.regions.length
    const loaded = await fetchAll(
      found.regions,
      async (region, _, priority) => {
        const known = clouds.zones.peek(region)
        return known && 'value' in known ? known : clouds.zones.refetch(region, signal, priority)
      },
      signal,
      (ended) => report(vscode.l10n.t('Regions: {0} of {1}', ended, count)),
    )
    return { usable: found, batch: loaded }
  }

  /** Pins the regions of an account that isn’t listed, which the view wouldn’t show otherwise. */
  async function pinUnlisted(regions: readonly RegionRef[]): Promise<void> {
    if (clouds.accountName(account) !== undefined) return
    const pinned = new Set(tracked.account(account)?.regions.map((region) => region.name))
    for (const ref of regions.toReversed()) {
      if (!pinned.has(ref.region)) await tracked.add(ref, { label: account.cloudAccountLabel })
    }
  }
}

function notOptedInText(count: number): string {
  return vscode.l10n.t('Skipped regions that the account hasn’t opted in to: {0}.', count)
}

function noRegions(
  account: string,
  { isListed, notOptedIn, omitted }: UsableRegions,
): CommandError {
  const shown = visible(account)
  const texts = [
    vscode.l10n.t('No zones were listed for “{0}”.', shown),
    ...(notOptedIn > 0 ? [notOptedInText(notOptedIn)] : []),
    ...(omitted > 0 ? [notShownSentences('regions', omitted)] : []),
  ]
  const none = isListed
    ? vscode.l10n.t(
        'No regions found for “{0}”. The service lists none, and none are pinned.',
        shown,
      )
    : vscode.l10n.t(
        'No regions found for “{0}”. No list of regions is available, and none are pinned.',
        shown,
      )
  return new CommandError(texts.length > 1 ? joinSentences(...texts) : none, [
    runAction(vscode.l10n.t('List Zones'), commandIds.listZones),
  ])
}
