import * as vscode from 'vscode'
import { comparisonCss } from './comparisonCss.ts'
import { displayText } from '../../displayTexts.ts'
import { differences, type Column, type Part } from './columns.ts'
import type { Row } from './table.ts'

/** The content of a comparison’s page. Its texts may contain markup, and are escaped here. */
interface ComparisonPage {
  readonly title: string
  /** The number of rows, and remarks about the whole table. */
  readonly status: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** A random text of ASCII letters, digits, or hyphens. The page uses only the style sheet with this nonce. */
  readonly nonce: string
}

/**
 * Returns the page of a comparison as HTML. The page has no script, and its content security policy allows only its own
 * style sheet. The style sheet isn’t a file: it would take time to load, and if the next page came meanwhile, VS Code could
 * go on showing this one.
 */
export function comparisonHtml(page: ComparisonPage): string {
  const html = element('html', { lang: vscode.env.language }, headElement(page), bodyElement(page))
  return `<!DOCTYPE html>\n${html}`
}

function headElement({ title, nonce }: ComparisonPage): string {
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'nonce-${nonce}'`
  return element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('title', {}, text(title)),
    element('style', { nonce }, comparisonCss),
  )
}

function bodyElement(page: ComparisonPage): string {
  const caption = vscode.l10n.t('Zones by zone ID, with the name that each account uses')
  const scrolling = { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }
  const main = element(
    'main',
    {},
    element('h1', {}, text(page.title)),
    page.columns.includes(differences) ? filterElement() : '',
    element('p', { role: 'status' }, text(page.status)),
    element('div', scrolling, tableElement(page, caption)),
  )
  return element('body', {}, main)
}

/**
 * Returns the check box that shows only the rows with differences. The style sheet hides the other rows, because the
 * page has no script.
 */
function filterElement(): string {
  const checkbox = element('input', { type: 'checkbox', id: 'onlyDifferences' })
  const label = text(vscode.l10n.t('Show only differences'))
  return element('div', { class: 'toolbar' }, element('label', {}, checkbox, label))
}

function tableElement({ columns, rows }: ComparisonPage, caption: string): string {
  return element(
    'table',
    {},
    element('caption', {}, text(caption)),
    element('thead', {}, element('tr', {}, ...columns.map(headOf))),
    element('tbody', {}, ...rows.map((row) => rowElement(columns, row))),
  )
}

function rowElement(columns: readonly Column[], row: Row): string {
  // If the zone is unknown in a column, it may differ there, so the row isn’t hidden.
  const isComplete = row.cells.every(({ empty }) => empty !== 'unknown')
  const isSame = isComplete && row.differences.length === 0
  const cells = columns.map((column) => cellOf(column, row))
  return element('tr', { class: isSame ? 'same' : undefined }, ...cells)
}

function headOf({ title, detail, note, problems = [] }: Column): string {
  return element(
    'th',
    { scope: 'col', title: detail },
    element('span', {}, text(displayText(title))),
    note === undefined ? '' : element('div', { class: 'aside' }, text(note)),
    ...problems.map((problem) => element('div', { class: 'problem' }, text(problem))),
  )
}

function cellOf(column: Column, row: Row): string {
  const { kind, reason, lines } = column.cellOf(row)
  const [tag, scope] = column.isRowHead ? ['th', 'row'] : ['td']
  const content = lines.map((line) => element('div', {}, ...line.map(partOf)))
  return element(tag, { class: kind, title: reason, scope }, ...content)
}

function partOf({ text: content, kind, reason }: Part): string {
  const attributes: Attributes = { class: kind, title: reason }
  if (kind === 'sign') attributes['aria-hidden'] = 'true'
  if (kind === 'mark') {
    attributes['role'] = 'img'
    attributes['aria-label'] = reason
  }
  return element('span', attributes, text(content))
}

/** The attributes of an element by name. Undefined attributes are left out. */
type Attributes = Record<string, string | undefined>

/** The HTML elements that have no content and no end tag. */
const voidElements = new Set(['meta', 'input'])

/** Returns the HTML of an element. Its children are HTML already; its attributes are escaped. */
function element(tag: string, attributes: Readonly<Attributes>, ...children: string[]): string {
  const markup = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${text(value)}"`,
  )
  const startTag = `<${tag}${markup.join('')}>`
  return voidElements.has(tag) ? startTag : `${startTag}${children.join('')}</${tag}>`
}

/** Escapes a text as HTML. */
function text(content: string): string {
  return content.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
