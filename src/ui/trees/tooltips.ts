import * as vscode from 'vscode'
import { valueOf, type Result } from '../../cache/results.ts'
import { displayText } from '../../displayTexts.ts'
import { asCode } from '../markup.ts'
import { ageText } from '../ageTexts.ts'

/** The content of a row’s tooltip. All of its texts may be external. */
export interface Tooltip {
  title: string
  /** The rows of the tooltip’s table. Facts without a value are left out. */
  facts: readonly Fact[]
  /** A sentence below the table. */
  note?: string | false | undefined
  /** The URL of the item’s page in the management console. */
  link?: string | undefined
  /**
   * The cached results that the tooltip is made from. The tooltip shows the age of the first result that has a value.
   */
  results?: readonly (Result<unknown> | undefined)[]
}

/** A label and its value. With `id`, the value is shown as code, which is easy to select and copy. */
type Fact = readonly [label: string, value: string | number | false | undefined, kind?: 'id']

/**
 * Renders a tooltip as Markdown. What looks like a link or an image in a name is shown as text. Only the link to the
 * management console is a link.
 */
export function renderTooltip({ title, facts, note, link, results = [] }: Tooltip) {
  const rows = facts.flatMap((fact) => factRow(fact) ?? [])
  const table = [`| ${cell(title)} | |`, '| :-- | :-- |', ...rows].join('\n')
  const page = link && `[${escapeMarkdown(vscode.l10n.t('Open in Management Console'))}](<${link}>)`
  const age = ageOf(results)
  const updated = age && cell(vscode.l10n.t('Updated {0}', age))
  const paragraphs = [table, note && cell(note), page, updated].filter(Boolean)
  return new vscode.MarkdownString(paragraphs.join('\n\n'))
}

/** Returns the table row of a fact. Undefined if the fact has no value. */
function factRow([label, value, kind]: Fact): string | undefined {
  if (value === undefined || value === false || value === '') return undefined
  const content = kind === 'id' ? idCell(String(value)) : cell(String(value))
  return `| ${escapeMarkdown(label)} | ${content} |`
}

/** Returns the age of the first result that has a value. Undefined if the age is less than a minute. */
function ageOf(results: NonNullable<Tooltip['results']>): string | undefined {
  const shown = results.find((result) => valueOf(result) !== undefined)
  return shown && ageText(shown.at)
}

function cell(text: string): string {
  return escapeMarkdown(displayText(text))
}

/**
 * Formats an ID as code. A pipe in it would end the table’s cell, even within code, so then the ID is escaped text
 * instead.
 */
function idCell(id: string): string {
  const text = displayText(id)
  return text.includes('|') ? escapeMarkdown(text) : asCode(text)
}

/** Escapes external text for Markdown. URLs are escaped, too, because VS Code makes links of them. */
function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
