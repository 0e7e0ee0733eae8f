import * as vscode from 'vscode'
import { isComplete } from '../../api/list.ts'
import { comparisonPanelType } from '../../contributions.ts'
import { csvTable, markdownTable } from '../../ui/markup.ts'
import type { Parts } from '../../parts.ts'
import { visible, joinDescription, labeled } from '../../texts.ts'
import { askFormat, notifyCopied, zonesCopiedText } from '../../ui/copied.ts'
import { columnsOf, incomparableText, tableOf } from './columns.ts'
import { ComparisonData, type Comparison, type PlaceState } from './comparisonData.ts'
import { comparisonHtml } from './comparisonHtml.ts'
import { isIncomparable } from './table.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { notShown } from '../../ui/listTexts.ts'

/** The delay of the rows that arrive one by one, in milliseconds: each time, the page is drawn anew. */
const delayMs = 1_000

/**
 * Shows a comparison in a panel until it is closed. It loads what isn’t cached, and again only on request. Newer zones
 * that other features load are shown, too, with their age. Returns the panel with the actions of its title: `refresh` loads
 * everything again, and `copy` prompts for a format, and copies what the page shows, from the original data.
 */
export function showComparison(comparison: Comparison, parts: Parts) {
  const { context, connections, apiKeys, pins, clouds } = parts
  const media = vscode.Uri.joinPath(context.extensionUri, 'media')
  const panel = openPanel(comparison, media)
  const { webview, title } = panel
  const over = new AbortController()
  let drawTimer: ReturnType<typeof setTimeout> | undefined
  const data = new ComparisonData(comparison, parts, update)
  const { columns: states, places } = data
  const hasRegions = new Set(places.map(({ place }) => place.region)).size > 1
  const learn = () => data.syncFromCache()
  const subscriptions = vscode.Disposable.from(
    clouds.zones.onDidChange(learn),
    clouds.accounts.onDidChange(learn),
    pins.onDidChange(learn),
    connections.onDidChange(learn),
    apiKeys.onDidChange(() => data.forget()),
  )
  panel.onDidDispose(() => {
    over.abort()
    clearTimeout(drawTimer)
    subscriptions.dispose()
  })
  learn()
  read(places.filter(({ known }) => !known))
  draw()
  return { panel, refresh: () => read(places), copy }

  function read(wanted: readonly PlaceState[]): void {
    void data.read(wanted, over.signal)
    void data.readNames()
  }

  function update(): void {
    if (over.signal.aborted) return
    if (!isReading()) return draw()
    drawTimer ??= setTimeout(draw, delayMs)
  }

  function draw(): void {
    clearTimeout(drawTimer)
    drawTimer = undefined
    const html = comparisonHtml({
      title,
      status: statusText(),
      columns: columnsOf(headsOf(states), hasRegions),
      rows: data.rows,
      style: webview.asWebviewUri(vscode.Uri.joinPath(media, 'comparison.css')).toString(),
      cspSource: webview.cspSource,
    })
    // Drawn anew, the page loses what is selected and where it is scrolled to.
    if (html !== webview.html) webview.html = html
  }

  function isReading(): boolean {
    return places.some(({ reading }) => reading)
  }

  function statusText(): string {
    const { rows } = data
    const isUnknown = rows.length === 0 && places.some(({ known }) => !known)
    const notLoaded = !isReading() && vscode.l10n.t('Not loaded yet')
    return joinDescription(
      isUnknown ? notLoaded : labeled(vscode.l10n.t('Zones'), rows.length),
      rows.some(isIncomparable) && incomparableText,
      isReading() && vscode.l10n.t('Loading…'),
    )
  }

  async function copy(): Promise<void> {
    const promptTitle = vscode.l10n.t('Copy Comparison As')
    const format = await askFormat(promptTitle, ['markdown', 'csv'])
    if (!format) return
    const { rows } = data
    const table = tableOf(columnsOf(headsOf(states), hasRegions), rows)
    const text = format === 'csv' ? csvTable(table) : markdownTable(table)
    await vscode.env.clipboard.writeText(text)
    notifyCopied(zonesCopiedText(rows.length, format), !places.every(isWhole))
  }
}

