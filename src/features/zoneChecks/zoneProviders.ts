import * as vscode from 'vscode'
import { settingIds } from '../../contributions.ts'
import { mayBeZone } from './nearby.ts'

/** What is asked about zones in documents, from memory but for what is saved. */
export interface ZoneAnswers {
  hover(document: vscode.TextDocument, at: vscode.Position): vscode.Hover | undefined
  completions(document: vscode.TextDocument, at: vscode.Position): vscode.CompletionItem[]
  checkSaved(document: vscode.TextDocument): Promise<void>
}

/** The documents in which zones are looked for; where no extension knows the language, the name tells. */
export const zoneSelector: vscode.DocumentSelector = [
  ...(
    'terraform terraform-vars opentofu opentofu-vars tfvars hcl terragrunt packer nomad ' +
    'yaml dockercompose helm ansible json jsonc'
  )
    .split(' ')
    .map((language) => ({ language })),
  { pattern: '**/*.{tf,tfvars,tofu,hcl}' },
]

/** What asks for zones as it is typed: quotes, where a value begins, and the signs within a name. */
const triggers = ['"', "'", ' ', '[', '-']

/**
 * Has VS Code ask about zones in documents. It asks with every word: a document is read
 * only where the lines tell that somebody reads or writes zones.
 */
export function registerZoneProviders(answers: ZoneAnswers): vscode.Disposable {
  const { languages, workspace } = vscode
  const hovers: vscode.HoverProvider = {
    provideHover: (document, at) =>
      mayBeZone(document, at.line) ? answers.hover(document, at) : undefined,
  }
  const completions: vscode.CompletionItemProvider = {
    provideCompletionItems: (document, at) =>
      mayBeZone(document, at.line) ? answers.completions(document, at) : [],
  }
  return vscode.Disposable.from(
    languages.registerHoverProvider(zoneSelector, hovers),
    languages.registerCompletionItemProvider(zoneSelector, completions, ...triggers),
    workspace.onDidSaveTextDocument(async (document) => {
      const setting = workspace.getConfiguration().inspect(settingIds.zoneChecksOnSave)
      // The user's own setting: no workspace may make a request.
      if (setting?.globalValue !== true || languages.match(zoneSelector, document) === 0) return
      await answers.checkSaved(document)
    }),
  )
}
