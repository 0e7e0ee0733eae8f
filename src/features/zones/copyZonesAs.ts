import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import { commandIds } from '../../contributions.ts'
import {
  countIn,
  formatZones,
  zoneFormats,
  type PlacedZone,
  type ZoneFormat,
} from '../../formats/zoneFormats.ts'
import type { Parts } from '../../parts.ts'
import { askStates, haveStates } from './askZones.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import { showMessage, showStatus } from '../../ui/messages.ts'
import { joinSentences } from '../../texts.ts'
import { notShownSentences } from '../../ui/notShownTexts.ts'
import { zonesOfRows } from './zonesOfRows.ts'
import { choose } from '../../ui/prompts/quickInput.ts'

const lastFormatKey = 'zoneFormat'

/**
 * Copy Zones As…: copies zones, or all zones of regions, in a selected format; the last used one is first. If
 * their states differ, it can copy zones in selected states only.
 */
export function copyZonesAsCommands({ tracked, clouds, globalState }: Parts) {
  return {
    [commandIds.copyZonesAs]: async (node?: ZonesNode, selected?: ZonesNode[]) => {
      const zones = await zonesOfRows(
        selectedItems(node, selected),
        tracked,
        clouds,
        commandIds.copyZonesAs,
      )
      if (zones.length === 0) {
        const none = vscode.l10n.t('There are no zones to copy.')
        showMessage('info', joinSentences(none, notShownIn(zones)))
        return
      }
      const answer = await askFormat(zones)
      if (!answer) return
      await globalState.update(lastFormatKey, () => answer.format)
      await vscode.env.clipboard.writeText(formatZones(answer.zones, answer.format))
      notifyCopied(
        copiedText(countIn(answer.zones, answer.format), answer.format),
        omittedFrom(zones) === 0,
        notShownIn(zones),
      )
    },
  }

  /** Prompts for a format and the zones; undefined if canceled. */
  async function askFormat(
    all: readonly PlacedZone[],
  ): Promise<{ format: ZoneFormat; zones: readonly PlacedZone[] } | undefined> {
    const last = globalState.get(lastFormatKey)
    const formats = [...zoneFormats].sort((a, b) => Number(b === last) - Number(a === last))
    let zones = all
    for (;;) {
      const answer = await choose<ZoneFormat | 'states'>(titleText(zones.length), {
        placeholder: vscode.l10n.t('Select a format'),
        choices: formats.map((value) => ({ ...formatTexts[value], value })),
        ...(haveStates(all) && {
          last: { label: vscode.l10n.t('Filter by State…'), value: 'states' as const },
        }),
      })
      if (answer === undefined) return undefined
      if (answer !== 'states') return { format: answer, zones }
      const chosen = await askStates(vscode.l10n.t('Copy Zones by State'), all)
      if (!chosen) return undefined
      zones = chosen
    }
  }
}

const formatTexts: Record<ZoneFormat, { label: string; description: string }> = {
  names: { label: vscode.l10n.t('Names'), description: vscode.l10n.t('one per line') },
  json: { label: 'JSON', description: vscode.l10n.t('array of names') },
  yaml: { label: 'YAML', description: vscode.l10n.t('list of names') },
  hcl: { label: 'HCL', description: vscode.l10n.t('list of names, for Terraform') },
  csv: { label: 'CSV', description: vscode.l10n.t('with states and zone IDs') },
  markdown: { label: 'Markdown', description: vscode.l10n.t('table with states and zone IDs') },
}

function titleText(count: number): string {
  return count === 1 ? vscode.l10n.t('Copy 1 Zone As') : vscode.l10n.t('Copy {0} Zones As', count)
}

/** Reports what was copied, with a warning if zones are missing in it. */
export function notifyCopied(copied: string, isWhole: boolean, reason = ''): void {
  if (isWhole) return showStatus(copied)
  const incomplete = vscode.l10n.t('{0}. The copy is incomplete.', copied)
  showMessage('warning', joinSentences(incomplete, reason))
}

/** Returns the sentences about zones that are listed but can’t be shown, if there are any. */
export function notShownIn(zones: readonly unknown[]): string {
  const omitted = omittedFrom(zones)
  return omitted > 0 ? notShownSentences('zones', omitted) : ''
}

/** Returns the status after zones, or their names, were copied. */
export function copiedText(count: number, format: ZoneFormat): string {
  if (format === 'names') {
    return count === 1
      ? vscode.l10n.t('Copied 1 zone name')
      : vscode.l10n.t('Copied {0} zone names', count)
  }
  const { label } = formatTexts[format]
  return count === 1
    ? vscode.l10n.t('Copied 1 zone as {0}', label)
    : vscode.l10n.t('Copied {0} zones as {1}', count, label)
}
