import * as vscode from 'vscode'
import { settingIds } from '../../contributions.ts'
import { codeSelector } from '../../ui/codeSelector.ts'
import { mayBeZone } from './nearby.ts'

/** The language features for zones. */
export interface ZoneAnswers {
  hover(request: PositionRequest): Promise<vscode.Hover | undefined>
  completions(request: PositionRequest): Promise<vscode.CompletionItem[]>
  /** Fires when hints may have changed. */
  readonly onDidChangeHints: vscode.Event<void>
  hints(
    document: vscode.TextDocument,
    range: vscode.Range,
    token: vscode.CancellationToken,
  ): Promise<vscode.InlayHint[]>
  checkSaved(document: vscode.TextDocument): Promise<void>
}

/** A request of VS Code about a position, until the token cancels it. */
export interface PositionRequest {
  readonly document: vscode.TextDocument
  readonly position: vscode.Position
  readonly token: vscode.CancellationToken
}

/** The trigger characters of completions: quotes, separators before values, and hyphens in names. */
const triggers = ['"', "'", ' ', '[', '-']

/**
 * Registers the language features. VS Code calls them on every word, so their implementation is loaded only
 * where the lines suggest zones.
 */
export function registerZoneProviders(answers: ZoneAnswers): vscode.Disposable {
  const { languages, workspace } = vscode
  const hovers: vscode.HoverProvider = {
    provideHover: (document, position, token) =>
      mayBeZone(document, position.line) ? answers.hover({ document, position, token }) : undefined,
  }
  const completions: vscode.CompletionItemProvider = {
    provideCompletionItems: (document, position, token) =>
      mayBeZone(document, position.line) ? answers.completions({ document, position, token }) : [],
  }
  return vscode.Disposable.from(
    languages.registerHoverProvider(codeSelector, hovers),
    languages.registerInlayHintsProvider(codeSelector, {
      onDidChangeInlayHints: answers.onDidChangeHints,
      provideInlayHints: (document, range, token) => answers.hints(document, range, token),
    }),
    languages.registerCompletionItemProvider(codeSelector, completions, ...triggers),
    workspace.onDidSaveTextDocument(async (document) => {
      const setting = workspace.getConfiguration().inspect(settingIds.checkOnSave)
      // The user setting only: no workspace may cause a request.
      if (setting?.globalValue !== true || languages.match(codeSelector, document) === 0) return
      await answers.checkSaved(document)
    }),
  )
}
