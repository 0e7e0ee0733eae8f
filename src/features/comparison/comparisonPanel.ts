import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { comparisonPanelType } from '../../contributions.ts'
import { csvTable, markdownTable } from '../../ui/markup.ts'
import type { Parts } from '../../parts.ts'
import { visible, joinDescription, labeled } from '../../texts.ts'
import { copied, notifyCopied } from '../../ui/copied.ts'
import { columnsOf, incomparableText, tableOf } from './columns.ts'
import { ComparisonData, type Comparison, type PlaceState } from './comparisonData.ts'
import { comparisonHtml, type ColumnHead } from './comparisonHtml.ts'
import { isIncomparable } from './table.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { notShown } from '../../ui/listTexts.ts'

/** The formats that a comparison can be copied in. */
const comparisonFormats = { markdown: markdownTable, csv: csvTable }

export type ComparisonFormat = keyof typeof comparisonFormats

/** The delay of the rows that arrive one by one, in milliseconds: each time, the page is drawn anew. */
const delayMs = 1_000

/** A comparison in a panel, with the actions of its title. */
export interface ShownComparison {
  readonly panel: vscode.WebviewPanel
  /** Loads everything again. */
  refresh(): void
  /** Copies what the page shows, from the original data. */
  copy(format: ComparisonFormat): Promise<void>
}

/**
 * Shows a comparison in a panel until it is closed. It loads what isn’t cached, and again only on request. Newer zones
 * that other features load are shown, too, with their age.
 */
export function showComparison(comparison: Comparison, parts: Parts): ShownComparison {
  const { context, connections, apiKeys, tracked, clouds } = parts
  const media = vscode.Uri.joinPath(context.extensionUri, 'media')
  const panel = openPanel(comparison, media)
  const { webview, title } = panel
  const over = new AbortController()
  let cancelDrawing: (() => void) | undefined
  const data = new ComparisonData(comparison, parts, update)
  const { columns: states, places } = data
  const hasRegions = new Set(places.map(({ place }) => place.region)).size > 1
  const learn = () => data.syncFromCache()
  const subscriptions = vscode.Disposable.from(
    clouds.zones.onDidChange(learn),
    clouds.accounts.onDidChange(learn),
    tracked.onDidChange(learn),
    connections.onDidChange(learn),
    apiKeys.onDidChange(() => data.forget()),
  )
  panel.onDidDispose(() => {
    over.abort()
    cancelDrawing?.()
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
    cancelDrawing ??= clock.after(delayMs, 'redraw', draw)
  }

  function draw(): void {
    cancelDrawing?.()
    cancelDrawing = undefined
    const html = comparisonHtml({
      title,
      status: statusText(),
      columns: columnsNow().map((column) => {
        const { key } = column
        const head = typeof key === 'number' ? headOf(states[key] ?? []) : {}
        return { ...column, head: { title: visible(column.title), ...head } }
      }),
      rows: data.rows,
      texts: {
        caption: vscode.l10n.t('Zones by zone ID, with the name that each account uses'),
        onlyDifferences: vscode.l10n.t('Show only differences'),
      },
      language: vscode.env.language,
      style: webview.asWebviewUri(vscode.Uri.joinPath(media, 'comparison.css')).toString(),
      cspSource: webview.cspSource,
    })
    // Drawn anew, the page loses what is selected and where it is scrolled to.
    if (html !== webview.html) webview.html = html
  }

  function columnsNow() {
    return columnsOf(columnTitles(states), hasRegions)
  }

  function isReading(): boolean {
    return places.some((place) => place.isReading)
  }

  function statusText(): string {
    const { rows } = data
    const isUnknown = rows.length === 0 && places.some(({ known }) => !known)
    const count = labeled(vscode.l10n.t('Zones'), rows.length)
    const notLoaded = isReading() ? [] : [vscode.l10n.t('Not loaded yet')]
    const texts = [
      ...(isUnknown ? notLoaded : [count]),
      ...(rows.some(isIncomparable) ? [incomparableText] : []),
      ...(isReading() ? [vscode.l10n.t('Loading…')] : []),
    ]
    return texts.join(' · ')
  }

  async function copy(format: ComparisonFormat): Promise<void> {
    const { rows } = data
    await vscode.env.clipboard.writeText(comparisonFormats[format](tableOf(columnsNow(), rows)))
    notifyCopied(copied.zones(rows.length, format), { isIncomplete: !places.every(isWhole) })
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
  return known !== undefined && omittedFrom(known.value) === 0
}

const maxTitleRegions = 3

/** Returns the title of a comparison’s tab. */
function comparisonTitle({ places }: Comparison): string {
  const regions = [...new Set(places.map(({ region, provider }) => region || provider))]
  const shown = regions.slice(0, maxTitleRegions).map(visible)
  const names = regions.length > shown.length ? [...shown, '…'] : shown
  return vscode.l10n.t('Compare Zones: {0}', names.join(', '))
}

/** Returns the unescaped titles of columns: the account, and what distinguishes it from others. */
function columnTitles(columns: readonly (readonly PlaceState[])[]): string[] {
  const heads = columns.flatMap(([first]) => first ?? [])
  const nameOf = ({ name, place }: PlaceState) => name ?? place.cloudAccountUid
  const hasConnections = new Set(heads.map(({ place }) => place.connection)).size > 1
  return heads.map((head) => {
    const { place, name } = head
    const hasNamesake = heads.some(
      (other) =>
        nameOf(other) === nameOf(head) && other.place.cloudAccountUid !== place.cloudAccountUid,
    )
    return joinDescription(
      nameOf(head),
      name !== undefined && hasNamesake && place.cloudAccountUid,
      place.project,
      hasConnections && place.connection,
    )
  })
}

/** Returns what the header of a column says beside its title: the account, the age of its data, and errors. */
function headOf(states: readonly PlaceState[]): Omit<ColumnHead, 'title'> {
  const [first] = states
  if (!first) return {}
  const { provider, cloudAccountUid, connection } = first.place
  const detail = [
    labeled(vscode.l10n.t('Cloud account'), visible(cloudAccountUid)),
    labeled(vscode.l10n.t('Provider'), visible(provider)),
    vscode.l10n.t('Connection: {0}', visible(connection)),
  ].join('\n')
  return { detail, note: noteOf(states), problems: problemsOf(states) }
}

/** Returns the age of the oldest data, or why there is none. */
function noteOf(states: readonly PlaceState[]): string {
  if (states.some(({ isReading }) => isReading)) return vscode.l10n.t('Loading…')
  const date = dateText(Math.min(...states.flatMap(({ known }) => known?.at ?? [])))
  return date === undefined ? vscode.l10n.t('Not loaded yet') : vscode.l10n.t('Updated {0}', date)
}

/** Returns each problem once, behind the names of all regions that have it. */
function problemsOf(states: readonly PlaceState[]): string[] {
  const regions = new Map<string, string[]>()
  for (const state of states) {
    const problem = problemOf(state)
    if (problem === undefined) continue
    const { region, provider } = state.place
    regions.set(problem, [...(regions.get(problem) ?? []), visible(region || provider)])
  }
  return [...regions].map(([problem, names]) => `${names.join(', ')}: ${problem}`)
}

function problemOf({ place, ref, error, known, isReading }: PlaceState): string | undefined {
  if (isReading) return undefined
  if (!ref) return vscode.l10n.t('Connection “{0}” doesn’t exist.', visible(place.connection))
  if (error) return errorText(error, ref.connection)
  const omitted = omittedFrom(known?.value)
  return omitted > 0 ? notShown.zones(omitted) : undefined
}
