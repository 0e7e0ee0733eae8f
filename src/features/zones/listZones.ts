import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { hasRegions, hasZones, underlyingProvider } from '../../api/providers.ts'
import { ApiError, refusesProject } from '../../api/errors.ts'
import { settlesWithin } from '../../api/settlesWithin.ts'
import type { List } from '../../api/list.ts'
import { hostOf, isSameConnection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { regionTitle } from '../../cloud/accounts.ts'
import type { Pins } from '../../pins/pins.ts'
import { readConnectionArguments, RegionArguments, regionArguments } from '../../ui/arguments.ts'
import { normalizeRegion, type RegionRef } from '../../model/refs.ts'
import { withServiceMessage } from '../../ui/errorTexts.ts'
import type { Parts } from '../../parts.ts'
import { noZonesText, checkSegment } from '../../ui/prompts/validation.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { copiedText } from '../../ui/copied.ts'
import type { LabeledAccount } from './askAccount.ts'
import { askRegion } from './askRegion.ts'
import { askZones } from './askZones.ts'
import { notShownSentences } from '../../ui/listTexts.ts'
import { displayText } from '../../displayTexts.ts'
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

/** How long revealing the region may delay the prompt for zones, in milliseconds. */
const maxPromptDelayMs = 1_000

/** A region, with its account’s display name. The region’s name is empty if the provider has no regions. */
type LabeledRegion = RegionRef & LabeledAccount

const Arguments = v.object({
  ...RegionArguments.entries,
  cloudAccountLabel: v.optional(v.string()),
  /** True to show the zones and offer to copy their names, as the command does after its prompts. */
  show: v.optional(v.boolean()),
})

/**
 * List Zones…: prompts for a provider, an account, and a region, shows the zones, and copies the names of selected
 * zones. Called by code with `{provider, region, cloudAccountUid}`, it doesn’t prompt and returns the zones; after an
 * error, which is shown, it returns undefined.
 */
export function registerListZones(parts: Parts): void {
  const { commands, connections, pins, zonesTree } = parts
  commands.register(commandIds.listZones, async (args: unknown) => {
    const given = readConnectionArguments(Arguments, args, connections)
    const connection = given?.connection ?? requireActiveConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return undefined
    const region = given
      ? normalizeRegion(given)
      : await askRegion(vscode.l10n.t('List Zones'), connection, parts)
    if (!region) return undefined
    const wasPinned = isPinned(region, pins)
    const zones = await loadAndPinZones(region, parts)
    if (!given || given.show) {
      // The region may still be revealed while the user selects zones in the prompt.
      const revealing = revealIfVisible(region, parts)
      const title = titleOf(region, parts)
      await askAndCopyZones(zones, title, revealing)
      await revealing
      if (!wasPinned && !zonesTree.visible) notifyPinned(region, title)
    }
    return zones.items
  })
}

/** Returns whether a region is pinned. For a provider without regions, returns whether the account is pinned. */
function isPinned(region: LabeledRegion, pins: Pins): boolean {
  const account = pins.account(region)
  if (!hasRegions(region.provider)) return account !== undefined
  return account?.pins.some(({ name }) => name === region.region) === true
}

/** Returns the title of a region for people. For a provider without regions, it is the account’s display name. */
function titleOf(region: LabeledRegion, { pins, clouds }: Parts): string {
  const { provider, region: name, cloudAccountLabel } = region
  if (hasRegions(provider)) return name
  return cloudAccountLabel ?? regionTitle(pins, clouds, region)
}

/**
 * Reveals a region in the Zones view without moving the focus there, if that view is visible and shows the region’s
 * connection.
 */
async function revealIfVisible(region: LabeledRegion, parts: Parts): Promise<void> {
  const { connections, zonesTree } = parts
  if (!zonesTree.visible || !isSameConnection(region.connection, connections.active)) return
  const args = { ...regionArguments(region), preserveFocus: true }
  await vscode.commands.executeCommand(commandIds.revealInView, args)
}

/**
 * Loads the zones of a region, with progress, and pins the region. Rejects with a {@link CommandError}, whose button
 * lists the zones again.
 */
export async function loadAndPinZones(region: LabeledRegion, parts: Parts): Promise<List<Zone>> {
  const { connections, pins, clouds } = parts
  if (!hasZones(region.provider)) throw new CommandError(noZonesText(region.provider))
  const title = vscode.l10n.t('Listing zones for {0}…', displayText(titleOf(region, parts)))
  try {
    const zones = await withCancellableProgress(title, (signal) =>
      clouds.zones.refresh(region, { signal }),
    )
    // The user may have removed the connection, and its pins, while the service was slow: then nothing is pinned.
    if (connections.isCurrent(region.connection)) {
      await pins.add(region, clouds.accountName(region) ?? region.cloudAccountLabel)
    }
    return zones
  } catch (error) {
    throw toListError(error, region)
  }
}

/**
 * Converts an error of listing zones to the error to show, with buttons that list the zones again with the same values.
 */
function toListError(error: unknown, region: LabeledRegion): unknown {
  const { connection, provider, project } = region
  const args = { ...region, connection: connection.name, show: true }
  const retry = commandAction(retryLabel(), commandIds.listZones, args)
  if (!(error instanceof ApiError) || error.kind !== 'notFound' || refusesProject(error)) {
    return toCommandError(error, connection, retry)
  }
  // For these errors, the same request would likely fail again, so Retry is the last button.
  const actions = [checkConnectionAction(connection), retry]
  // A service that lacks the documented API path for zones may still list the zones of a Google Cloud project.
  const mayNeedProject = project === undefined && underlyingProvider(provider) === 'gcp'
  if (mayNeedProject) actions.unshift(enterProjectAction(args))
  return new CommandError(withServiceMessage(zonesNotFoundText(region), error), actions)
}

/** Returns the text for a 404. It names the provider, the account, and the region, because any of them may be wrong. */
export function zonesNotFoundText(region: LabeledRegion): string {
  const { connection, provider, cloudAccountUid, cloudAccountLabel, region: name } = region
  const account = cloudAccountLabel ?? cloudAccountUid
  const host = displayText(hostOf(connection))
  return hasRegions(provider)
    ? vscode.l10n.t(
        '{0} couldn’t find zones for provider {1}, cloud account {2}, and region {3} (404).',
        host,
        displayText(provider),
        displayText(account),
        displayText(name),
      )
    : vscode.l10n.t(
        '{0} couldn’t find zones for provider {1} and cloud account {2} (404).',
        host,
        displayText(provider),
        displayText(account),
      )
}

/** Creates a button that prompts for a Google Cloud project that isn’t listed, and lists the zones again. */
function enterProjectAction(args: object): Action {
  return {
    title: vscode.l10n.t('Enter Google Cloud Project'),
    run: async () => {
      const project = await askText(vscode.l10n.t('List Zones'), {
        prompt: vscode.l10n.t('Enter the Google Cloud project to list zones for'),
        placeholder: vscode.l10n.t('Google Cloud project'),
        validate: checkSegment,
      })
      if (project === undefined) return
      await vscode.commands.executeCommand(commandIds.listZones, { ...args, project })
    },
  }
}

/** Tells the user that a region was pinned, with a button that reveals the region. */
function notifyPinned(ref: LabeledRegion, title: string): void {
  showMessage('info', vscode.l10n.t('“{0}” is pinned in the Zones view.', displayText(title)), [
    commandAction(vscode.l10n.t('Reveal in View'), commandIds.revealInView, regionArguments(ref)),
  ])
}

/** Prompts for zones, and copies their names. `revealing` is the reveal of their region in the Zones view. */
async function askAndCopyZones(
  zones: List<Zone>,
  title: string,
  revealing: Promise<void>,
): Promise<void> {
  if (zones.items.length === 0) return notifyNoZones(title, zones)
  // After a refresh, VS Code returns the focus to the view that had it before, even from a prompt that has just opened.
  // Loading zones and pinning the region refresh the view, and VS Code reveals a row only after that.
  await settlesWithin(maxPromptDelayMs, revealing)
  const placeholder = vscode.l10n.t('Select zones to copy their names')
  const selected = await askZones(title, zones, placeholder)
  if (!selected?.length) return
  await vscode.env.clipboard.writeText(selected.map(({ name }) => name).join('\n'))
  showStatus(copiedText(selected.length, 'names'))
}

/** Tells the user that a region or an account has no zones, or that none of its zones can be shown. */
export function notifyNoZones(title: string, { unreadable }: List<Zone>): void {
  const text =
    unreadable > 0
      ? notShownSentences('zones', unreadable)
      : vscode.l10n.t('No zones found for “{0}”.', displayText(title))
  showMessage('info', text)
}
