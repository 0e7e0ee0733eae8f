import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import { AccountArguments } from '../../inventory/places.ts'
import type { CloudProjectRef, RegionRef } from '../../inventory/refs.ts'
import { usableRegions, type UsableRegions } from '../../inventory/regions.ts'
import { fetchAll, type BatchResult } from '../../inventory/fetchAll.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askCloudProject } from './cloudProject.ts'
import { back } from '../../ui/prompts/quickInput.ts'
import { askAccount, type LabeledAccount } from './region.ts'
import { notShownSentences } from '../../ui/notShownTexts.ts'
import { joinSentences, visible } from '../../texts.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { isTreeNode, readPlace } from '../../ui/arguments.ts'
import { withCancellableProgress, withDelayedProgress } from '../../ui/progress.ts'
import { toCommandError, CommandError } from '../../ui/commandErrors.ts'
import { runAction, tryAgain } from '../../ui/messages.ts'
import { notOptedInText, reportAllRegions } from './allRegionsReport.ts'

const Arguments = v.object({
  ...AccountArguments.entries,
  cloudAccountLabel: v.optional(v.string()),
  regions: v.optional(v.array(v.string())),
})

/** The account whose regions are listed. */
type Target = LabeledAccount & { readonly regions?: readonly string[] | undefined }

/**
 * List Zones in All Regions…: lists the zones of all regions of a cloud account, with a prompt if called
 * without a tree item or an argument. After a cancellation, the zones listed so far are kept.
 */
export function listZonesInAllRegionsCommands({ connections, apiKeys, tracked, clouds }: Parts) {
  return {
    [commandIds.listZonesInAllRegions]: async (first?: unknown) => {
      const target = await targetOf(first)
      if (!target) return
      const account = target.cloudAccountLabel ?? accountTitle(tracked, clouds, target)
      const title = vscode.l10n.t('Listing zones for {0}…', visible(account))
      const args = { ...target, connection: target.connection.name }
      const again = runAction(tryAgain(), commandIds.listZonesInAllRegions, args)
      const run = async (signal: AbortSignal, report: (message: string) => void) => {
        const all = await regionsOf(target, signal)
        return { usable: all, batch: await read(all.regions, signal, report) }
      }
      const running = isTreeNode(first)
        ? withDelayedProgress(title, run, { viewId: viewIds.zones })
        : withCancellableProgress(title, run)
      const { usable, batch } = await running.catch((error: unknown) => {
        throw toCommandError(error, target.connection, again)
      })
      if (usable.regions.length === 0) throw noRegions(account, usable)
      await keep(target, batch)
      reportAllRegions(target, account, batch, usable)
    },
  }

  /** Returns the account of a tree item, arguments, or prompts; undefined if canceled. */
  async function targetOf(first: unknown): Promise<Target | undefined> {
    const title = vscode.l10n.t('List Zones in All Regions')
    const row = isTreeNode(first) ? (first as ZonesNode) : undefined
    const place = row?.kind === 'cloudProject' || row?.kind === 'account' ? placeOf(row) : undefined
    const given = place ?? readPlace(Arguments, first, connections)
    const connection = given?.connection ?? requireConnection(connections)
    if (!(await ensureApiKey(connection, apiKeys))) return undefined
    if (!given) return askAccount(title, connection, tracked, clouds)
    if (row?.kind !== 'account') return given
    const chosen = await askCloudProject({ title }, given, tracked.regions(given), clouds)
    return chosen === undefined || chosen === back ? undefined : { ...given, ...chosen }
  }

  async function regionsOf(target: Target, signal: AbortSignal): Promise<UsableRegions> {
    const { regions } = target
    if (!regions) return usableRegions(target, clouds, tracked, signal)
    const place = placeOf(target)
    const given = regions.map((region) => ({ ...place, region }))
    return { regions: given, isListed: false, notOptedIn: 0, omitted: 0 }
  }

  async function read(
    regions: readonly RegionRef[],
    signal: AbortSignal,
    report: (message: string) => void,
  ): Promise<BatchResult<RegionRef, readonly Zone[]>> {
    return fetchAll(
      regions,
      (region, _, priority) => clouds.zones.refetch(region, signal, priority),
      signal,
      (ended) => report(vscode.l10n.t('Regions: {0} of {1}', ended, regions.length)),
    )
  }

  /** Pins the regions of an entered account, which no list would show. */
  async function keep(
    target: Target,
    { read: found }: BatchResult<RegionRef, unknown>,
  ): Promise<void> {
    if (clouds.accountName(target) !== undefined) return
    const kept = new Set(tracked.account(target)?.regions.map(({ name }) => name))
    for (const { ref } of found.toReversed()) {
      if (!kept.has(ref.region)) await tracked.add(ref, { label: target.cloudAccountLabel })
    }
  }
}

function placeOf({ connection, provider, cloudAccountUid, project }: CloudProjectRef) {
  return { connection, provider, cloudAccountUid, project }
}

function noRegions(
  account: string,
  { isListed, notOptedIn, omitted }: UsableRegions,
): CommandError {
  const name = visible(account)
  const texts = [
    vscode.l10n.t('No zones were listed for “{0}”.', name),
    ...(notOptedIn > 0 ? [notOptedInText(notOptedIn)] : []),
    ...(omitted > 0 ? [notShownSentences('regions', omitted)] : []),
  ]
  const none = isListed
    ? vscode.l10n.t(
        'No regions found for “{0}”. The service lists none, and none are pinned.',
        name,
      )
    : vscode.l10n.t(
        'No regions found for “{0}”. No list of regions is available, and none are pinned.',
        name,
      )
  return new CommandError(texts.length > 1 ? joinSentences(...texts) : none, [
    runAction(vscode.l10n.t('List Zones'), commandIds.listZones),
  ])
}
