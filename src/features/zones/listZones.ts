import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { hasRegions, hasZones, underlyingProvider } from '../../api/providers.ts'
import { ApiError, refusesProject } from '../../api/errors.ts'
import type { List } from '../../api/list.ts'
import { hostOf, isSameConnection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { regionTitle } from '../../cloud/accounts.ts'
import { readConnectionArguments, RegionArguments, regionArguments } from '../../ui/arguments.ts'
import { normalizeRegion, type RegionRef } from '../../model/refs.ts'
import { withServiceMessage } from '../../ui/errorTexts.ts'
import type { Parts } from '../../parts.ts'
import { noZonesText, checkSegment } from '../../ui/prompts/validation.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { zonesCopiedText } from '../../ui/copied.ts'
import type { LabeledAccount } from './askAccount.ts'
import { askRegion } from './askRegion.ts'
import { askZones } from './askZones.ts'
import { notShownSentences } from '../../ui/listTexts.ts'
import { visible } from '../../texts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { withCancellableProgress } from '../../ui/progress.ts'
import { toCommandError, CommandError } from '../../ui/commandErrors.ts'
import {
  checkConnectionAction,
  commandAction,
  showMessage,
  showStatus,
  retryLabel,
  type Action,
} from '../../ui/messages.ts'
import { askText } from '../../ui/prompts/quickInput.ts'

/** A region, with the display name of its account; the provider may have none. */
type LabeledRegion = RegionRef & LabeledAccount

const Arguments = v.object({
  ...RegionArguments.entries,
  cloudAccountLabel: v.optional(v.string()),
  /** True to show the zones and offer to copy them, as after the prompts. */
  show: v.optional(v.boolean()),
})

/**
 * List Zones…: prompts for provider, account, and region, shows the zones, and copies the selected names.
 * Called with `{provider, region, cloudAccountUid}`, it doesn’t prompt and returns the zones; undefined after
 * an error, which is shown.
 */
export function registerListZones(parts: Parts): void {
  const { commands, connections, pins, clouds, zonesTree } = parts
  commands.register(commandIds.listZones, async (args: unknown) => {
    const given = readConnectionArguments(Arguments, args, connections)
    const connection = given?.connection ?? requireActiveConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return undefined
    const region = given
      ? normalizeRegion(given)
      : await askRegion(vscode.l10n.t('List Zones'), connection, pins, clouds)
    if (!region) return undefined
    const wasKept = isKept(region)
    const found = await loadAndPinZones(region, parts)
    if (!given || given.show) {
      const isInSight = zonesTree.visible && isSameConnection(connection, connections.active)
      const place = { ...regionArguments(region), preserveFocus: true }
      // While its zones are selected from.
      const revealed = isInSight && vscode.commands.executeCommand(commandIds.revealInView, place)
      await copyChosen(found, titleOf(region, parts))
      await revealed
      if (!wasKept && !zonesTree.visible) notifyPinned(region, titleOf(region, parts))
    }
    return found.items
  })

  function isKept(region: LabeledRegion): boolean {
    const pinned = pins.account(region)
    if (!hasRegions(region.provider)) return pinned !== undefined
    return pinned?.pins.some(({ name }) => name === region.region) === true
  }
}

/** Returns the display name of a region: its own, else that of its account. */
function titleOf(region: LabeledRegion, { pins, clouds }: Parts): string {
  const { region: name, cloudAccountLabel = regionTitle(pins, clouds, region) } = region
  return name || cloudAccountLabel
}

/**
 * Loads the zones of a region, with progress, and pins the region. Rejects with {@link CommandError}, which offers to
 * list them again.
 */
export async function loadAndPinZones(region: LabeledRegion, parts: Parts): Promise<List<Zone>> {
  const { connections, pins, clouds } = parts
  if (!hasZones(region.provider)) throw new CommandError(noZonesText(region.provider))
  const title = vscode.l10n.t('Listing zones for {0}…', visible(titleOf(region, parts)))
  try {
    const found = await withCancellableProgress(title, (signal) =>
      clouds.zones.refresh(region, { signal }),
    )
    // It may have been removed while the service took its time, and its pins with it.
    if (connections.isCurrent(region.connection)) {
      await pins.add(region, clouds.accountName(region) ?? region.cloudAccountLabel)
    }
    return found
  } catch (error) {
    // With the entered values, so that nothing must be entered again.
    const args = { ...region, connection: region.connection.name, show: true }
    const again = commandAction(retryLabel(), commandIds.listZones, args)
    if (!(error instanceof ApiError) || error.kind !== 'notFound' || refusesProject(error)) {
      throw toCommandError(error, region.connection, again)
    }
    // The same request would likely fail again.
    const ways = [checkConnectionAction(region.connection), again]
    // A service without the documented path may have the zones of a Google Cloud project.
    if (region.project === undefined && underlyingProvider(region.provider) === 'gcp') {
      ways.unshift(enterProjectAction(args))
    }
    throw new CommandError(notFoundText(error, region), ways)
  }
}

/** Names all values, because any of them may be wrong. */
function notFoundText(error: ApiError, region: LabeledRegion): string {
  const { connection, provider, cloudAccountUid, cloudAccountLabel, region: name } = region
  const account = cloudAccountLabel ?? cloudAccountUid
  const host = visible(hostOf(connection))
  const text = name
    ? vscode.l10n.t(
        '{0} couldn’t find zones for provider {1}, cloud account {2}, and region {3} (404).',
        host,
        visible(provider),
        visible(account),
        visible(name),
      )
    : vscode.l10n.t(
        '{0} couldn’t find zones for provider {1} and cloud account {2} (404).',
        host,
        visible(provider),
        visible(account),
      )
  return withServiceMessage(text, error)
}

/** Creates a button that prompts for a Google Cloud project that isn’t listed, and lists the zones again. */
function enterProjectAction(args: object): Action {
  return {
    title: vscode.l10n.t('Enter Google Cloud Project'),
    run: async () => {
      const project = await askText(vscode.l10n.t('List Zones'), {
        prompt: vscode.l10n.t('Enter the Google Cloud project to list zones for'),
        placeholder: vscode.l10n.t('Project ID'),
        validate: checkSegment,
      })
      if (project === undefined) return
      await vscode.commands.executeCommand(commandIds.listZones, { ...args, project })
    },
  }
}

/** Tells where the region was pinned, if the view isn’t visible. */
function notifyPinned(ref: LabeledRegion, title: string): void {
  showMessage('info', vscode.l10n.t('“{0}” is pinned in the Zones view.', visible(title)), [
    commandAction(vscode.l10n.t('Reveal in View'), commandIds.revealInView, regionArguments(ref)),
  ])
}

async function copyChosen(found: List<Zone>, region: string): Promise<void> {
  if (found.items.length === 0) return notifyNoZones(region, found)
  const placeholder = vscode.l10n.t('Select zones to copy their names')
  const chosen = await askZones(region, found, placeholder)
  if (!chosen) return
  await vscode.env.clipboard.writeText(chosen.map(({ name }) => name).join('\n'))
  showStatus(zonesCopiedText(chosen.length, 'names'))
}

/** Reports that a region or an account has no zones, or none that can be shown. */
export function notifyNoZones(place: string, { unreadable }: List<Zone>): void {
  const none = vscode.l10n.t('No zones found for “{0}”.', visible(place))
  showMessage('info', unreadable > 0 ? notShownSentences('zones', unreadable) : none)
}
