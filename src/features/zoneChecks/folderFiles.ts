import * as vscode from 'vscode'
import { searchExcludes } from '../../ui/searchExcludes.ts'
import { openDocument, readFile } from './fileText.ts'
import { checkedLanguage, isCheckEnabled, isZone, referencesIn } from './zoneDocuments.ts'

const maxFiles = 2000
const pattern = '**/*.{tf,tfvars,tofu,hcl,yaml,yml,json,jsonc}'

/** The files of a folder that have zones, and the numbers of the others. */
export interface FolderFiles {
  readonly documents: readonly vscode.TextDocument[]
  /** The files that were looked at. */
  readonly searched: number
  /** The files that are too large or can’t be read. */
  readonly skipped: number
  /** True if there are more files than are looked at. */
  readonly isCut: boolean
}

/** Finds the files of a folder that have zones, except those that the user excludes from search. */
export async function filesWithZones(
  folder: vscode.Uri,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<FolderFiles> {
  const cancellation = new vscode.CancellationTokenSource()
  signal.addEventListener('abort', () => cancellation.cancel(), { once: true })
  const found = await vscode.workspace.findFiles(
    new vscode.RelativePattern(folder, pattern),
    searchExcludes(),
    maxFiles + 1,
    cancellation.token,
  )
  const files = found.slice(0, maxFiles).sort((a, b) => (a.path < b.path ? -1 : 1))
  const documents: vscode.TextDocument[] = []
  let skipped = 0
  for (const [nth, uri] of files.entries()) {
    if (signal.aborted) break
    if (nth % 50 === 0) report(`${nth}/${files.length}`)
    const document = await documentAt(uri)
    if (!document) skipped += 1
    else if (checkedLanguage(document) && isCheckEnabled(document)) {
      const references = await referencesIn(document, () => signal.aborted)
      if (references?.some(isZone)) documents.push(document)
    }
  }
  cancellation.dispose()
  return { documents, searched: files.length - skipped, skipped, isCut: found.length > maxFiles }
}

/** Returns the open document of a file, else its text; undefined if it is too large or can’t be read. */
async function documentAt(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  return openDocument(uri) ?? ((await readFile(uri)) as unknown as vscode.TextDocument | undefined)
}