function openPanel(comparison: Comparison, media: vscode.Uri): vscode.WebviewPanel {
  const title = comparisonTitle(comparison)
  const options = { enableFindWidget: true, localResourceRoots: [media] }
  const { Active } = vscode.ViewColumn
  const panel = vscode.window.createWebviewPanel(comparisonPanelType, title, Active, options)
  panel.iconPath = {
    light: vscode.Uri.joinPath(media, 'comparison-light.svg'),
    dark: vscode.Uri.joinPath(media, 'comparison-dark.svg'),
  }
  return panel
}

/** Returns whether all zones of a region are known. */
function isWhole({ known }: PlaceState): boolean {
  return isComplete(known?.value)
}

const maxTitleRegions = 3

/** Returns the title of a comparison’s tab. */
function comparisonTitle({ places }: Comparison): string {
  const regions = [...new Set(places.map(({ region, provider }) => region || provider))]
  const shown = regions.slice(0, maxTitleRegions).map(visible)
  const names = regions.length > shown.length ? [...shown, '…'] : shown
  return vscode.l10n.t('Compare Zones: {0}', names.join(', '))
}

/** Returns the heads of columns: the account, what distinguishes it from others, the age of its data, and errors. */
function headsOf(columns: readonly (readonly PlaceState[])[]): Parameters<typeof columnsOf>[0] {
  const accounts = columns.flatMap(([first]) => first ?? [])
  const nameOf = ({ name, place }: PlaceState) => name ?? place.cloudAccountUid
  const hasConnections = new Set(accounts.map(({ place }) => place.connection)).size > 1
  return accounts.map((account, index) => {
    const { cloudAccountUid: uid, project, connection, provider } = account.place
    const hasNamesake = accounts.some(
      (other) => nameOf(other) === nameOf(account) && other.place.cloudAccountUid !== uid,
    )
    const title = joinDescription(
      nameOf(account),
      account.name !== undefined && hasNamesake && uid,
      project,
      hasConnections && connection,
    )
    const detail = [
      labeled(vscode.l10n.t('Cloud account'), visible(uid)),
      labeled(vscode.l10n.t('Provider'), visible(provider)),
      vscode.l10n.t('Connection: {0}', visible(connection)),
    ].join('\n')
    const states = columns[index] ?? []
    return { title, detail, note: noteOf(states), problems: problemsOf(states) }
  })
}

/** Returns the age of the oldest data, or why there is none. */
function noteOf(states: readonly PlaceState[]): string {
  if (states.some(({ reading }) => reading)) return vscode.l10n.t('Loading…')
  const date = dateText(Math.min(...states.flatMap(({ known }) => known?.at ?? [])))
  return date === undefined ? vscode.l10n.t('Not loaded yet') : vscode.l10n.t('Updated {0}', date)
}

/** Returns each problem once, behind the names of all regions that have it. */
function problemsOf(states: readonly PlaceState[]): string[] {
  return [...Map.groupBy(states, problemOf)].flatMap(([problem, own]) => {
    const names = own.map(({ place }) => visible(place.region || place.provider))
    return problem === undefined ? [] : [`${names.join(', ')}: ${problem}`]
  })
}

function problemOf({ place, ref, error, known, reading }: PlaceState): string | undefined {
  if (reading) return undefined
  if (!ref) return vscode.l10n.t('Connection “{0}” doesn’t exist.', visible(place.connection))
  if (error) return errorText(error, ref.connection)
  const { unreadable = 0 } = known?.value ?? {}
  return unreadable > 0 ? notShown.zones(unreadable) : undefined
}
