import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { CodeFile } from '../../documents/codeFile.ts'
import { displayList, displayText, joinSentences } from '../../displayTexts.ts'
import { dateText, oldDateText } from '../../ui/ageTexts.ts'
import { refusedSentence } from '../../ui/listTexts.ts'
import { memoize } from '../../cache/memoize.ts'
import { isTemporary, type Problem, type ZoneCheckResult } from '../../zoneAnalysis/problems.ts'

/** A diagnostic of VS Code, with the problem that it shows. */
interface ZoneDiagnostic extends vscode.Diagnostic {
  readonly problem: Problem
}

const source = 'Poolkeeper'

/**
 * The number of problems that are shown in a file. VS Code shows no more diagnostics of a file, and a generated file
 * may repeat a mistake tens of thousands of times: their texts would block the editor for seconds after each pause in
 * typing. Reports of a check count all problems.
 */
const maxShownProblems = 1000

/**
 * Converts the problems in a file to diagnostics, up to 1,000 of them; `account` is the title of the account that it
 * was checked against.
 */
export function toDiagnostics(
  file: CodeFile,
  result: ZoneCheckResult,
  account: string,
): ZoneDiagnostic[] {
  const { Information, Warning } = vscode.DiagnosticSeverity
  const texts = createProblemTexts(result, displayText(account))
  return selectShownProblems(result.problems).map((problem) => {
    const { kind, reference } = problem
    const message = joinSentences(messageOf(problem, texts), texts.dateSentenceOf(kind))
    const severity = isTemporary(problem) ? Information : Warning
    const diagnostic = new vscode.Diagnostic(file.rangeOf(reference), message, severity)
    return Object.assign(diagnostic, { source, code: kind, problem })
  })
}

/** Returns the problems, up to the maximum: wrong names first, as VS Code does with warnings. */
function selectShownProblems(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxShownProblems) return problems
  const bySeverity = problems.toSorted((a, b) => Number(isTemporary(a)) - Number(isTemporary(b)))
  return bySeverity.slice(0, maxShownProblems)
}

/** The parts of messages that a file’s problems share. Each is formatted once, because dates take long to format. */
interface ProblemTexts {
  readonly account: string
  /** Returns the sentence with the date of the list that a kind of problem is based on, if the list is old. */
  readonly dateSentenceOf: (kind: Problem['kind']) => string | undefined
  /** Formats a time in epoch ms with its date. */
  readonly dateOf: (at: number) => string
  /**
   * Joins as many names as fit two lines. Problems share their lists of regions or instance types, which may have
   * thousands of names.
   */
  readonly listOf: (names: readonly string[]) => string
}

function createProblemTexts(result: ZoneCheckResult, account: string): ProblemTexts {
  return {
    account,
    dateSentenceOf: memoize((kind: Problem['kind']) => {
      const at = dateOfList(kind, result)
      const date = at === undefined ? undefined : oldDateText(at)
      return date && vscode.l10n.t('The data is from {0}.', date)
    }),
    dateOf: memoize((at: number) => dateText(at)),
    listOf: memoize(displayList),
  }
}

/** Returns when the list that a kind of problem is based on was loaded, in epoch ms. */
function dateOfList(
  kind: Problem['kind'],
  { zonesLoadedAt, typesLoadedAt }: ZoneCheckResult,
): number | undefined {
  switch (kind) {
    case 'unknownZone':
    case 'zoneNotAvailable':
      return zonesLoadedAt
    case 'typeNotAvailable':
      return typesLoadedAt
    case 'unlistedRegion':
    case 'capacityRefused':
      return undefined
  }
}

function messageOf(problem: Problem, texts: ProblemTexts): string {
  const { account } = texts
  const value = displayText(problem.reference.value)
  switch (problem.kind) {
    case 'zoneNotAvailable': {
      const { name, zoneId, state = '' } = problem.zone
      const zone =
        zoneId === undefined ? displayText(name) : `${displayText(name)} (${displayText(zoneId)})`
      // “unavailable” is translated; all other states are quoted, because it isn’t known what they mean.
      return state.toLowerCase() === 'unavailable'
        ? vscode.l10n.t(
            'Zone not available (state “{1}”): {0} for {2}.',
            zone,
            displayText(state),
            account,
          )
        : vscode.l10n.t('Zone in state “{1}”: {0} for {2}.', zone, displayText(state), account)
    }
    case 'unlistedRegion':
      return vscode.l10n.t(
        'Region “{0}” isn’t listed for {1}.',
        displayText(problem.region),
        account,
      )
    case 'typeNotAvailable': {
      const types = texts.listOf(problem.types)
      return joinSentences(
        vscode.l10n.t('Instance type not available: {0} in {1} for {2}.', types, value, account),
        vscode.l10n.t(
          'This is based on the list that the cloud publishes, not on its current capacity.',
        ),
      )
    }
    case 'capacityRefused': {
      const { refusal } = problem
      // A date and not an age, because the message stays for hours.
      return refusedSentence(refusal, value, texts.dateOf(refusal.at))
    }
    case 'unknownZone': {
      const regions = texts.listOf(problem.regions)
      if (regions === '') return vscode.l10n.t('Zone not found for {1}: “{0}”.', value, account)
      return vscode.l10n.t('Zone not found: “{0}” in {1} for {2}.', value, regions, account)
    }
  }
}

/** Returns the quick fixes for some diagnostics of a document: the most similar name, and another check. */
export function zoneFixes(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  // After an edit, a diagnostic may be at another text until the file is checked again.
  const current = diagnostics
    .filter(isZoneDiagnostic)
    .filter(({ range, problem }) => document.getText(range) === problem.reference.value)
  if (current.length === 0) return []
  const { QuickFix } = vscode.CodeActionKind
  const title = vscode.l10n.t('Check Zones in File')
  const check = new vscode.CodeAction(title, QuickFix)
  check.command = { command: commandIds.checkZonesInFile, title, arguments: [document.uri] }
  check.diagnostics = current
  const replacements = current.map((diagnostic) => replacementFix(document.uri, diagnostic))
  return [...replacements.filter((fix) => fix !== undefined), check]
}

function isZoneDiagnostic(diagnostic: vscode.Diagnostic): diagnostic is ZoneDiagnostic {
  return diagnostic.source === source && 'problem' in diagnostic
}

/**
 * Returns the fix that replaces an unknown zone or region by the most similar name; none if that name would need
 * quotes.
 */
function replacementFix(
  uri: vscode.Uri,
  diagnostic: ZoneDiagnostic,
): vscode.CodeAction | undefined {
  const { problem, range } = diagnostic
  const hasNearest = problem.kind === 'unknownZone' || problem.kind === 'unlistedRegion'
  const name = hasNearest ? problem.nearest : undefined
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined
  const title = vscode.l10n.t('Replace with “{0}”', displayText(name))
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix)
  fix.edit = new vscode.WorkspaceEdit()
  fix.edit.replace(uri, range, name)
  fix.diagnostics = [diagnostic]
  fix.isPreferred = true
  return fix
}
