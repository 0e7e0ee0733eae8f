import * as vscode from 'vscode'
import { isSample } from '../../connections/sample.ts'
import type { Findings } from './findings.ts'
import { dnsVerdict, responseVerdict, tlsVerdict } from './networkVerdicts.ts'
import { proxyVerdict } from './proxy.ts'
import { keyExpiryVerdict, keyVerdict, lookupVerdict, projectVerdict } from './serviceVerdicts.ts'
import { joinSentences } from '../../texts.ts'
import { blockerNames, pathAdvice, type Quote, type Verdict } from './verdict.ts'

/** A check and its result. */
interface ReportLine extends Verdict {
  readonly name: string
}

/** Evaluates the findings: one line for each check. The sample has neither a host nor a key. */
export function createReportLines(findings: Findings, quote: Quote): ReportLine[] {
  const line = (name: string, verdict: Verdict) => ({ name, ...verdict })
  const lookup = (name: string, id: keyof Findings['lookups']) =>
    line(name, lookupVerdict(id, findings, quote))
  const ofLookups = [
    line(vscode.l10n.t('Project'), projectVerdict(findings, quote)),
    lookup(vscode.l10n.t('User info'), 'whoAmI'),
    lookup(vscode.l10n.t('Project list'), 'projects'),
    lookup(vscode.l10n.t('Cloud account list'), 'accounts'),
    lookup(vscode.l10n.t('Cluster list'), 'clusters'),
  ]
  if (isSample(findings.connection)) return ofLookups
  return [
    line(blockerNames.dns, dnsVerdict(findings, quote)),
    line(blockerNames.tls, tlsVerdict(findings, quote)),
    line(vscode.l10n.t('Proxy'), proxyVerdict(findings.proxy, quote)),
    line(blockerNames.response, responseVerdict(findings, quote)),
    line(blockerNames.key, keyVerdict(findings, quote)),
    line(vscode.l10n.t('API key expiry'), keyExpiryVerdict(findings, quote)),
    ...ofLookups,
  ]
}

/** Formats the report as Markdown. */
export function formatReport(
  findings: Findings,
  lines: readonly ReportLine[],
  quote: Quote,
): string {
  const { name, baseUrl } = findings.connection
  const when = `${new Date(Date.now()).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const title = vscode.l10n.t('Connection check: {0}', quote(name))
  const where = vscode.l10n.t('{0}, checked at {1}', quote(baseUrl), when)
  const heads = [vscode.l10n.t('State'), vscode.l10n.t('Name'), vscode.l10n.t('Message')]
  const table = [tableRow(...heads), tableRow(...heads.map(() => '---')), ...lines.map(reportRow)]
  const parts = [`# ${title}`, `**${summaryText(findings, lines)}**`, where, table.join('\n')]
  return `${parts.join('\n\n')}\n`
}

function reportRow({ name, outcome, text, advice }: ReportLine): string {
  const what = advice !== undefined && vscode.l10n.t('What to do: {0}', advice)
  return tableRow(states[outcome], `**${name}**`, joinSentences(text, what))
}

function tableRow(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** The results in one line each, with symbols that don’t rely on color. */
const states = {
  passed: `✓\u00a0${vscode.l10n.t('passed')}`,
  failed: `✗\u00a0${vscode.l10n.t('failed')}`,
  unavailable: `–\u00a0${vscode.l10n.t('not available')}`,
  skipped: `–\u00a0${vscode.l10n.t('skipped')}`,
}

function summaryText({ connection }: Findings, lines: readonly ReportLine[]): string {
  const failed = lines.filter(({ outcome }) => outcome === 'failed')
  const [first] = failed
  if (first) {
    return vscode.l10n.t(
      '{0} of {1} checks failed. Start with this: {2}',
      failed.length,
      lines.length,
      first.advice ?? '',
    )
  }
  if (isSample(connection))
    return vscode.l10n.t('Sample data comes from Poolkeeper, not from a service.')
  // If nothing failed, the key was accepted, or no lookup that shows it is supported.
  const key = lines.find(({ name }) => name === blockerNames.key)
  return key?.outcome === 'passed'
    ? vscode.l10n.t(
        'The API key was accepted. Listing zones and deleting machine pools aren’t part of this check.',
      )
    : pathAdvice
}
