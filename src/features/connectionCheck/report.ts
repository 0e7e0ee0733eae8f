import * as vscode from 'vscode'
import { isSample } from '../../connections/sample.ts'
import type { Findings } from './findings.ts'
import { dnsVerdict, responseVerdict, tlsVerdict } from './networkVerdicts.ts'
import { proxyVerdict } from './proxy.ts'
import { keyExpiryVerdict, keyVerdict, lookupVerdict, projectVerdict } from './serviceVerdicts.ts'
import { joinDescription, joinSentences } from '../../displayTexts.ts'
import { blockerNames, pathAdvice, type Quote, type Verdict } from './verdict.ts'

/** A check and its result. */
interface ReportLine extends Verdict {
  readonly name: string
}

/** Evaluates the findings: one line for each check. The sample has neither a host nor a key. */
export function createReportLines(findings: Findings, quote: Quote): ReportLine[] {
  const line = (name: string, verdict: Verdict) => ({ name, ...verdict })
  const lookupLine = (name: string, id: keyof Findings['lookups']) =>
    line(name, lookupVerdict(id, findings, quote))
  const lookupLines = [
    line(vscode.l10n.t('Project'), projectVerdict(findings, quote)),
    lookupLine(vscode.l10n.t('User info'), 'whoAmI'),
    lookupLine(vscode.l10n.t('Project list'), 'projects'),
    lookupLine(vscode.l10n.t('Cloud account list'), 'accounts'),
    lookupLine(vscode.l10n.t('Cluster list'), 'clusters'),
  ]
  if (isSample(findings.connection)) return lookupLines
  return [
    line(blockerNames.dns, dnsVerdict(findings, quote)),
    line(blockerNames.tls, tlsVerdict(findings, quote)),
    line(vscode.l10n.t('Proxy'), proxyVerdict(findings.proxy, findings.connection.baseUrl, quote)),
    line(blockerNames.response, responseVerdict(findings, quote)),
    line(blockerNames.key, keyVerdict(findings, quote)),
    line(vscode.l10n.t('API key expiry'), keyExpiryVerdict(findings, quote)),
    ...lookupLines,
  ]
}

/** Formats the report as Markdown. */
export function formatReport(
  findings: Findings,
  lines: readonly ReportLine[],
  quote: Quote,
): string {
  const { name, baseUrl } = findings.connection
  const time = new Date(Date.now()).toISOString().slice(0, 19).replace('T', ' ')
  const title = vscode.l10n.t('Connection check: {0}', quote(name))
  const subtitle = joinDescription(quote(baseUrl), `${time} UTC`)
  const headings = [vscode.l10n.t('Result'), vscode.l10n.t('Check'), vscode.l10n.t('Message')]
  const separator = headings.map(() => '---')
  const rows = [tableRow(...headings), tableRow(...separator), ...lines.map(reportRow)]
  const summary = summaryText(findings, lines)
  const sections = [`# ${title}`, `**${summary}**`, subtitle, rows.join('\n')]
  return `${sections.join('\n\n')}\n`
}

function reportRow({ name, outcome, text, advice }: ReportLine): string {
  const adviceSentence = advice !== undefined && vscode.l10n.t('What to do: {0}', advice)
  return tableRow(states[outcome], `**${name}**`, joinSentences(text, adviceSentence))
}

function tableRow(...cells: readonly string[]): string {
  const escapedCells = cells.map((cell) => cell.replaceAll('|', '\\|'))
  return `| ${escapedCells.join(' | ')} |`
}

/** The outcomes of checks as text, with symbols that don’t rely on color. A line could end after a dash. */
const states = {
  passed: `✓\u00a0${vscode.l10n.t('passed')}`,
  failed: `✗\u00a0${vscode.l10n.t('failed')}`,
  unavailable: `○\u00a0${vscode.l10n.t('not available')}`,
  skipped: `○\u00a0${vscode.l10n.t('skipped')}`,
}

function summaryText({ connection }: Findings, lines: readonly ReportLine[]): string {
  const failedLines = lines.filter(({ outcome }) => outcome === 'failed')
  const [firstFailed] = failedLines
  if (firstFailed) {
    return vscode.l10n.t(
      '{0} of {1} checks failed. Start with this: {2}',
      failedLines.length,
      lines.length,
      firstFailed.advice ?? '',
    )
  }
  if (isSample(connection)) {
    return vscode.l10n.t('Sample data, not a real service')
  }
  // If no check has failed, either the key was accepted, or the service supports none of the lookups that would show
  // that.
  const keyLine = lines.find(({ name }) => name === blockerNames.key)
  return keyLine?.outcome === 'passed'
    ? vscode.l10n.t(
        'The API key was accepted. Listing zones and deleting machine pools aren’t part of this check.',
      )
    : pathAdvice
}
