import * as vscode from 'vscode'
import { commandIds } from '../contributions.ts'
import {
  formatZones,
  zoneFormats,
  type PlacedZone,
  type ZoneFormat,
} from '../formats/zoneFormats.ts'
import { accountTitle } from '../inventory/accountTitle.ts'
import type { Clouds } from '../inventory/clouds.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { askChoice, back } from '../prompts/quickInput.ts'
import { visible, withoutIcons } from '../texts.ts'
import type { RegionNode, ZoneNode, ZonesNode } from '../views/nodes.ts'
import { withProgressOnceSlow } from './progress.ts'
import { rows } from './rows.ts'
import { apiFailure, runAction, showMessage, tryAgain, type RunCommand } from './runCommand.ts'

const lastFormatKey = 'zoneFormat'

/**
 * Copy Zones As…: copies zones, or all those of regions, in a format that is asked for; the last one
 * stands first the next time. Where their states differ, it copies those of chosen states on request.
 */
export function registerCopyZonesAs(
  runCommand: RunCommand,
  tracked: Tracked,
  clouds: Clouds,
  globalState: vscode.Memento,
): vscode.Disposable {
  return runCommand(commandIds.copyZonesAs, async (node?: ZonesNode, selected?: ZonesNode[]) => {
    const zones = await zonesOf(rows(node, selected))
    if (zones.length === 0) {
      showMessage('info', vscode.l10n.t('There are no zones to copy.'))
      return
    }
    const answer = await askFormat(zones)
    if (!answer) return
    await globalState.update(lastFormatKey, answer.format)
    await vscode.env.clipboard.writeText(formatZones(answer.zones, answer.format))
    vscode.window.setStatusBarMessage(copiedText(answer.zones.length, answer.format), 5000)
  })

  /** The zones of the rows, each once, in the order of the rows. */
  async function zonesOf(nodes: readonly ZonesNode[]): Promise<PlacedZone[]> {
    const zones = new Map<string, PlacedZone>()
    for (const node of nodes) {
      if (node.kind === 'zone') add(node)
      if (node.kind === 'region') for (const zone of await zonesIn(node)) add(zone)
    }
    return [...zones.values()]

    function add({ of, position, name, state, zoneId }: Omit<ZoneNode, 'kind'>): void {
      const { connection, provider, cloudAccountUid, project, region } = of
      const place = [connection.name, provider, cloudAccountUid, project, region, position]
      const facts = {
        ...(state !== undefined && { state }),
        ...(zoneId !== undefined && { zoneId }),
      }
      zones.set(JSON.stringify(place), {
        account: accountTitle(tracked, clouds, of),
        region,
        name,
        ...facts,
      })
    }
  }

  /** What is known of a region's zones; reads them where nothing is. */
  async function zonesIn(of: RegionNode): Promise<Omit<ZoneNode, 'kind'>[]> {
    const title = vscode.l10n.t('Listing the zones of {0}…', visible(of.region))
    const result = await withProgressOnceSlow(title, () => clouds.zones.getOrRetry(of))
    if ('value' in result) return result.value.map((zone, position) => ({ of, position, ...zone }))
    const again = runAction(tryAgain(), commandIds.copyZonesAs, of)
    throw apiFailure(result.error, of.connection, again)
  }

  /** The format, and those of the zones that it is wanted of; undefined where the user gave up. */
  async function askFormat(
    all: readonly PlacedZone[],
  ): Promise<{ format: ZoneFormat; zones: readonly PlacedZone[] } | undefined> {
    const last = globalState.get(lastFormatKey)
    const formats = [...zoneFormats].sort((a, b) => Number(b === last) - Number(a === last))
    const haveStates = new Set(all.map(({ state }) => state)).size > 1
    let zones = all
    for (;;) {
      const answer = await askChoice<ZoneFormat | 'states'>(
        { title: titleText(zones.length), step: 1, totalSteps: 1 },
        {
          placeholder: vscode.l10n.t('Choose the format'),
          choices: formats.map((value) => ({ ...formatTexts(value), value })),
          ...(haveStates && {
            last: { label: vscode.l10n.t('Choose States…'), value: 'states' as const },
          }),
        },
      )
      if (answer === undefined || answer === back) return undefined
      if (answer !== 'states') return { format: answer, zones }
      const states = await askStates(all)
      if (!states) return undefined
      zones = all.filter(({ state }) => states.has(state))
    }
  }
}

/** The states of the zones to copy; undefined where the user gave up. */
async function askStates(
  zones: readonly PlacedZone[],
): Promise<ReadonlySet<string | undefined> | undefined> {
  const states = [...new Set(zones.map(({ state }) => state))]
  const items = states.map((state) => ({
    label: state === undefined ? vscode.l10n.t('no state') : withoutIcons(visible(state)),
    description: String(zones.filter((zone) => zone.state === state).length),
    picked: state?.toLowerCase() === 'available',
    state,
  }))
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Copy Zones of These States'),
    canPickMany: true,
    ignoreFocusOut: true,
  })
  if (!chosen || chosen.length === 0) return undefined
  return new Set(chosen.map(({ state }) => state))
}

function formatTexts(format: ZoneFormat): { label: string; description: string } {
  switch (format) {
    case 'names':
      return { label: vscode.l10n.t('Names'), description: vscode.l10n.t('one per line') }
    case 'json':
      return { label: 'JSON', description: vscode.l10n.t('array of names') }
    case 'yaml':
      return { label: 'YAML', description: vscode.l10n.t('list of names') }
    case 'hcl':
      return { label: 'HCL', description: vscode.l10n.t('list of names, for Terraform') }
    case 'csv':
      return { label: 'CSV', description: vscode.l10n.t('with states and zone ids') }
    case 'markdown':
      return { label: 'Markdown', description: vscode.l10n.t('table with states and zone ids') }
  }
}

function titleText(count: number): string {
  return count === 1 ? vscode.l10n.t('Copy 1 Zone As') : vscode.l10n.t('Copy {0} Zones As', count)
}

function copiedText(count: number, format: ZoneFormat): string {
  const { label } = formatTexts(format)
  return count === 1
    ? vscode.l10n.t('Copied 1 zone: {0}', label)
    : vscode.l10n.t('Copied {0} zones: {1}', count, label)
}
