import * as vscode from 'vscode'
import { isAvailable } from '../../api/zones.ts'
import { displayText } from '../../displayTexts.ts'
import { isIncomparable, type Row } from './table.ts'

export interface ColumnHead {
  /** External text, whose invisible characters aren’t escaped yet. The other texts have none. */
  readonly title: string
  /** Facts about the account that don’t fit into the title. */
  readonly detail?: string
  /** The age of the zones, or why there are none. */
  readonly note?: string
  readonly problems?: readonly string[]
}

/** A column of a comparison: how it is shown on the page, and how it is copied. */
export interface Column extends ColumnHead {
  /** True if the column’s cells are the heads of their rows. */
  readonly isRowHead?: true
  /** What is copied for the column. Its heads aren’t localized, because programs read the copy. */
  readonly fields: readonly Field[]
  /** Returns the cell of a row as the page shows it, with invisible characters escaped. */
  readonly cellOf: (row: Row) => Cell
}

/** A cell of the page, as a list of lines. */
interface Cell {
  readonly kind?: 'missing' | 'unknown' | 'elsewhere' | 'incomparable'
  readonly reason?: string
  readonly lines: readonly (readonly Part[])[]
}

/**
 * A part of a line. `name` stays on one line; `sign` is hidden from screen readers; `unseen` is for screen readers only.
 */
export interface Part {
  readonly text: string
  readonly kind?: 'name' | 'aside' | 'odd' | 'mark' | 'sign' | 'unseen'
  readonly reason?: string
}

/** The maximum length of a name that stays on one line. A longer name would be wider than its column. */
const maxUnbrokenLength = 40

type Field = readonly [head: string, textOf: (row: Row) => string]

/** The reason, for people, why zones of several Azure subscriptions aren’t in the same row. */
export const incomparableText = vscode.l10n.t(
  'Azure’s zone numbers can’t be compared between subscriptions.',
)

const region: Column = {
  title: vscode.l10n.t('Region'),
  fields: [['region', (row) => row.region]],
  cellOf: (row) => cellOf(namePart(row.region)),
}

const zoneId: Column = {
  title: vscode.l10n.t('Zone ID'),
  isRowHead: true,
  fields: [['zone id', (row) => row.zoneId ?? '']],
  cellOf: (row) => {
    if (row.zoneId !== undefined) return cellOf(namePart(row.zoneId))
    const reason = isIncomparable(row)
      ? incomparableText
      : vscode.l10n.t('The service reports no zone ID, so this zone is matched by name.')
    return cellOf({ text: vscode.l10n.t('no zone ID'), kind: 'aside', reason })
  },
}

const differenceTexts = {
  name: vscode.l10n.t('Name'),
  state: vscode.l10n.t('State'),
  missing: vscode.l10n.t('Missing'),
}

/** The column that names the differences, in a table with several accounts. */
export const differences: Column = {
  title: vscode.l10n.t('Differences'),
  fields: [
    [
      'differences',
      (row) => {
        const differenceKinds: string[] = [...row.differences]
        if (isIncomparable(row)) differenceKinds.push('incomparable')
        return differenceKinds.join(' ')
      },
    ],
  ],
  cellOf: (row) => {
    const line: Part[] = []
    if (row.differences.length > 0) {
      const texts = row.differences.map((difference) => differenceTexts[difference])
      line.push({ text: '≠ ', kind: 'sign' }, { text: texts.join(', ') })
    }
    if (isIncomparable(row)) {
      line.push({ text: vscode.l10n.t('not comparable'), kind: 'aside', reason: incomparableText })
    }
    return cellOf(...line)
  },
}

/** Returns the columns of a comparison: those that identify the zone, and one for each account. */
export function columnsOf(accounts: readonly ColumnHead[], hasRegions: boolean): Column[] {
  const columns = hasRegions ? [region, zoneId] : [zoneId]
  if (accounts.length > 1) columns.push(differences)
  return [...columns, ...accounts.map((head, index) => zonesColumn(head, index, accounts))]
}

const emptyTexts = {
  missing: vscode.l10n.t('Missing'),
  unknown: vscode.l10n.t('unknown'),
  elsewhere: vscode.l10n.t('different region'),
  incomparable: incomparableText,
}

/** Returns the column of an account: the names and states of its zones. */
function zonesColumn(head: ColumnHead, index: number, accounts: readonly ColumnHead[]): Column {
  const { title } = head
  const zonesIn = ({ cells }: Row) => cells[index]?.zones ?? []
  return {
    ...head,
    fields: [
      [
        title,
        (row) =>
          zonesIn(row)
            .map(({ name }) => name)
            .join(' '),
      ],
      [`${title} state`, (row) => stateField(row.cells[index])],
    ],
    cellOf(row) {
      const cell = row.cells[index]
      if (cell?.empty) return emptyCell(cell.empty)
      // Differences are marked as seen from the first account that has the zone.
      const firstIndex = row.cells.findIndex(({ zones }) => zones.length > 0)
      const firstTitle = displayText(accounts[firstIndex]?.title ?? '')
      return { lines: zonesIn(row).map((zone) => zoneLine(zone, cell?.differs ?? [], firstTitle)) }
    },
  }
}

/** Returns the states of a cell’s zones, for a copy. */
function stateField(cell: Row['cells'][number] | undefined): string {
  // Without this word, an unknown zone would look like a missing one in the copy.
  if (cell?.empty === 'unknown') return 'unknown'
  const states = (cell?.zones ?? []).map(({ state = '' }) => state)
  return states.join(' ')
}

function emptyCell(kind: keyof typeof emptyTexts): Cell {
  const reason = emptyTexts[kind]
  return { kind, reason, lines: [[{ text: reason, kind: 'unseen' }]] }
}

/** Returns the line of a zone in its cell. What differs from the account `firstTitle` is marked. */
function zoneLine(
  { name, state }: Row['cells'][number]['zones'][number],
  differs: readonly ('name' | 'state')[],
  firstTitle: string,
): Part[] {
  const line: Part[] = []
  if (differs.includes('name')) {
    line.push(markPart(vscode.l10n.t('“{0}” has a different name for this zone', firstTitle)))
  }
  line.push(namePart(name), { text: ' ' })
  if (differs.includes('state')) {
    line.push(markPart(vscode.l10n.t('“{0}” reports a different state', firstTitle)))
  }
  line.push(statePart(state))
  return line
}

/** Returns the name or ID of a zone or region, which would otherwise be broken after one of its hyphens. */
function namePart(name: string): Part {
  const text = displayText(name)
  return text.length > maxUnbrokenLength ? { text } : { text, kind: 'name' }
}

function markPart(reason: string): Part {
  return { text: '≠', kind: 'mark', reason }
}

/** Returns the part of a line that shows a state. Any state but “available” stands out. */
function statePart(state: string | undefined): Part {
  if (state === undefined) return { text: vscode.l10n.t('unknown state'), kind: 'unseen' }
  return { text: displayText(state), kind: isAvailable(state) ? 'aside' : 'odd' }
}

function cellOf(...line: Part[]): Cell {
  return { lines: [line] }
}

/** Returns rows as a table whose first row is the head, for a copy. */
export function tableOf(columns: readonly Column[], rows: readonly Row[]): string[][] {
  const fields = columns.flatMap((column) => column.fields)
  return [
    fields.map(([head]) => head),
    ...rows.map((row) => fields.map(([, textOf]) => textOf(row))),
  ]
}
