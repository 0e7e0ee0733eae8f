import * as vscode from 'vscode'
import { isComplete } from '../../api/list.ts'
import { hasRegions } from '../../api/providers.ts'
import { comparisonPanelType } from '../../contributions.ts'
import { csvTable, markdownTable } from '../../ui/markup.ts'
import type { Parts } from '../../parts.ts'
import { displayText, joinDescription, labeledValue } from '../../displayTexts.ts'
import { askFormat, notifyCopied, copiedText } from '../../ui/copied.ts'
import { columnsOf, incomparableText, tableOf, type Column, type ColumnHead } from './columns.ts'
import { ComparisonData, type Comparison, type PlaceState } from './comparisonData.ts'
import { comparisonHtml } from './comparisonHtml.ts'
import { isIncomparable, type ComparedZones } from './table.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { notShown } from '../../ui/listTexts.ts'

/**
 * The delay of an update while zones of several regions arrive one by one, in milliseconds. Each update renders the
 * whole page anew.
 */
const updateDelayMs = 1_000

/**
 * A comparison in a panel, until the user closes the panel. Zones that aren’t cached are loaded at once; all zones are
 * loaded again only on request. If other features load newer zones, the panel shows these, with their age.
 */
export class ComparisonPanel {
  readonly panel: vscode.WebviewPanel
  readonly #data: ComparisonData
  /** The nonce of the page’s style sheet. It stays the same, so that an unchanged page has the same HTML. */
  readonly #nonce = crypto.getRandomValues(new Uint32Array(4)).join('-')
  readonly #closed = new AbortController()
  readonly #hasRegions: boolean
  #updateTimer: ReturnType<typeof setTimeout> | undefined

