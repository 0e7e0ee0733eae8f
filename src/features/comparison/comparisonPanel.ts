import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import { arrange, initialArrangement } from './arrange.ts'
import { formatComparison, type CopyFormat } from './copyFormats.ts'
import { readRequest, readSaved, type Comparison, type Shown } from './pageMessages.ts'
import type { Row } from './table.ts'
import { comparisonPanelType } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { ComparisonData, type FailedRegion, type PlaceState } from './comparisonData.ts'
import { columnHead, columnTitles, comparisonTitle } from './comparisonHeads.ts'
import { comparisonHtml } from './comparisonHtml.ts'
import { comparisonTexts } from './comparisonTexts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { copied, notifyCopied } from '../../ui/copied.ts'

/** A comparison in a panel, with the actions of its title. */
interface ShownComparison {
  readonly panel: vscode.WebviewPanel
  /** Loads everything again. */
  refresh(): void
  /** Copies the zones in the page’s order. The text is created here, from the original data. */
  copy(format: CopyFormat): Promise<void>
}

/** The comparisons that are open as editors. */
export class ComparisonPanels {
  readonly #parts: Parts
  readonly #shown = new Set<ShownComparison>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Opens a comparison, and loads missing data, except for regions that have just failed. */
  open(comparison: Comparison, failed: readonly FailedRegion[] = []): void {
    const panel = vscode.window.createWebviewPanel(
      comparisonPanelType,
      comparisonTitle(comparison),
      vscode.ViewColumn.Active,
      { enableFindWidget: true },
    )
    this.#show(panel, comparison, failed)
  }

  /** Restores a panel after a reload; closes it if its state is invalid. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const comparison = readSaved(state)
    if (comparison) this.#show(panel, comparison, [])
    else panel.dispose()
  }

  /** The comparison in the active editor. Throws if that is another editor. */
  get active(): ShownComparison {
    const active = [...this.#shown].find(({ panel }) => panel.active)
    if (active) return active
    throw new CommandError(vscode.l10n.t('The active editor isn’t a comparison.'))
  }

  #show(panel: vscode.WebviewPanel, comparison: Comparison, failed: readonly FailedRegion[]): void {
    const shown = show(panel, comparison, failed, this.#parts)
    this.#shown.add(shown)
    panel.onDidDispose(() => this.#shown.delete(shown))
  }
}

/**
 * Shows a comparison in a panel until that is closed. It shows what is known, reads what is not, and
 * reads again only when told to: a table does not change under its reader, but it says how old it is.
 */
function show(
  panel: vscode.WebviewPanel,
  comparison: Comparison,
  failed: readonly FailedRegion[],
  parts: Parts,
): ShownComparison {
  const { context, connections, apiKeys, tracked, clouds } = parts
  const { webview } = panel
  const over = new AbortController()
  let arrangement = initialArrangement
  const data = new ComparisonData(comparison, parts, update)
  const learn = () => data.syncFromCache()
  const subscriptions = vscode.Disposable.from(
    webview.onDidReceiveMessage(answer),
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
  data.setErrors(failed)
  fill()
  read(data.places.filter(({ known, error }) => !known && !error))
  return { panel, refresh: () => read(data.places), copy }

  function read(states: readonly PlaceState[]): void {
    void data.read(states, over.signal)
    void data.readNames()
  }

  function fill(): void {
    const folder = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview')
    const uriOf = (name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString()
    const media = vscode.Uri.joinPath(context.extensionUri, 'media')
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

  /** Handles a request of the page; ignores anything else. */
  function answer(message: unknown): void {
    const request = readRequest(message)
    switch (request?.type) {
      case 'ready':
        arrangement = request.arrangement
        return update()
      case 'arrange':
        arrangement = request.arrangement
        return undefined
      case 'retry': {
        const states = data.columns[request.column] ?? []
        return read(states.filter((state) => state.error ?? !isWhole(state)))
      }
      case undefined:
        return undefined
    }
  }

  /** Updates the page if it is visible. A hidden page requests the data when it becomes visible. */
  function update(): void {
    if (over.signal.aborted || !panel.visible) return
    const { columns, places, rows } = data
    const titles = columnTitles(columns)
    const shown: Shown = {
      type: 'show',
      texts: comparisonTexts,
      comparison,
      caption: vscode.l10n.t('Zones by zone ID, with the name that each account uses'),
      columns: columns.map((states, index) => columnHead(titles[index] ?? '', states)),
      rows: rows.map(visibleRow),
      hasRegions: new Set(places.map(({ place }) => place.region)).size > 1,
    }
    // A webview isn’t a window and has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    void webview.postMessage(shown)
  }

  async function copy(format: CopyFormat): Promise<void> {
    const { columns, rows } = data
    const chosen = arrange(rows.map(visibleRow), arrangement).flatMap((index) => rows[index] ?? [])
    await vscode.env.clipboard.writeText(formatComparison(columnTitles(columns), chosen, format))
    notifyCopied(copied.zones(chosen.length, format), {
      isIncomplete: !data.places.every(isWhole),
    })
  }
}

/** Returns whether all zones of a region are known. */
function isWhole({ known }: PlaceState): boolean {
  return known !== undefined && omittedFrom(known.value) === 0
}

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
