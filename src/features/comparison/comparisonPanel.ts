import * as vscode from 'vscode'
import { arrange, type Arrangement } from './arrange.ts'
import { formatComparison, type CopyFormat } from './copyFormats.ts'
import { readRequest, readSaved, type Comparison, type Shown } from './messages.ts'
import type { Row } from './table.ts'
import { comparisonPanelType } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { ComparisonData, type PlaceState } from './comparisonData.ts'
import { columnHead, columnTitles, comparisonTitle } from './comparisonHeads.ts'
import { comparisonHtml } from './comparisonHtml.ts'
import { comparisonTexts } from './comparisonTexts.ts'
import { showStatus } from '../../ui/messages.ts'

/** What a comparison is made from; the `extensionUri` says where the page's script and style are. */
type ComparisonSources = Pick<Parts, 'context' | 'connections' | 'tracked' | 'clouds'>

/** Opens a comparison in the editor area, and reads what is not known of it. */
export function openComparison(comparison: Comparison, parts: ComparisonSources): void {
  const panel = vscode.window.createWebviewPanel(
    comparisonPanelType,
    comparisonTitle(comparison),
    vscode.ViewColumn.Active,
    { enableFindWidget: true },
  )
  new ComparisonPanel(panel, comparison, parts).start()
}

/** Fills a panel again after a reload; one whose state cannot be read is closed. */
export function restoreComparison(
  panel: vscode.WebviewPanel,
  state: unknown,
  parts: ComparisonSources,
): void {
  const comparison = readSaved(state)
  if (comparison) new ComparisonPanel(panel, comparison, parts).start()
  else panel.dispose()
}

/**
 * A comparison in the editor area. It shows what is known, reads what is not, and reads again only
 * when told to: a table does not change under its reader, but it says how old it is.
 */
class ComparisonPanel {
  readonly #panel: vscode.WebviewPanel
  readonly #comparison: Comparison
  readonly #sources: ComparisonSources
  readonly #data: ComparisonData
  readonly #over = new AbortController()

  constructor(panel: vscode.WebviewPanel, comparison: Comparison, parts: ComparisonSources) {
    this.#panel = panel
    this.#comparison = comparison
    this.#sources = parts
    this.#data = new ComparisonData(comparison, parts, () => this.#show())
  }

  /** Fills the page, and follows what becomes known until the panel is closed. */
  start(): void {
    const { connections, tracked, clouds } = this.#sources
    const learn = () => this.#data.learn()
    const subscriptions = vscode.Disposable.from(
      this.#panel.webview.onDidReceiveMessage((message: unknown) => this.#answer(message)),
      clouds.zones.onDidChange(learn),
      clouds.accounts.onDidChange(learn),
      tracked.onDidChange(learn),
      connections.onDidChange(learn),
    )
    this.#panel.onDidDispose(() => {
      this.#over.abort()
      subscriptions.dispose()
    })
    this.#data.learn()
    this.#fill()
    this.#read(this.#data.places.filter(({ known }) => !known))
  }

  #read(states: readonly PlaceState[]): void {
    void this.#data.read(states, this.#over.signal)
    void this.#data.readNames()
  }

  #fill(): void {
    const { webview } = this.#panel
    const folder = vscode.Uri.joinPath(this.#sources.context.extensionUri, 'dist', 'webview')
    const uriOf = (name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString()
    this.#panel.title = comparisonTitle(this.#comparison)
    webview.options = { enableScripts: true, localResourceRoots: [folder] }
    webview.html = comparisonHtml({
      script: uriOf('comparison.js'),
      style: uriOf('comparison.css'),
      cspSource: webview.cspSource,
      nonce: crypto.randomUUID(),
      language: vscode.env.language,
      title: this.#panel.title,
    })
  }

  /** Does what the page asks for; anything else comes to nothing. */
  #answer(message: unknown): void {
    const request = readRequest(message)
    switch (request?.type) {
      case 'ready':
        return this.#show()
      case 'refresh':
        return this.#read(this.#data.places)
      case 'retry': {
        const states = this.#data.columns[request.column] ?? []
        return this.#read(states.filter(({ error, known }) => error ?? !known))
      }
      case 'copy':
        return void this.#copy(request.format, request.arrangement)
      case undefined:
        return undefined
    }
  }

  /** Tells the page, unless nobody sees it: then it asks when it comes to be seen. */
  #show(): void {
    if (this.#over.signal.aborted || !this.#panel.visible) return
    const { columns, places, rows } = this.#data
    const titles = columnTitles(columns)
    const shown: Shown = {
      type: 'show',
      texts: comparisonTexts(),
      comparison: this.#comparison,
      caption: vscode.l10n.t('Zones by zone ID, as each account names them'),
      columns: columns.map((states, index) => columnHead(titles[index] ?? '', states)),
      rows: rows.map(visibleRow),
      hasRegions: new Set(places.map(({ place }) => place.region)).size > 1,
    }
    // A webview is no window, and knows no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    void this.#panel.webview.postMessage(shown)
  }

  /** Copies the zones that the page shows, in its order; the text is made of what came, here. */
  async #copy(format: CopyFormat, arrangement: Arrangement): Promise<void> {
    const { columns, rows } = this.#data
    const chosen = arrange(rows.map(visibleRow), arrangement).flatMap((index) => rows[index] ?? [])
    await vscode.env.clipboard.writeText(formatComparison(columnTitles(columns), chosen, format))
    const label = format === 'csv' ? 'CSV' : 'Markdown'
    const text =
      chosen.length === 1
        ? vscode.l10n.t('Copied 1 zone: {0}', label)
        : vscode.l10n.t('Copied {0} zones: {1}', chosen.length, label)
    showStatus(text)
  }
}

/** A row whose texts are fit to be shown. */
function visibleRow(row: Row): Row {
  return {
    ...row,
    region: visible(row.region),
    ...(row.zoneId !== undefined && { zoneId: visible(row.zoneId) }),
    cells: row.cells.map((cell) => ({
      ...cell,
      zones: cell.zones.map(({ name, state }) => ({
        name: visible(name),
        ...(state !== undefined && { state: visible(state) }),
      })),
    })),
  }
}