  constructor(comparison: Comparison, parts: Parts) {
    this.#data = new ComparisonData(comparison, parts, () => this.#update())
    const { places, columns } = this.#data
    this.panel = openPanel(comparisonTitle(columns), parts)
    this.#hasRegions = new Set(places.map(({ place }) => place.region)).size > 1
    const subscriptions = this.#subscribe(parts)
    this.panel.onDidDispose(() => {
      this.#closed.abort()
      clearTimeout(this.#updateTimer)
      subscriptions.dispose()
    })
    this.#data.syncFromCache()
    this.#load(places.filter(({ known }) => !known))
    this.#render()
  }

  /** Loads all zones again. */
  refresh(): void {
    this.#load(this.#data.places)
  }

  /** Prompts for a format, and copies the table from the original data. */
  async copy(): Promise<void> {
    const format = await askFormat(vscode.l10n.t('Copy As'), ['markdown', 'csv'])
    if (!format) return
    const { places } = this.#data
    this.#data.syncFromCache()
    const { rows, unshown } = this.#data.compare()
    const table = tableOf(this.#columns(), rows)
    const text = format === 'csv' ? csvTable(table) : markdownTable(table)
    await vscode.env.clipboard.writeText(text)
    const isIncomplete = unshown > 0 || !places.every(({ known }) => isComplete(known?.value))
    notifyCopied(copiedText(rows.length, format), isIncomplete)
  }

  #subscribe({ clouds, pins, connections, apiKeys }: Parts): vscode.Disposable {
    const update = () => this.#update()
    return vscode.Disposable.from(
      clouds.zones.onDidChange(update),
      clouds.accounts.onDidChange(update),
      pins.onDidChange(update),
      connections.onDidChange(update),
      apiKeys.onDidChange(() => this.#data.clear()),
    )
  }

  #load(places: readonly PlaceState[]): void {
    void this.#data.load(places, this.#closed.signal)
    void this.#data.loadNames()
  }

  /** Renders the page: at once, or after a delay while zones are being loaded. */
  #update(): void {
    if (this.#closed.signal.aborted) return
    if (!this.#isLoading()) return this.#render()
    this.#updateTimer ??= setTimeout(() => this.#render(), updateDelayMs)
  }

  #render(): void {
    clearTimeout(this.#updateTimer)
    this.#updateTimer = undefined
    const { webview } = this.panel
    this.#data.syncFromCache()
    const zones = this.#data.compare()
    const title = comparisonTitle(this.#data.columns)
    if (title !== this.panel.title) this.panel.title = title
    const html = comparisonHtml({
      title,
      status: this.#statusText(zones),
      columns: this.#columns(),
      rows: zones.rows,
      nonce: this.#nonce,
    })
    // An unchanged page isn’t rendered again, because the user would lose the selection and the scroll position.
    if (html !== webview.html) webview.html = html
  }

  #columns(): Column[] {
    return columnsOf(columnHeads(this.#data.columns), this.#hasRegions)
  }

  #isLoading(): boolean {
    return this.#data.places.some(({ loading }) => loading)
  }

  #statusText({ rows, unshown }: ComparedZones): string {
    const { places } = this.#data
    const isUnknown = rows.length === 0 && places.some(({ known }) => !known)
    const notLoaded = !this.#isLoading() && vscode.l10n.t('Not loaded yet')
    return joinDescription(
      isUnknown ? notLoaded : labeledValue(vscode.l10n.t('Zones'), rows.length),
      unshown > 0 && notShown.zones(unshown),
      rows.some(isIncomparable) && incomparableText,
      this.#isLoading() && vscode.l10n.t('Loading…'),
    )
  }
}

function openPanel(title: string, { context }: Parts): vscode.WebviewPanel {
  const options = { enableFindWidget: true, localResourceRoots: [] }
  const { Active } = vscode.ViewColumn
  const panel = vscode.window.createWebviewPanel(comparisonPanelType, title, Active, options)
  const media = vscode.Uri.joinPath(context.extensionUri, 'media')
  panel.iconPath = {
    light: vscode.Uri.joinPath(media, 'comparison-light.svg'),
    dark: vscode.Uri.joinPath(media, 'comparison-dark.svg'),
  }
  return panel
}

/** The maximum number of accounts, and of regions, in the title of a tab. */
const maxTitleNames = 3

/**
 * Returns the title of a comparison’s editor tab: the accounts, and the regions if they are few. The names of the
 * accounts may be loaded later than the page.
 */
function comparisonTitle(columns: readonly (readonly PlaceState[])[]): string {
  const accountNames = columnTitles(columns).map(displayText)
  const places = columns.flat().map(({ place }) => place)
  const regions = [
    ...new Set(places.flatMap(({ provider, region }) => (hasRegions(provider) ? region : []))),
  ]
  const hasFewRegions = regions.length <= maxTitleNames
  const names = joinDescription(
    titleList(accountNames),
    hasFewRegions && titleList(regions.map(displayText)),
  )
  return labeledValue(vscode.l10n.t('Compare Zones'), names)
}

function titleList(names: readonly string[]): string {
  const shown = names.slice(0, maxTitleNames)
  return names.length > shown.length ? [...shown, '…'].join(', ') : shown.join(', ')
}

/** Returns the name of a region. If the provider has no regions, returns the name of the provider. */
function placeName({ region, provider }: PlaceState['place']): string {
  return hasRegions(provider) ? region : provider
}

/**
 * Returns the heads of the columns. Each has a title with the account’s name, the age of the account’s zones, and the
 * errors of loading them.
 */
function columnHeads(columns: readonly (readonly PlaceState[])[]): ColumnHead[] {
  const titles = columnTitles(columns)
  return columns.flatMap((states, index) => {
    const [account] = states
    if (!account) return []
    const { cloudAccountUid, connection, provider } = account.place
    const detail = [
      labeledValue(vscode.l10n.t('Cloud account'), displayText(cloudAccountUid)),
      labeledValue(vscode.l10n.t('Provider'), displayText(provider)),
      vscode.l10n.t('Connection: {0}', displayText(connection)),
    ].join('\n')
    const title = titles[index] ?? ''
    return { title, detail, note: ageNote(states), problems: columnErrors(states) }
  })
}

/**
 * Returns the title of each column: the account’s name, and its Google Cloud project if it has one. The UID is added if
 * another account has the same name, and the connection if the accounts are from several connections.
 */
function columnTitles(columns: readonly (readonly PlaceState[])[]): string[] {
  const accounts = columns.flatMap(([first]) => first ?? [])
  const hasSeveralConnections = new Set(accounts.map(({ place }) => place.connection)).size > 1
  const namesakes = Map.groupBy(accounts, accountName)
  return accounts.map((account) => {
    const { cloudAccountUid, project, connection } = account.place
    const name = accountName(account)
    const uids = new Set(namesakes.get(name)?.map(({ place }) => place.cloudAccountUid))
    return joinDescription(
      name,
      account.name !== undefined && uids.size > 1 && cloudAccountUid,
      project,
      hasSeveralConnections && connection,
    )
  })
}

function accountName({ name, place }: PlaceState): string {
  return name ?? place.cloudAccountUid
}

/** Returns the age of a column’s oldest zones, or why the column has none. */
function ageNote(states: readonly PlaceState[]): string {
  if (states.some(({ loading }) => loading)) return vscode.l10n.t('Loading…')
  const times = states.flatMap(({ known }) => known?.at ?? [])
  if (times.length === 0) return vscode.l10n.t('Not loaded yet')
  return vscode.l10n.t('Updated {0}', dateText(Math.min(...times), 'short'))
}

/**
 * Returns the errors of a column. An error that several regions have is returned once, after the names of these
 * regions.
 */
function columnErrors(states: readonly PlaceState[]): string[] {
  return [...Map.groupBy(states, problemOf)].flatMap(([problem, affected]) => {
    if (problem === undefined) return []
    const names = affected.map(({ place }) => displayText(placeName(place)))
    return `${names.join(', ')}: ${problem}`
  })
}

function problemOf({ place, ref, error, known, loading }: PlaceState): string | undefined {
  if (loading) return undefined
  if (!ref) return vscode.l10n.t('Connection “{0}” doesn’t exist.', displayText(place.connection))
  if (error) return errorText(error, ref.connection)
  const { unreadable = 0 } = known?.value ?? {}
  return unreadable > 0 ? notShown.zones(unreadable) : undefined
}
