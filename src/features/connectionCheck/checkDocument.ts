import * as vscode from 'vscode'
import { countOf, type CheckReport } from './report.ts'
import { revealed } from '../../texts.ts'
import { adviceText } from './checkAdvice.ts'
import { checkNames, foundText, outcomeText, sampleText } from './checkTexts.ts'
import { asCode } from '../../ui/markdown.ts'

/** Formats a report as Markdown. `redact` removes the key from external text. */
export function checkDocument(report: CheckReport, redact: (text: string) => string): string {
  const { connection, at, lines } = report
  const quote = (text: string) => asCode(revealed(redact(text)))
  const items = lines.map((line) => {
    const { mark, word } = outcomeText(line)
    const item = `- ${mark} **${checkNames[line.id]}** (${word}): ${foundText(line, connection, quote)}`
    const advice = adviceText(line)
    return advice === undefined ? item : `${item}\n  - ${vscode.l10n.t('What to do: {0}', advice)}`
  })
  const when = `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const title = vscode.l10n.t('Connection check: {0}', quote(connection.name))
  const where = vscode.l10n.t('{0}, checked at {1}', quote(connection.baseUrl), when)
  const parts = [`# ${title}`, `**${summaryText(report)}**`, where, items.join('\n')]
  return `${parts.join('\n\n')}\n`
}

function summaryText(report: CheckReport): string {
  const failed = countOf(report, 'fail')
  const { lines } = report
  if (failed > 0) {
    const advice = lines.filter(({ outcome }) => outcome === 'fail').map(adviceText)[0] ?? ''
    return vscode.l10n.t(
      '{0} of {1} checks failed. Start with this: {2}',
      failed,
      lines.length,
      advice,
    )
  }
  if (lines.some(({ found }) => found.kind === 'sample')) return sampleText
  const isAccepted = lines.some(({ id, outcome }) => id === 'key' && outcome === 'pass')
  const wrongPath = lines.find(({ found }) => found.kind === 'noLookup' && found.isAllNotFound)
  if (!isAccepted && wrongPath) return adviceText(wrongPath) ?? ''
  return isAccepted
    ? vscode.l10n.t(
        'The API key was accepted. Listing zones and deleting machine pools aren’t part of this check.',
      )
    : vscode.l10n.t('No problems found, but the API key couldn’t be verified.')
}
