import * as vscode from 'vscode'
import { visible } from '../../texts.ts'
import { differences, type Column, type Part } from './columns.ts'
import type { Row } from './table.ts'

/** What the page of a comparison shows. External text in it may have markup. */
interface ComparisonPage {
  readonly title: string
  /** How many rows there are, and what else is to be known about all of them. */
  readonly status: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** The URI of the style in the webview, and the webview’s source of files (`webview.cspSource`). */
  readonly style: string
  readonly cspSource: string
}

/** Returns the page of a comparison. It has no script, and its content security policy allows one style alone. */
export function comparisonHtml(page: ComparisonPage): string {
  const { title, columns, rows } = page
  const caption = vscode.l10n.t('Zones by zone ID, with the name that each account uses')
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${page.cspSource}`
  // The style hides the other rows.
  const box = element('input', { type: 'checkbox', id: 'onlyDifferences' })
  const choice = element('label', {}, box, text(vscode.l10n.t('Show only differences')))
  const lines = rows.map((row) => {
    // A zone that is unknown in a column may differ.
    const isSame =
      row.differences.length === 0 && row.cells.every(({ empty }) => empty !== 'unknown')
    const cells = columns.map((column) => cellOf(column, row))
    return element('tr', { class: isSame ? 'same' : undefined }, ...cells)
  })
  const table = element(
    'table',
    {},
    element('caption', {}, text(caption)),
    element('thead', {}, element('tr', {}, ...columns.map(headOf))),
    element('tbody', {}, ...lines),
  )
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('title', {}, text(title)),
    element('link', { rel: 'stylesheet', href: page.style }),
  )
  const main = element(
    'main',
    {},
    element('h1', {}, text(title)),
    columns.includes(differences) ? element('div', { class: 'toolbar' }, choice) : '',
    element('p', { role: 'status' }, text(page.status)),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
      table,
    ),
  )
  const body = element('body', {}, main)
  return `<!DOCTYPE html>\n${element('html', { lang: vscode.env.language }, head, body)}`
}

function headOf({ title, detail, note, problems = [] }: Column): string {
  return element(
    'th',
    { scope: 'col', title: detail },
    element('span', {}, text(visible(title))),
    note === undefined ? '' : element('div', { class: 'aside' }, text(note)),
    ...problems.map((problem) => element('div', { class: 'problem' }, text(problem))),
  )
}

function cellOf(column: Column, row: Row): string {
  const { kind, why, lines } = column.cellOf(row)
  const [tag, scope] = column.isRowHead ? ['th', 'row'] : ['td']
  const content = lines.map((line) => element('div', {}, ...line.map(partOf)))
  return element(tag, { class: kind, title: why, scope }, ...content)
}

function partOf({ text: content, kind, why }: Part): string {
  return element(
    'span',
    {
      class: kind,
      title: why,
      'aria-hidden': kind === 'sign' ? 'true' : undefined,
      ...(kind === 'mark' && { role: 'img', 'aria-label': why }),
    },
    text(content),
  )
}

const empty = new Set(['meta', 'link', 'input'])

/** Returns the markup of an element; its children are markup. */
function element(
  tag: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: string[]
): string {
  const given = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${text(value)}"`,
  )
  return `<${tag}${given.join('')}>${empty.has(tag) ? '' : `${children.join('')}</${tag}>`}`
}

/** Returns a text as markup. */
function text(plain: string): string {
  return plain.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
