import * as vscode from 'vscode'
import { isAvailable } from '../../api/zones.ts'
import { visible } from '../../texts.ts'
import { isIncomparable, type Row } from './table.ts'

/** A column of a comparison: how it’s shown and copied. */
export interface Column {
  /** The index of an account’s column, or what else it is. */
  readonly key: 'region' | 'zoneId' | 'differences' | number
  /** With invisible characters. */
  readonly title: string
  /** What is copied, with heads that aren’t localized, because programs read them. */
  readonly fields: readonly Field[]
  /** Returns what the page shows, without invisible characters. */
  readonly cellOf: (row: Row) => Cell
}

/** A cell of the page, with its lines. */
export interface Cell {
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
  key: 'region',
  title: vscode.l10n.t('Region'),
  fields: [['region', (row) => row.region]],
  cellOf: (row) => cellOf({ text: visible(row.region) }),
}

const zoneId: Column = {
  key: 'zoneId',
  title: vscode.l10n.t('Zone ID'),
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

const differences: Column = {
  key: 'differences',
  title: vscode.l10n.t('Differences'),
  fields: [
    [
      'differences',
      (row) => [...row.differences, ...(isIncomparable(row) ? ['incomparable'] : [])].join(' '),
    ],
  ],
  cellOf: (row) => {
    const line: Part[] = []
    if (row.differences.length > 0) {
      const kinds = row.differences.map((kind) => differenceTexts[kind])
      line.push({ text: '≠ ', kind: 'sign' }, { text: kinds.join(', ') })
    }
    if (isIncomparable(row)) {
      line.push({
        text: vscode.l10n.t('not comparable'),
        kind: 'aside',
        why: incomparableText,
      })
    }
    return cellOf(...line)
  },
}

/** Returns the columns of a comparison; `titles` are those of the accounts. */
export function columnsOf(titles: readonly string[], hasRegions: boolean): Column[] {
  return [
    ...(hasRegions ? [region] : []),
    zoneId,
    ...(titles.length > 1 ? [differences] : []),
    ...titles.map((title, index) => zonesColumn(title, index, titles)),
  ]
}

const emptyTexts = {
  missing: vscode.l10n.t('Missing'),
  unknown: vscode.l10n.t('unknown'),
  elsewhere: vscode.l10n.t('different region'),
  incomparable: incomparableText,
}

/** Returns the column of an account, with the names and states of its zones. */
function zonesColumn(title: string, index: number, titles: readonly string[]): Column {
  const zonesOf = ({ cells }: Row) => cells[index]?.zones ?? []
  return {
    key: index,
    title,
    fields: [
      [
        title,
        (row) =>
          zonesOf(row)
            .map(({ name }) => name)
            .join(' '),
      ],
      [
        `${title} state`,
        // Marks what isn’t known, so that it isn’t taken for a missing zone.
        (row) =>
          row.cells[index]?.empty === 'unknown'
            ? 'unknown'
            : zonesOf(row)
                .map(({ state = '' }) => state)
                .join(' '),
      ],
    ],
    cellOf: (row) => {
      const { empty, differs = [] } = row.cells[index] ?? {}
      if (empty) {
        const why = emptyTexts[empty]
        return { kind: empty, why, lines: [[{ text: why, kind: 'unseen' }]] }
      }
      const first = visible(titles[row.cells.findIndex(({ zones }) => zones.length > 0)] ?? '')
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
