import * as vscode from 'vscode'
import type { ApiError, Zone } from '../api/client.ts'
import { arrange, type Arrangement } from '../compare/arrange.ts'
import { formatComparison, type CopyFormat } from '../compare/copyFormats.ts'
import { readRequest, type Comparison, type Place, type Shown } from '../compare/messages.ts'
import { compareZones, type Row } from '../compare/table.ts'
import { isSameConnection } from '../connections/connection.ts'
import type { Result } from '../inventory/cached.ts'
import type { RegionRef } from '../inventory/clouds.ts'
import { sweep } from '../inventory/sweep.ts'
import { visible } from '../texts.ts'
import { columnHead, columnTitles, comparisonTitle, refOf } from './comparisonHeads.ts'
import { comparisonHtml } from './comparisonHtml.ts'
import type { ComparisonParts } from './comparisonPanels.ts'
import { comparisonTexts } from './comparisonTexts.ts'

/** What a comparison has of a place. */
export interface PlaceState {
  readonly place: Place
  /** Undefined where there is no such connection. */
  ref: RegionRef | undefined
  /** What was read last; it stands until something else is read. */
  known?: { readonly value: readonly Zone[]; readonly at: number } | undefined
  /** Why the latest reading failed. */
  error?: ApiError | undefined
  isReading: boolean
}

/**
 * A comparison in the editor area. It shows what is known, reads what is not, and reads again only
 * when told to: a table does not change under its reader, but it says how old it is.
 */
export class ComparisonPanel {
  readonly #panel: vscode.WebviewPanel
  readonly #comparison: Comparison
  readonly #parts: ComparisonParts
  /** By column. */
  readonly #columns: readonly (readonly PlaceState[])[]
  readonly #over = new AbortController()

  constructor(panel: vscode.WebviewPanel, comparison: Comparison, parts: ComparisonParts) {
    this.#panel = panel
    this.#comparison = comparison
    this.#parts = parts
    this.#columns = columnsOf(comparison).map((places) =>
      places.map((place) => ({ place, ref: undefined, isReading: false })),
    )
  }

  /** Fills the page, and follows what becomes known until the panel is closed. */
  start(): void {
    const { connections, tracked, clouds, context } = this.#parts
    const { webview } = this.#panel
    const folder = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview')
    const uriOf = (name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString()
    const subscriptions = vscode.Disposable.from(
      webview.onDidReceiveMessage((message: unknown) => this.#answer(message)),
      clouds.zones.onDidChange(() => this.#learn()),
      clouds.accounts.onDidChange(() => this.#show()),
      tracked.onDidChange(() => this.#show()),
      connections.onDidChange(() => this.#learn()),
    )
    this.#panel.onDidDispose(() => {
      this.#over.abort()
      subscriptions.dispose()
    })
    this.#panel.title = comparisonTitle(this.#comparison)
    webview.options = { enableScripts: true, localResourceRoots: [folder] }
    this.#learn()
    webview.html = comparisonHtml({
      script: uriOf('comparison.js'),
      style: uriOf('comparison.css'),
      cspSource: webview.cspSource,
      nonce: crypto.randomUUID(),
      language: vscode.env.language,
      title: this.#panel.title,
    })
    void this.#read(this.#states.filter(({ known }) => !known))
  }

  /** Does what the page asks for; anything else comes to nothing. */
  #answer(message: unknown): void {
    const request = readRequest(message)
    switch (request?.type) {
      case 'ready':
        return this.#show()
      case 'refresh':
        return void this.#read(this.#states)
      case 'retry': {
        const states = this.#columns[request.column] ?? []
        return void this.#read(states.filter(({ error, known }) => error ?? !known))
      }
      case 'copy':
        return void this.#copy(request.format, request.arrangement)
      case undefined:
        return undefined
    }
  }

  get #states(): PlaceState[] {
    return this.#columns.flat()
  }

  /** Takes over what has been read anywhere; of another service or project, nothing holds any more. */
  #learn(): void {
    const { connections, clouds } = this.#parts
    for (const state of this.#states) {
      const connection = connections.find(state.place.connection)
      const isSame = state.ref && isSameConnection(state.ref.connection, connection)
      if (!isSame) {
        state.ref = refOf(state.place, connection)
        state.known = undefined
        state.error = undefined
      }
      const latest = state.ref && clouds.zones.peek(state.ref)
      if (!latest || !('value' in latest) || latest === state.known) continue
      state.known = latest
      state.error = undefined
    }
    this.#show()
  }

  async #read(states: readonly PlaceState[]): Promise<void> {
    const asked = states.filter(({ ref, isReading }) => ref && !isReading)
    for (const state of asked) state.isReading = true
    this.#show()
    try {
      const { failed } = await sweep(
        asked,
        (state, signal) => this.#readOne(state, signal),
        this.#over.signal,
      )
      for (const { ref: state, error } of failed) state.error = error
    } finally {
      for (const state of asked) state.isReading = false
      this.#show()
    }
  }

  async #readOne(state: PlaceState, signal: AbortSignal): Promise<Result<readonly Zone[]>> {
    const result = await this.#parts.clouds.zones.getAnew(state.ref!, signal)
    state.isReading = false
    this.#show()
    return result
  }

  /** Tells the page, unless nobody sees it: then it asks when it comes to be seen. */
  #show(): void {
    if (this.#over.signal.aborted || !this.#panel.visible) return
    const { titles, rows } = this.#table()
    const shown: Shown = {
      type: 'show',
      texts: comparisonTexts(),
      comparison: this.#comparison,
      caption: vscode.l10n.t('Zones by zone ID, as each account names them'),
      columns: this.#columns.map((states, index) => columnHead(titles[index] ?? '', states)),
      rows: rows.map(visibleRow),
      hasRegions: new Set(this.#states.map(({ place }) => place.region)).size > 1,
    }
    // A webview is no window, and knows no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    void this.#panel.webview.postMessage(shown)
  }

  async #copy(format: CopyFormat, arrangement: Arrangement): Promise<void> {
    const { titles, rows } = this.#table()
    const chosen = arrange(rows.map(visibleRow), arrangement).flatMap((index) => rows[index] ?? [])
    await vscode.env.clipboard.writeText(formatComparison(titles, chosen, format))
    const label = format === 'csv' ? 'CSV' : 'Markdown'
    const text =
      chosen.length === 1
        ? vscode.l10n.t('Copied 1 zone: {0}', label)
        : vscode.l10n.t('Copied {0} zones: {1}', chosen.length, label)
    vscode.window.setStatusBarMessage(text, 5000)
  }

  #table(): { titles: string[]; rows: Row[] } {
    const { tracked, clouds } = this.#parts
    const sources = this.#columns.flatMap((states, column) =>
      states.map(({ place, known }) => ({ ...place, column, zones: known?.value })),
    )
    return {
      titles: columnTitles(this.#columns, tracked, clouds),
      rows: compareZones(this.#columns.length, sources),
    }
  }
}

/** One column for each place, or for each account with all its places. */
function columnsOf({ places, byAccount }: Comparison): Place[][] {
  const columns = new Map<string, Place[]>()
  for (const place of places) {
    const { connection, provider, cloudAccountUid, project, region } = place
    const key = JSON.stringify([
      connection,
      provider,
      cloudAccountUid,
      project,
      !byAccount && region,
    ])
    const column = columns.get(key) ?? []
    if (!column.some((one) => one.region === region)) column.push(place)
    columns.set(key, column)
  }
  return [...columns.values()]
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
