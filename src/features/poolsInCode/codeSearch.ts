import * as vscode from 'vscode'
import { withTimeout } from '../../api/deadline.ts'
import { globForExtensions, settingIds } from '../../contributions.ts'
import { shortCodeFileOf, readCodeFile, type CodeFile } from '../../documents/codeFile.ts'
import { searchExcludes } from '../../documents/workspaceFiles.ts'
import { poolsInFile } from './findPools.ts'
import { matchPool, type PoolInCode, type SoughtPool } from './poolMatching.ts'

/** A location in a file that describes a machine pool. */
export interface CodeLocation {
  readonly uri: vscode.Uri
  /** The line of the pool’s name; the first line is 1. */
  readonly line: number
  /** False if the file doesn’t say which cluster the pool is in, so that it may be a pool of another cluster. */
  readonly isCertain: boolean
  /** The tool that would create the deleted pool again when the file is applied; undefined if that isn’t certain. */
  readonly tool: 'Terraform' | 'OpenTofu' | undefined
}

/** The time in ms from the beginning of a search after which the deletion dialog doesn’t wait for the workspace. */
export const maxSearchMs = 150
const maxFiles = 1000

/** The extensions of files that create resources when they are applied, with their tools. */
const toolsByExtension = { tf: 'Terraform', tofu: 'OpenTofu' } as const

/**
 * A search for the machine pools of a name, in open documents and, if the setting allows it, in the workspace’s
 * Terraform files. It begins when it is created, reads files only while it is in progress, and keeps nothing.
 */
export class CodeSearch {
  readonly #name: string
  readonly #cancellation = new vscode.CancellationTokenSource()
  readonly #found: { readonly file: CodeFile; readonly pools: readonly PoolInCode[] }[] = []
  readonly #searching: Promise<unknown>
  /** Settles when the file of the workspace has been read that was opened last. */
  #reading: Promise<void> | undefined

  constructor(name: string) {
    this.#name = name
    const documents = documentsInTabs()
    const searching = [
      this.#searchDocuments(documents),
      withTimeout(maxSearchMs, undefined, async () => this.#searchWorkspace(documents)),
    ]
    // If the search fails, the dialog only lacks the line about locations in code.
    this.#searching = Promise.allSettled(searching)
  }

  stop(): void {
    this.#cancellation.cancel()
  }

  /**
   * Ends the search, and returns the locations of a pool, the most certain first. Waits until the open documents are
   * searched. Waits for the files of the workspace until {@link maxSearchMs} after the beginning, and for a text that is
   * being searched then.
   */
  async locationsOf(sought: SoughtPool): Promise<CodeLocation[]> {
    await this.#searching
    this.stop()
    // Only a file that contains the name takes time.
    await this.#reading?.catch(() => {})
    return this.#found
      .flatMap(({ file, pools }) => locationsIn(file, pools, sought))
      .sort(compareLocations)
  }

  async #searchDocuments(documents: readonly vscode.TextDocument[]): Promise<void> {
    for (const document of documents) await this.#addFile(shortCodeFileOf(document))
  }

  async #searchWorkspace(documents: readonly vscode.TextDocument[]): Promise<void> {
    const isAllowed = vscode.workspace.getConfiguration().get(settingIds.searchWorkspace)
    if (isAllowed !== true) return
    const searched = new Set(documents.map(({ uri }) => uri.toString()))
    const { token } = this.#cancellation
    const pattern = globForExtensions(Object.keys(toolsByExtension))
    const uris = await vscode.workspace.findFiles(pattern, searchExcludes(), maxFiles, token)
    for (const uri of uris) {
      if (token.isCancellationRequested) return
      if (searched.has(uri.toString())) continue
      const result = await readCodeFile(uri)
      if (result.kind === 'code') await (this.#reading = this.#addFile(result.file))
    }
  }

  async #addFile(file: CodeFile | undefined): Promise<void> {
    if (file?.text.includes(this.#name)) this.#found.push({ file, pools: await poolsInFile(file) })
  }
}

/** Returns the documents of the files in tabs. A URI with a query isn’t a file, but for example a version in Git. */
function documentsInTabs(): vscode.TextDocument[] {
  const shown = new Set<string>()
  for (const { tabs } of vscode.window.tabGroups.all) {
    for (const { input } of tabs) {
      const { uri, modified = uri } = (input ?? {}) as Record<string, vscode.Uri | undefined>
      if (modified?.query === '') shown.add(modified.toString())
    }
  }
  return vscode.workspace.textDocuments.filter(({ uri }) => shown.has(uri.toString()))
}

function locationsIn(
  file: CodeFile,
  pools: readonly PoolInCode[],
  sought: SoughtPool,
): CodeLocation[] {
  const { uri } = file
  const locations: CodeLocation[] = []
  for (const pool of pools.toSorted((a, b) => a.start - b.start)) {
    const match = matchPool(pool, sought)
    if (match === 'none') continue
    const isCertain = match === 'certain'
    const { line } = file.rangeOf({ start: pool.start, end: pool.start }).start
    const tool = isCertain && pool.isCreated ? toolOf(uri) : undefined
    locations.push({ uri, line: line + 1, isCertain, tool })
  }
  return locations
}

function toolOf({ path }: vscode.Uri): CodeLocation['tool'] {
  const tools = Object.entries(toolsByExtension)
  return tools.find(([extension]) => path.toLowerCase().endsWith(`.${extension}`))?.[1]
}

/** The order of locations: the most certain first, then by path and line, because files are found in any order. */
function compareLocations(a: CodeLocation, b: CodeLocation): number {
  const byCertainty = uncertaintyOf(a) - uncertaintyOf(b)
  if (byCertainty !== 0) return byCertainty
  const [pathA, pathB] = [a.uri.path, b.uri.path]
  if (pathA !== pathB) return pathA < pathB ? -1 : 1
  return a.line - b.line
}

/** Returns a number that is smaller for a more certain location. */
function uncertaintyOf({ isCertain, tool }: CodeLocation): number {
  return (isCertain ? 0 : 1) + (tool ? 0 : 1)
}
