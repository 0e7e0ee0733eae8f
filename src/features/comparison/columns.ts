import * as vscode from 'vscode'
import { isAvailable } from '../../api/zones.ts'
import { visible } from '../../texts.ts'
import { isIncomparable, type Row } from './table.ts'

/** The head of a column. */
export interface ColumnHead {
  /** With its invisible characters, unlike the other texts. */
  readonly title: string
  /** Facts that don’t fit into the title. */
  readonly detail?: string
  /** The age of the data, or why there is none. */
  readonly note?: string
  readonly problems?: readonly string[]
}

/** A column of a comparison: how it’s shown and copied. */
export interface Column extends ColumnHead {
  /** True if its cells are the heads of rows. */
  readonly isRowHead?: true
  /** What is copied, with heads that aren’t localized, because programs read them. */
  readonly fields: readonly Field[]
  /** Returns what the page shows, without invisible characters. */
  readonly cellOf: (row: Row) => Cell
}

/** A cell of the page, with its lines. */
interface Cell {
  readonly kind?: 'missing' | 'unknown' | 'elsewhere' | 'incomparable'
  readonly reason?: string
  readonly lines: readonly (readonly Part[])[]
}

/** A part of a line. A sign is for those who see it, what is unseen for screen readers. */
export interface Part {
  readonly text: string
  readonly kind?: 'aside' | 'odd' | 'mark' | 'sign' | 'unseen'
  readonly reason?: string
}

type Field = readonly [head: string, textOf: (row: Row) => string]

/** Why Azure’s zones have rows of their own. */
export const incomparableText = vscode.l10n.t(
  'Azure’s zone numbers can’t be compared between subscriptions.',
)

const region: Column = {
  title: vscode.l10n.t('Region'),
  fields: [['region', (row) => row.region]],
  cellOf: (row) => cellOf({ text: visible(row.region) }),
}

const zoneId: Column = {
  title: vscode.l10n.t('Zone ID'),
  isRowHead: true,
  fields: [['zone id', (row) => row.zoneId ?? '']],
  cellOf: (row) => {
    if (row.zoneId !== undefined) return cellOf({ text: visible(row.zoneId) })
    const reason = isIncomparable(row)
      ? incomparableText
      : vscode.l10n.t('The service reports no zone ID, so this zone is matched by name.')
    return cellOf({ text: vscode.l10n.t('by name'), kind: 'aside', reason })
  },
}

const differenceTexts = {
  name: vscode.l10n.t('Name'),
  state: vscode.l10n.t('State'),
  missing: vscode.l10n.t('Missing'),
}

/** The column of tables with several accounts. */
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

/** Returns the columns of a comparison, from the heads of its accounts. */
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

/** Returns the column of an account, with the names and states of its zones. */
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
      // Differences are marked from the first account that has the zone.
      const firstIndex = row.cells.findIndex(({ zones }) => zones.length > 0)
      const firstTitle = visible(accounts[firstIndex]?.title ?? '')
      return { lines: zonesIn(row).map((zone) => zoneLine(zone, cell?.differs ?? [], firstTitle)) }
    },
  }
}

/** Returns the states of a cell’s zones, to be copied. */
function stateField(cell: Row['cells'][number] | undefined): string {
  // Marks what isn’t known, so that it isn’t taken for a missing zone.
  if (cell?.empty === 'unknown') return 'unknown'
  const states = (cell?.zones ?? []).map(({ state = '' }) => state)
  return states.join(' ')
}

function emptyCell(kind: keyof typeof emptyTexts): Cell {
  const reason = emptyTexts[kind]
  return { kind, reason, lines: [[{ text: reason, kind: 'unseen' }]] }
}

/** Returns the line of a zone in its cell, with marks where it differs from the account with that title. */
function zoneLine(
  { name, state }: Row['cells'][number]['zones'][number],
  differs: readonly ('name' | 'state')[],
  firstTitle: string,
): Part[] {
  const line: Part[] = []
  if (differs.includes('name')) {
    line.push(markPart(vscode.l10n.t('Different name in “{0}”', firstTitle)))
  }
  line.push({ text: visible(name) }, { text: ' ' })
  if (differs.includes('state')) {
    line.push(markPart(vscode.l10n.t('Different state in “{0}”', firstTitle)))
  }
  line.push(statePart(state))
  return line
}

function markPart(reason: string): Part {
  return { text: '≠', kind: 'mark', reason }
}

/** Returns the part of a state: any but available stands out. */
function statePart(state: string | undefined): Part {
  if (state === undefined) return { text: vscode.l10n.t('unknown state'), kind: 'unseen' }
  return { text: visible(state), kind: isAvailable(state) ? 'aside' : 'odd' }
}

function cellOf(...line: Part[]): Cell {
  return { lines: [line] }
}

/** Returns rows as a table with a head, to be copied. */
export function tableOf(columns: readonly Column[], rows: readonly Row[]): string[][] {
  const fields = columns.flatMap((column) => column.fields)
  return [
    fields.map(([head]) => head),
    ...rows.map((row) => fields.map(([, textOf]) => textOf(row))),
  ]
}
