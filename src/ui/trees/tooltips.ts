import * as vscode from 'vscode'
import { valueOf, type Result } from '../../cache/results.ts'
import { visible } from '../../texts.ts'
import { asCode } from '../markup.ts'
import { ageText } from '../ageTexts.ts'

/** The tooltip of a tree item. All of it may be external text. */
export interface Tooltip {
  title: string
  /** The rows of its table; those without a value are left out. */
  facts: readonly Fact[]
  /** A sentence below the table. */
  note?: string | false | undefined
  /** The URL of the item’s page in the management console. */
  link?: string | undefined
  /** The cached results that it’s made from: it shows the age of the first one with a value. */
  results?: readonly (Result<unknown> | undefined)[]
}

/** A label and its value; an ID is shown as code, from where it’s easily copied. */
type Fact = readonly [label: string, value: string | number | false | undefined, kind?: 'id']

/**
 * Renders a tooltip, with its age at this time. Nothing in it is trusted: what looks like a link or an image in a
 * name is text.
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

/** Returns the table row of a fact; undefined without a value. */
function factRow([label, value, kind]: Fact): string | undefined {
  if (value === undefined || value === false || value === '') return undefined
  const content = kind === 'id' ? idCell(String(value)) : cell(String(value))
  return `| ${escapeMarkdown(label)} | ${content} |`
}

/** Returns the age of the first result with a value; undefined if it’s less than a minute. */
function ageOf(results: NonNullable<Tooltip['results']>): string | undefined {
  const shown = results.find((result) => valueOf(result) !== undefined)
  return shown && ageText(shown.at)
}

function cell(text: string): string {
  return escapeMarkdown(visible(text))
}

/** A pipe would end the cell, even in code. */
function idCell(id: string): string {
  const text = visible(id)
  return text.includes('|') ? escapeMarkdown(text) : asCode(text)
}

/** Escapes external text for Markdown outside of code, also against automatic links. */
function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
