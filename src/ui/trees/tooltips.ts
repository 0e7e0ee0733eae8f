import * as vscode from 'vscode'
import type { Result } from '../../cache/results.ts'
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
  /** The cached results whose age it shows. */
  readings?: readonly (Result<unknown> | undefined)[]
}

/** A label and its value; an ID is shown as code, from where it’s easily copied. */
type Fact = readonly [label: string, value: string | number | false | undefined, kind?: 'id']

/**
 * Renders a tooltip, with its age at this time. Nothing in it is trusted: what looks like a link or an image in a
 * name is text.
 */
export function renderTooltip({ title, facts, note, link, readings }: Tooltip) {
  const rows = facts.flatMap(([label, value, kind]) => {
    if (value === undefined || value === false || value === '') return []
    return `| ${escapeMarkdown(label)} | ${kind === 'id' ? idCell(String(value)) : cell(String(value))} |`
  })
  const table = [`| ${cell(title)} | |`, '| :-- | :-- |', ...rows].join('\n')
  const page = link && `[${escapeMarkdown(vscode.l10n.t('Open in Management Console'))}](<${link}>)`
  // The age of the first result with a value, if it is older than a minute.
  const told = readings?.find((one) => one && 'value' in one && one.value !== undefined)
  const age = told && ageText(told.at)
  const updated = age && cell(vscode.l10n.t('Updated {0}', age))
  const below = [note && cell(note), page, updated].filter(Boolean)
  return new vscode.MarkdownString([table, ...below].join('\n\n'))
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
