import * as vscode from 'vscode'
import { settingIds } from '../../contributions.ts'
import { codeSelector } from '../../ui/codeSelector.ts'
import { mayBeZone } from './nearby.ts'

/** The language features for zones. All but the check on save answer from the cache. */
export interface ZoneAnswers {
  hover(...of: Place): Promise<vscode.Hover | undefined>
  completions(...of: Place): Promise<vscode.CompletionItem[]>
  /** Fires when hints may have changed. */
  readonly onDidChangeHints: vscode.Event<void>
  hints(
    document: vscode.TextDocument,
    range: vscode.Range,
    token: vscode.CancellationToken,
  ): Promise<vscode.InlayHint[]>
  checkSaved(document: vscode.TextDocument): Promise<void>
}

/** A position that VS Code asks about, until it isn’t interested any more. */
export type Place = [vscode.TextDocument, vscode.Position, vscode.CancellationToken]

/** The trigger characters of completions: quotes, separators before values, and hyphens in names. */
const triggers = ['"', "'", ' ', '[', '-']

/**
 * Registers the language features. VS Code calls them on every word, so their implementation is loaded only
 * where the lines suggest zones.
 */
export function registerZoneProviders(answers: ZoneAnswers): vscode.Disposable {
  const { languages, workspace } = vscode
  const hovers: vscode.HoverProvider = {
    provideHover: (document, at, token) =>
      mayBeZone(document, at.line) ? answers.hover(document, at, token) : undefined,
  }
  const completions: vscode.CompletionItemProvider = {
    provideCompletionItems: (document, at, token) =>
      mayBeZone(document, at.line) ? answers.completions(document, at, token) : [],
  }
  return vscode.Disposable.from(
    languages.registerHoverProvider(codeSelector, hovers),
    languages.registerInlayHintsProvider(codeSelector, {
      onDidChangeInlayHints: answers.onDidChangeHints,
      provideInlayHints: (...of) => answers.hints(...of),
    }),
    languages.registerCompletionItemProvider(codeSelector, completions, ...triggers),
    workspace.onDidSaveTextDocument(async (document) => {
      const setting = workspace.getConfiguration().inspect(settingIds.zoneChecksOnSave)
      // The user setting only: no workspace may cause a request.
      if (setting?.globalValue !== true || languages.match(codeSelector, document) === 0) return
      await answers.checkSaved(document)
    }),
  )
}
