import * as vscode from 'vscode'
import { isAvailable } from '../../api/zones.ts'
import { visible } from '../../texts.ts'
import { isIncomparable, type Row } from './table.ts'

/** The head of a column. */
interface ColumnHead {
  /** With invisible characters, unlike what follows. */
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
  readonly why?: string
  readonly lines: readonly (readonly Part[])[]
}

/** A part of a line. A sign is for those who see it, what is unseen for screen readers. */
export interface Part {
  readonly text: string
  readonly kind?: 'aside' | 'odd' | 'mark' | 'sign' | 'unseen'
  readonly why?: string
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
    const why = isIncomparable(row)
      ? incomparableText
      : vscode.l10n.t('The service reports no zone ID, so this zone is matched by name.')
    return cellOf({ text: vscode.l10n.t('by name'), kind: 'aside', why })
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
      (row) =>
        [...row.differences, isIncomparable(row) && 'incomparable'].filter(Boolean).join(' '),
    ],
  ],
  cellOf: (row) => {
    const line: Part[] = []
    if (row.differences.length > 0) {
      const kinds = row.differences.map((kind) => differenceTexts[kind])
      line.push({ text: '≠ ', kind: 'sign' }, { text: kinds.join(', ') })
    }
    if (isIncomparable(row)) {
      line.push({ text: vscode.l10n.t('not comparable'), kind: 'aside', why: incomparableText })
    }
    return cellOf(...line)
  },
}

/** Returns the columns of a comparison, from the heads of its accounts. */
export function columnsOf(accounts: readonly ColumnHead[], hasRegions: boolean): Column[] {
  return [
    ...(hasRegions ? [region] : []),
    zoneId,
    ...(accounts.length > 1 ? [differences] : []),
    ...accounts.map((head, index) => zonesColumn(head, index, accounts)),
  ]
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
  const zonesOf = ({ cells }: Row) => cells[index]?.zones ?? []
  const namesOf = (row: Row) => zonesOf(row).map(({ name }) => name)
  const statesOf = (row: Row) =>
    // Marks what isn’t known, so that it isn’t taken for a missing zone.
    row.cells[index]?.empty === 'unknown'
      ? ['unknown']
      : zonesOf(row).map(({ state = '' }) => state)
  return {
    ...head,
    fields: [
      [title, (row) => namesOf(row).join(' ')],
      [`${title} state`, (row) => statesOf(row).join(' ')],
    ],
    cellOf: (row) => {
      const { empty, differs = [] } = row.cells[index] ?? {}
      if (empty) {
        const why = emptyTexts[empty]
        return { kind: empty, why, lines: [[{ text: why, kind: 'unseen' }]] }
      }
      const firstIndex = row.cells.findIndex(({ zones }) => zones.length > 0)
      const first = visible(accounts[firstIndex]?.title ?? '')
      const mark = (kind: 'name' | 'state', why: string): Part[] =>
        differs.includes(kind) ? [{ text: '≠', kind: 'mark', why }] : []
      const lines = zonesOf(row).map(({ name, state }) => [
        ...mark('name', vscode.l10n.t('Different name in “{0}”', first)),
        { text: visible(name) },
        { text: ' ' },
        ...mark('state', vscode.l10n.t('Different state in “{0}”', first)),
        statePart(state),
      ])
      return { lines }
    },
  }
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
