import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import { comparisonPanelType } from '../../contributions.ts'
import { csvTable, markdownTable } from '../../formats/tables.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { copied, notifyCopied } from '../../ui/copied.ts'
import { arrange, tableOf } from './arrange.ts'
import { columnsOf, incomparableText } from './columns.ts'
import { ComparisonData, type PlaceState } from './comparisonData.ts'
import { columnTitles, comparisonTitle, headOf } from './comparisonHeads.ts'
import { comparisonHtml } from './comparisonHtml.ts'
import {
  initialArrangement,
  readRequest,
  readSaved,
  type ColumnHead,
  type Comparison,
  type Shown,
} from './pageMessages.ts'
import { isIncomparable, type Row } from './table.ts'

/** The formats that a comparison can be copied in. */
const comparisonFormats = { markdown: markdownTable, csv: csvTable }
export type ComparisonFormat = keyof typeof comparisonFormats

/** A comparison in a panel, with the actions of its title. */
interface ShownComparison {
  readonly panel: vscode.WebviewPanel
  /** Loads everything again. */
  refresh(): void
  /** Copies what the page shows, in its order, from the original data. */
  copy(format: ComparisonFormat): Promise<void>
}

/** The comparisons that are open as editors. */
export class ComparisonPanels {
  readonly #parts: Parts
  readonly #shown = new Set<ShownComparison>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Opens a comparison, and loads missing data. */
  open(comparison: Comparison): void {
    const panel = vscode.window.createWebviewPanel(
      comparisonPanelType,
      comparisonTitle(comparison),
      vscode.ViewColumn.Active,
      { enableFindWidget: true },
    )
    this.#show(panel, comparison)
  }

  /** Restores a panel after a reload; closes it if its state is invalid. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const comparison = readSaved(state)
    if (comparison) this.#show(panel, comparison)
    else panel.dispose()
  }

  /** The comparison in the active editor. Throws if that is another editor. */
  get active(): ShownComparison {
    const active = [...this.#shown].find(({ panel }) => panel.active)
    if (active) return active
    throw new CommandError(vscode.l10n.t('The active editor isn’t a comparison.'))
  }

  #show(panel: vscode.WebviewPanel, comparison: Comparison): void {
    const shown = show(panel, comparison, this.#parts)
    this.#shown.add(shown)
    panel.onDidDispose(() => this.#shown.delete(shown))
  }
}

/**
 * Shows a comparison in a panel until that is closed. It shows what is known, reads what is not, and
 * reads again only when told to: a table does not change under its reader, but it says how old it is.
 */
function show(panel: vscode.WebviewPanel, comparison: Comparison, parts: Parts): ShownComparison {
  const { context, connections, apiKeys, tracked, clouds } = parts
  const { webview } = panel
  const over = new AbortController()
  let arrangement = initialArrangement
  const data = new ComparisonData(comparison, parts, update)
  const { columns: states, places } = data
  const hasRegions = new Set(places.map(({ place }) => place.region)).size > 1
  const learn = () => data.syncFromCache()
  const subscriptions = vscode.Disposable.from(
    webview.onDidReceiveMessage((message: unknown) => {
      const request = readRequest(message)
      if (!request) return
      arrangement = request.arrangement ?? arrangement
      update()
    }),
    clouds.zones.onDidChange(learn),
    clouds.accounts.onDidChange(learn),
    tracked.onDidChange(learn),
    connections.onDidChange(learn),
    apiKeys.onDidChange(() => data.forget()),
  )
  panel.onDidDispose(() => {
    over.abort()
    subscriptions.dispose()
  })
  learn()
  fill(panel, comparison, context.extensionUri)
  read(places.filter(({ known }) => !known))
  return { panel, refresh: () => read(places), copy }

  function read(wanted: readonly PlaceState[]): void {
    void data.read(wanted, over.signal)
    void data.readNames()
  }

  /** Updates the page if it is visible. A hidden page requests the data when it becomes visible. */
  function update(): void {
    if (over.signal.aborted || !panel.visible) return
    const columns = columnsOf(columnTitles(states), hasRegions)
    const rows = arrange(data.rows, columns, arrangement)
    const shown: Shown = {
      type: 'show',
      comparison,
      arrangement,
      texts: {
        caption: vscode.l10n.t('Zones by zone ID, with the name that each account uses'),
        filter: vscode.l10n.t('Filter zones'),
        only: vscode.l10n.t('Show only differences'),
      },
      status: statusText(rows),
      columns: columns.map(({ key, title }): ColumnHead => ({
        key,
        title: visible(title),
        ...(typeof key === 'number' && headOf(states[key] ?? [])),
      })),
      rows: rows.map((row) => columns.map(({ cellOf }) => cellOf(row))),
    }
    // A webview isn’t a window and has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    void webview.postMessage(shown)
  }

  function statusText(rows: readonly Row[]): string {
    const all = data.rows
    const isReading = places.some((place) => place.isReading)
    const none =
      all.length > 0
        ? vscode.l10n.t('No zones match the filter.')
        : vscode.l10n.t('There are no zones to compare.')
    const texts = [
      vscode.l10n.t('Zones: {0} of {1}', rows.length, all.length),
      ...(rows.length === 0 && (all.length > 0 || places.every(isWhole)) ? [none] : []),
      ...(all.some(isIncomparable) ? [incomparableText] : []),
      ...(isReading ? [vscode.l10n.t('Loading…')] : []),
    ]
    return texts.join(' · ')
  }

  async function copy(format: ComparisonFormat): Promise<void> {
    const columns = columnsOf(columnTitles(states), hasRegions)
    const rows = arrange(data.rows, columns, arrangement)
    await vscode.env.clipboard.writeText(comparisonFormats[format](tableOf(columns, rows)))
    notifyCopied(copied.zones(rows.length, format), { isIncomplete: !places.every(isWhole) })
  }
}

function fill(panel: vscode.WebviewPanel, comparison: Comparison, extensionUri: vscode.Uri): void {
  const { webview } = panel
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview')
  const uriOf = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString()
  const media = vscode.Uri.joinPath(extensionUri, 'media')
  panel.title = comparisonTitle(comparison)
  panel.iconPath = {
    light: vscode.Uri.joinPath(media, 'comparison-light.svg'),
    dark: vscode.Uri.joinPath(media, 'comparison-dark.svg'),
  }
  webview.options = { enableScripts: true, localResourceRoots: [folder] }
  webview.html = comparisonHtml({
    script: uriOf('comparison.js'),
    style: uriOf('comparison.css'),
    cspSource: webview.cspSource,
    nonce: crypto.randomUUID(),
    language: vscode.env.language,
    title: panel.title,
  })
}

/** Returns whether all zones of a region are known. */
function isWhole({ known }: PlaceState): boolean {
  return known !== undefined && omittedFrom(known.value) === 0
}
